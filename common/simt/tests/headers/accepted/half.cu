#include <cuda_fp16.h>

__global__ void halves(const half* in, half2* out, float* sums) {
  __shared__ half2 tile[32];
  const half x = in[threadIdx.x];
  tile[threadIdx.x] = __halves2half2(x, __float2half(2.0F));
  __syncthreads();
  out[threadIdx.x] = __hadd2(tile[31 - threadIdx.x], __half2half2(__hmul(x, x)));
  sums[threadIdx.x] =
      __half2float(__hfma(x, x, x)) + __low2float(out[0]) + __half2float(__shfl_sync(~0U, x, 1));
}

float on_the_host(float x) { return __half2float(__float2half(x)); }
