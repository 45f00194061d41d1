// What a launch may find of those before it, and values that pass through shared memory or past it.
#include <cuda_runtime.h>

__device__ int launches = 5;
__device__ int zeros[4];
__constant__ int uploaded = 7;

extern "C" __global__ void count_launches(int* out) {
  launches += 1;
  zeros[2] += 1;
  out[0] = launches;
  out[1] = zeros[2];
  out[2] = uploaded;
}

// Reads what it has not stored, where `keep` says so.
__device__ __noinline__ int from_local_array(int value, int k, bool keep) {
  int window[16];
  if (!keep) {
    for (int i = 0; i < 16; ++i) window[i] = value + i;
  }
  return window[k];
}

extern "C" __global__ void local_array(int* out, int value, int k, bool keep) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = from_local_array(value, k, keep);
}

extern "C" __global__ void shared_array(int* out, int value, bool keep) {
  __shared__ int words[32];
  if (!keep) words[threadIdx.x] = value;
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = words[31 - threadIdx.x];
}

// Lanes exchange values in registers, and fill a tile for show.
extern "C" __global__ void reversed(const float* in, float* out, int way) {
  __shared__ float tile[32];
  const int lane = threadIdx.x;
  const float value = in[lane];
  tile[lane] = value;
  if (way == 1) {
    __syncwarp();
  } else {
    __syncthreads();
  }
  const float seen = tile[31 - lane];
  const float passed = __shfl_sync(0xFFFFFFFF, value, 31 - lane);
  out[lane] = way == 2 ? (seen > 1e30f ? seen : passed) : seen;
}

// Where there are no rounds, nothing sets what is stored.
extern "C" __global__ void undefined(const int* in, int* out, int rounds) {
  int last;
  for (int i = 0; i < rounds; ++i) last = in[i] * in[i + 1];
  out[threadIdx.x] = last;
}

// Values pass through the tile behind fences and a counter. In halves, two lanes store each of them.
extern "C" __global__ void reversed_by_fences(const float* in, float* out, bool in_halves) {
  __shared__ float tile[32];
  __shared__ int stored;
  const unsigned lane = threadIdx.x;
  if (lane == 0) stored = 0;
  __syncthreads();
  if (in_halves) {
    auto* const halves = reinterpret_cast<unsigned short*>(tile);
    halves[2 * lane] = static_cast<unsigned short>(__float_as_uint(in[lane]));
    halves[2 * (31 - lane) + 1] = static_cast<unsigned short>(__float_as_uint(in[31 - lane]) >> 16);
  } else {
    tile[lane] = in[lane];
  }
  __threadfence_block();
  atomicAdd(&stored, 1);
  while (atomicAdd(&stored, 0) < 32) {
  }
  __threadfence_block();
  out[lane] = tile[31 - lane];
}
