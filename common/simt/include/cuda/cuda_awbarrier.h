#error "SIMT machine: <cuda_awbarrier.h> is not supported: use __syncthreads()"
