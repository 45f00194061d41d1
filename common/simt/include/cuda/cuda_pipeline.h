#error "SIMT machine: <cuda_pipeline.h> is not supported: copy through registers, and use __syncthreads()"
