#error "SIMT machine: <thrust/complex.h> is not supported: use a struct of two floats"
