__device__ __noinline__ float halved(float x) { return x / 2; }
__device__ __forceinline__ float doubled(float x) { return x * 2; }
static __device__ inline float same(float x) { return x; }
static __inline__ __device__ float again(float x) { return x; }

extern "C" __global__ void features(const float* __restrict__ in, float* __restrict__ out, int n) {
  __builtin_assume(n > 0);
#pragma unroll
  for (int i = 0; i < 4; ++i) out[i] = halved(in[i]) + doubled(in[i]) + same(in[i]) + again(in[i]);
#pragma unroll 2
  for (int i = 0; i < n; ++i) out[i] += __ldg(in + i);
}
