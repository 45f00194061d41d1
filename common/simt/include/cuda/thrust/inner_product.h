#error \
    "SIMT machine: <thrust/inner_product.h> is not supported: call it from a program of its own, compiled by nvcc"
