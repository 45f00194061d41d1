#error "SIMT machine: <cub/device/device_histogram.cuh> is not supported: call it from a program of its own, compiled by nvcc"
