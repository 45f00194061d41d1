#error \
    "SIMT machine: <thrust/device_ptr.h> is not supported: call it from a program of its own, compiled by nvcc"
