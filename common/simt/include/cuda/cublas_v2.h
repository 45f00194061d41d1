#error "SIMT machine: <cublas_v2.h> is not supported: call it from a program of its own, compiled by nvcc"
