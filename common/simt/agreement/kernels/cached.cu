// Loads and stores that name a cache, and what `__restrict__` lets a compiler keep in a register.
#include <cuda_runtime.h>

extern "C" __global__ void copy_ldg(const float4* in, float4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __ldg(in + i);
}

extern "C" __global__ void copy_ldcg(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) __stcg(out + i, __ldcg(in + i));
}

extern "C" __global__ void copy_streaming(const float2* in, float2* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) __stcs(out + i, __ldcs(in + i));
}

extern "C" __global__ void saxpy(const float* __restrict__ x, float* __restrict__ y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

// With `__restrict__` the store cannot have changed in[i].
extern "C" __global__ void store_twice_restrict(const float* __restrict__ in, float* __restrict__ first,
                                                float* __restrict__ second, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  first[i] = in[i];
  second[i] = in[i];
}

// Without `__restrict__` the store may have changed in[i]: it is loaded again.
extern "C" __global__ void store_twice(const float* in, float* first, float* second, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  first[i] = in[i];
  second[i] = in[i];
}
