#error \
    "SIMT machine: <curand_kernel.h> is not supported: let the host make the random numbers, and pass them as a buffer"
