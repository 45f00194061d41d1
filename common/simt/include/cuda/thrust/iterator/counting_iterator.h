#error \
    "SIMT machine: <thrust/iterator/counting_iterator.h> is not supported: call it from a program of its own, compiled by nvcc"
