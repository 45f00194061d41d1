// What keeps a thread's loads from being in flight together, and what does not.
#include <cuda_runtime.h>

#define ROUNDS 4

extern "C" __global__ void constant_loop(const float* in, float* out) {
  float sum = 0;
#pragma unroll
  for (int i = 0; i < ROUNDS; ++i) sum += in[threadIdx.x + i * blockDim.x];
  out[threadIdx.x] = sum;
}

extern "C" __global__ void runtime_loop(const float* in, float* out, int n) {
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < n; ++i) sum += in[threadIdx.x + i * blockDim.x];
  out[threadIdx.x] = sum;
}

// As a GPU's compiler unrolls it: four rounds at once.
extern "C" __global__ void unrolled_runtime_loop(const float* in, float* out, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += in[threadIdx.x + i * blockDim.x];
  out[threadIdx.x] = sum;
}

extern "C" __global__ void gather(const int* index, const float* in, float* out) {
  float sum = 0;
#pragma unroll
  for (int i = 0; i < ROUNDS; ++i) sum += in[index[threadIdx.x + i * blockDim.x]];
  out[threadIdx.x] = sum;
}

extern "C" __global__ void chain(const int* next, int* out) {
  int at = static_cast<int>(threadIdx.x);
#pragma unroll
  for (int i = 0; i < 16; ++i) at = next[at];
  out[threadIdx.x] = at;
}

extern "C" __global__ void behind_a_branch(const float* in, const float* other, float* out) {
  const float value = in[threadIdx.x];
  if (value > 0) out[threadIdx.x] = other[threadIdx.x];
}

// The bounds are known without a load.
extern "C" __global__ void guarded(const float* in, float* out, int n) {
  float sum = 0;
#pragma unroll
  for (int i = 0; i < ROUNDS; ++i) {
    const int at = static_cast<int>(threadIdx.x + i * blockDim.x);
    if (at < n) sum += in[at];
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void stores_between(const float* in, float* out) {
#pragma unroll
  for (int i = 0; i < ROUNDS; ++i) out[threadIdx.x + i * blockDim.x] = in[threadIdx.x + i * blockDim.x];
}

extern "C" __global__ void restricted_stores_between(const float* __restrict__ in, float* __restrict__ out) {
#pragma unroll
  for (int i = 0; i < ROUNDS; ++i) out[threadIdx.x + i * blockDim.x] = in[threadIdx.x + i * blockDim.x];
}

// What is stored was not loaded.
extern "C" __global__ void other_stores_between(const float* in, float* out, float* sums) {
  float sum = 0;
#pragma unroll
  for (int i = 0; i < ROUNDS; ++i) {
    sum += in[threadIdx.x + i * blockDim.x];
    out[threadIdx.x + i * blockDim.x] = 1;
  }
  sums[threadIdx.x] = sum;
}

extern "C" __global__ void barrier_between(const float* in, const float* other, float* out) {
  const float a = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = a + other[threadIdx.x];
}

extern "C" __global__ void tile_between(const float* __restrict__ in, const float* __restrict__ other,
                                        float* __restrict__ out) {
  __shared__ float tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1] + other[threadIdx.x];
}

extern "C" __global__ void tile_behind_all_loads(const float* __restrict__ in,
                                                 const float* __restrict__ other, float* __restrict__ out) {
  __shared__ float tile[64];
  const float a = in[threadIdx.x];
  const float b = other[threadIdx.x];
  tile[threadIdx.x] = a;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1] + b;
}

extern "C" __global__ void fence_between(const float* in, const float* other, float* out) {
  const float a = in[threadIdx.x];
  __threadfence();
  out[threadIdx.x] = a + other[threadIdx.x];
}

extern "C" __global__ void vectors(const float4* __restrict__ in, float4* __restrict__ out) {
  out[threadIdx.x] = in[threadIdx.x];
}

// Lanes that part: the odd ones go round twice as often.
extern "C" __global__ void uneven(const float* in, float* out) {
  const int rounds = threadIdx.x % 2 == 0 ? 1 : 3;
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) sum += in[threadIdx.x + i * blockDim.x];
  out[threadIdx.x] = sum;
}

__constant__ float factors[64];

extern "C" __global__ void no_global_loads(float* out) {
  __shared__ float tile[64];
  tile[threadIdx.x] = factors[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}

extern "C" __global__ void block_fence_between(const float* in, const float* other, float* out) {
  const float a = in[threadIdx.x];
  __threadfence_block();
  out[threadIdx.x] = a + other[threadIdx.x];
}

// The ticket comes from memory, too.
extern "C" __global__ void ticket(const float* in, const float* other, float* out, int* counter) {
  const float a = in[threadIdx.x];
  out[threadIdx.x] = a + other[atomicAdd(counter, 1) % 64];
}

extern "C" __global__ void from_texture(const int* index, cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, index[threadIdx.x]);
}
