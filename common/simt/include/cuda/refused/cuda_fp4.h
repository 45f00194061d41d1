#error \
    "SIMT machine: <cuda_fp4.h> is not supported: of short floating-point types there are those of cuda_fp16.h, cuda_bf16.h and cuda_fp8.h"
