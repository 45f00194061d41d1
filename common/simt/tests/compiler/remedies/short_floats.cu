#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern "C" __global__ void kernel(__half* h, __half2* g, __nv_bfloat16* b, float f, int i) {
  h[0] = h[0] * f;  // says: convert one, with __half2float(h) or __float2half(f)
  f = 2.0 + h[0];  // says: a __half and a double
  h[1] = h[0] * i;  // says: __int2half_rn(i)
  b[0] = b[0] * f;  // says: convert one, with __bfloat162float(h) or __float2bfloat16(f)
  g[0] = g[0] * h[0];  // says: __half2half2(h) holds h twice
  g[1] = g[0] + f;  // says: __float2half2_rn(f) holds f twice
  g[2] = f;  // says: __float2half2_rn(f) or __half2half2(h)
  f = g[0];  // says: __low2float(h2)
  float* p = h;  // silent
  __half q = {1.0f, 2.0f};  // silent
  __hadd(g[0], f);  // silent
}
