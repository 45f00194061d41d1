#error \
    "SIMT machine: <thrust/transform_reduce.h> is not supported: call it from a program of its own, compiled by nvcc"
