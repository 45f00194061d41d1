// A program that makes handles of cuBLAS, as its collection's shared header does, and computes nothing with them. It is linked without
// -lcublas.
#include <cublasLt.h>
#include <cublas_v2.h>

#include <cstdio>

__global__ void fill(__nv_bfloat16* out) { out[threadIdx.x] = __float2bfloat16(2.0F); }

int main() {
  cublasHandle_t handle = nullptr;
  cublasLtHandle_t light = nullptr;
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS || cublasLtCreate(&light) != CUBLAS_STATUS_SUCCESS)
    return 1;
  cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH);
  __nv_bfloat16* out = nullptr;
  cudaMallocManaged(&out, 32 * sizeof(__nv_bfloat16));
  fill<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  std::printf("%g\n", __bfloat162float(out[31]));
  cudaFree(out);
  return cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS ? 0 : 1;
}
