#error \
    "SIMT machine: <thrust/iterator/zip_iterator.h> is not supported: call it from a program of its own, compiled by nvcc"
