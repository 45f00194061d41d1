#error "SIMT machine: <cuda_awbarrier_primitives.h> is not supported: use __syncthreads()"
