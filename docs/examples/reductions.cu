// Many values that become one, and what the way there costs: of the handbook's chapter.
#include <cuda_runtime.h>

constexpr int BLOCK = 256;
constexpr unsigned ALL_LANES = 0xFFFFFFFF;

// [thread]
extern "C" __global__ void every_thread(const float* in, float* total) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  atomicAdd(total, in[i]);
}
// [/thread]

// [warp]
extern "C" __global__ void every_warp(const float* in, float* total) {
  float mine = in[blockIdx.x * BLOCK + threadIdx.x];
  for (int step = 16; step > 0; step /= 2) mine += __shfl_down_sync(ALL_LANES, mine, step);
  if (threadIdx.x % 32 == 0) atomicAdd(total, mine);
}
// [/warp]

// [block]
extern "C" __global__ void every_block(const float* in, float* total) {
  __shared__ float part[BLOCK / 32];
  float mine = in[blockIdx.x * BLOCK + threadIdx.x];
  for (int step = 16; step > 0; step /= 2) mine += __shfl_down_sync(ALL_LANES, mine, step);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    float all = 0;
    for (int warp = 0; warp < BLOCK / 32; ++warp) all += part[warp];
    atomicAdd(total, all);
  }
}
// [/block]

// [shuffle]
extern "C" __global__ void largest_of_warp(const float* in, float* out) {
  __shared__ float kept[32];
  const int lane = threadIdx.x;
  float largest = in[lane];
  for (int step = 16; step > 0; step /= 2) {
    kept[lane] = largest;
    __shfl_sync(ALL_LANES, largest, 0);  // looks like a meeting point
    largest = fmaxf(largest, kept[lane ^ step]);
  }
  out[lane] = largest;
}
// [/shuffle]

// [histogram]
extern "C" __global__ void count_steps(const unsigned char* bytes, unsigned* bins, int n) {
  __shared__ unsigned count[256];
  count[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i + 1 < n; i += gridDim.x * BLOCK)
    atomicAdd(&count[(bytes[i + 1] - bytes[i]) & 255], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], count[threadIdx.x]);
}
// [/histogram]

// [old]
extern "C" __global__ void first_of_each(const unsigned char* bytes, unsigned* seen, int n) {
  __shared__ unsigned count[256];
  count[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
    const unsigned before = atomicAdd(&count[bytes[i]], 1u);
    if (before == 0) atomicAdd(&seen[bytes[i]], 1u);
  }
}
// [/old]
