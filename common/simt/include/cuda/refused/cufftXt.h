#error "SIMT machine: <cufftXt.h> is not supported: call it from a program of its own, compiled by nvcc"
