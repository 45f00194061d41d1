// Loads and stores with a cache hint: each is one request of its own width.
#include <cuda_runtime.h>

extern "C" __global__ void loads(const float* in, float* out) {
  const float* const mine = in + threadIdx.x;
  float sum = __ldg(mine);    // ldg
  sum += __ldca(mine + 32);   // ldca
  sum += __ldcg(mine + 64);   // ldcg
  sum += __ldcs(mine + 96);   // ldcs
  sum += __ldlu(mine + 128);  // ldlu
  sum += __ldcv(mine + 160);  // ldcv
  out[threadIdx.x] = sum;
}

extern "C" __global__ void stores(float4* out) {
  const float t = threadIdx.x;
  const float4 value = make_float4(t, t, t, t);
  __stwb(out + threadIdx.x, value);       // stwb
  __stcg(out + 32 + threadIdx.x, value);  // stcg
  __stcs(out + 64 + threadIdx.x, value);  // stcs
  __stwt(out + 96 + threadIdx.x, value);  // stwt
}
