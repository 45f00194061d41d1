// What in_c.c, in C, calls of in_c_kernels.cu.
#pragma once

#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

// Multiplies each element of an array by the factors, component by component.
cudaError_t multiply(float4* values, float4 factors, dim3 grid, dim3 block, cudaStream_t stream);
const void* kernel_of_multiply(void);

#ifdef __cplusplus
}
#endif
