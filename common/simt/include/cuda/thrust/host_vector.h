#error \
    "SIMT machine: <thrust/host_vector.h> is not supported: call it from a program of its own, compiled by nvcc"
