#error \
    "SIMT machine: <thrust/for_each.h> is not supported: call it from a program of its own, compiled by nvcc"
