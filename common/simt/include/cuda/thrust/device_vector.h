#error \
    "SIMT machine: <thrust/device_vector.h> is not supported: call it from a program of its own, compiled by nvcc"
