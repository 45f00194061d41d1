#error \
    "SIMT machine: <cuda_pipeline_primitives.h> is not supported: copy through registers, and use __syncthreads()"
