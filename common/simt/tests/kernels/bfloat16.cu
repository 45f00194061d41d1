#include <cuda_bf16.h>

extern "C" __global__ void widen(const __nv_bfloat16* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __bfloat162float(in[i]);
}

// `out` has a part for each rounding.
extern "C" __global__ void narrow(const float* in, __nv_bfloat16* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = __float2bfloat16(in[i]);
  out[n + i] = __float2bfloat16_rz(in[i]);
  out[2 * n + i] = __float2bfloat16_ru(in[i]);
  out[3 * n + i] = __float2bfloat16_rd(in[i]);
}

extern "C" __global__ void arithmetic(const __nv_bfloat16* a, const __nv_bfloat16* b, const __nv_bfloat16* c,
                                      __nv_bfloat16* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = a[i] + b[i];
  out[n + i] = a[i] - b[i];
  out[2 * n + i] = __hmul(a[i], b[i]);
  out[3 * n + i] = a[i] / b[i];
  out[4 * n + i] = __hfma(a[i], b[i], c[i]);
}

extern "C" __global__ void pairs(const __nv_bfloat162* in, __nv_bfloat162* out) {
  const __nv_bfloat162 v = in[threadIdx.x];  // load pair
  const __nv_bfloat162 high = __bfloat162bfloat162(__high2bfloat16(v));
  out[threadIdx.x] = __hfma2(v, __float2bfloat162_rn(2.0F), high);  // store pair
}

extern "C" __global__ void integers(const __nv_bfloat16* in, int* out, __nv_bfloat16* back) {
  out[threadIdx.x] = __bfloat162int_rz(in[threadIdx.x]);
  back[threadIdx.x] = __int2bfloat16_rn(1000003 * static_cast<int>(threadIdx.x));
  // 2^63 + 2^55 + 1 is above a tie, by less than a double can tell.
  back[32 + threadIdx.x] = __ull2bfloat16_rn(0x8080000000000001ULL);
}

extern "C" __global__ void from_half(const __nv_bfloat16* in, __half* out, float2* floats) {
  out[threadIdx.x] = __float2half(static_cast<float>(in[threadIdx.x]));
  floats[threadIdx.x] = __bfloat1622float2(__floats2bfloat162_rn(1.0F, static_cast<float>(threadIdx.x)));
}

extern "C" __global__ void dot(const nv_bfloat162* a, const nv_bfloat162* b, float* out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 32) {
    const float2 x = __bfloat1622float2(a[i]);  // load a
    const float2 y = __bfloat1622float2(b[i]);  // load b
    sum += x.x * y.x + x.y * y.y;
  }
  for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(0xFFFFFFFFU, sum, delta);
  if (threadIdx.x == 0) out[0] = sum;
}
