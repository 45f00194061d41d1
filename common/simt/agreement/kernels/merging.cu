// Neighbouring accesses of one thread, which a GPU's compiler may merge into a wider one or leave out.
#include <cuda_runtime.h>

namespace {

constexpr int kWords = 160;

// Every word of `s` is written by some lane of a block of one warp.
__device__ void fill_shared(float* s, const float* in) {
  for (int i = threadIdx.x; i < kWords; i += 32) s[i] = in[i];
  __syncthreads();
}

struct alignas(16) Quad {
  float x, y, z, w;
};

struct Triple {
  float x, y, z;
};

}  // namespace

extern "C" __global__ void two_shared_words(const float* in, float* out) {
  alignas(16) __shared__ float s[kWords];
  fill_shared(s, in);
  const int t = threadIdx.x;
  out[t] = s[2 * t] + s[2 * t + 1];
}

extern "C" __global__ void three_shared_words(const float* in, float* out) {
  alignas(16) __shared__ float s[kWords];
  fill_shared(s, in);
  const int t = threadIdx.x;
  out[t] = s[4 * t] + s[4 * t + 1] + s[4 * t + 2];
}

extern "C" __global__ void four_shared_words(const float* in, float* out) {
  alignas(16) __shared__ float s[kWords];
  fill_shared(s, in);
  const int t = threadIdx.x;
  out[t] = s[4 * t] + s[4 * t + 1] + s[4 * t + 2] + s[4 * t + 3];
}

extern "C" __global__ void four_shared_words_from_one(const float* in, float* out) {
  alignas(16) __shared__ float s[kWords];
  fill_shared(s, in);
  const int t = threadIdx.x;
  out[t] = s[4 * t + 1] + s[4 * t + 2] + s[4 * t + 3] + s[4 * t + 4];
}

// The compiler knows no alignment of a dynamic array beyond that of its elements.
extern "C" __global__ void four_dynamic_words(const float* in, float* out) {
  extern __shared__ float s[];
  fill_shared(s, in);
  const int t = threadIdx.x;
  out[t] = s[4 * t] + s[4 * t + 1] + s[4 * t + 2] + s[4 * t + 3];
}

extern "C" __global__ void store_four_shared_words(const float* in, float* out) {
  alignas(16) __shared__ float s[128];
  const int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) s[4 * t + k] = in[32 * k + t];
  __syncthreads();
  for (int k = 0; k < 4; ++k) out[32 * k + t] = s[32 * k + t];
}

// What a thread has just stored needs no load.
extern "C" __global__ void load_back_own_word(const float* in, float* out) {
  __shared__ float s[32];
  const int t = threadIdx.x;
  s[t] = in[t];
  const float own = s[t];
  __syncthreads();
  out[t] = own + s[31 - t];
}

extern "C" __global__ void four_global_words(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[4 * i] + in[4 * i + 1] + in[4 * i + 2] + in[4 * i + 3];
}

extern "C" __global__ void four_global_bytes(const unsigned char* __restrict__ in, int* __restrict__ out,
                                             int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[4 * i] + in[4 * i + 1] + in[4 * i + 2] + in[4 * i + 3];
}

// An aligned struct is loaded whole where all of it is used; one of twelve bytes is three loads.
extern "C" __global__ void sum_quads(const Quad* __restrict__ in, float* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i].x + in[i].y + in[i].z + in[i].w;
}

extern "C" __global__ void copy_quads_by_member(const Quad* __restrict__ in, Quad* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i].x = in[i].x;
  out[i].y = in[i].y;
  out[i].z = in[i].z;
  out[i].w = in[i].w;
}

extern "C" __global__ void copy_triples(const Triple* __restrict__ in, Triple* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

// The second load of in[i] can be left out only where `out` cannot be the same memory.
extern "C" __global__ void load_around_store(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = in[i];
  out[i + n] = 2 * in[i];
}
