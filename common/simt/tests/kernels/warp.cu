#include <cuda_runtime.h>

constexpr unsigned kAll = 0xFFFFFFFFU;

extern "C" __global__ void shuffles(const int* in, int* out) {
  const int v = in[threadIdx.x];
  out[threadIdx.x] = __shfl_sync(kAll, v, 5);
  out[64 + threadIdx.x] = __shfl_up_sync(kAll, v, 3);
  out[128 + threadIdx.x] = __shfl_down_sync(kAll, v, 3);
  out[192 + threadIdx.x] = __shfl_xor_sync(kAll, v, 1);
  out[256 + threadIdx.x] = __shfl_sync(kAll, v, 2, 8);
  out[320 + threadIdx.x] = __shfl_down_sync(kAll, v, 1, 8);
}

extern "C" __global__ void votes(unsigned* out) {
  const int lane = threadIdx.x;
  out[lane] = __ballot_sync(kAll, lane % 3 == 0);
  out[32 + lane] = __any_sync(kAll, lane == 7) * 2 + __all_sync(kAll, lane < 32);
  out[64 + lane] = __match_any_sync(kAll, lane / 8);
  out[96 + lane] = __reduce_add_sync(kAll, static_cast<unsigned>(lane)) + __reduce_max_sync(kAll, lane);
}

extern "C" __global__ void warp_sum(const float* in, float* out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += in[i];  // coalesced
  for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(kAll, sum, delta);
  __shared__ float partial[32];
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int warp = 1; warp < blockDim.x / 32; ++warp) sum += partial[warp];
    out[0] = sum;
  }
}

// Each half of the warp by itself, and a part that returned before.
extern "C" __global__ void halves(int* out) {
  if (threadIdx.x >= 28) return;
  const unsigned half = threadIdx.x < 16 ? 0x0000FFFFU : 0xFFFF0000U;
  int v = threadIdx.x;
  if (threadIdx.x < 16) {
    v = __shfl_sync(half, v, 0);
  } else {
    v = __shfl_sync(half, v, 20);
  }
  out[threadIdx.x] = v;
}

extern "C" __global__ void through_shared_memory(const int* in, int* out) {
  __shared__ int line[64];
  line[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = line[threadIdx.x ^ 1];  // the neighbour's, in the same warp
  __syncwarp();
  line[threadIdx.x] = 0;
}
extern "C" __global__ void not_synchronised(const int* in, int* out) {
  __shared__ int line[64];
  line[threadIdx.x] = in[threadIdx.x];       // stored first
  out[threadIdx.x] = line[threadIdx.x ^ 1];  // too early
}
extern "C" __global__ void across_warps(const int* in, int* out) {
  __shared__ int line[64];
  line[threadIdx.x] = in[threadIdx.x];  // stored by one warp
  __syncwarp();
  out[threadIdx.x] = line[63 - threadIdx.x];  // read by the other
}
extern "C" __global__ void absent_lane(int* out) {
  if (threadIdx.x < 16) {
    out[threadIdx.x] = __shfl_sync(kAll, 1, 0);  // all are named
  }
  __syncthreads();  // where the others are
}
extern "C" __global__ void not_in_its_mask(int* out) {
  out[threadIdx.x] = __shfl_sync(0xFFFFU, 1, 0);  // names half
}

// Every other lane returns at once.
extern "C" __global__ void odd_lanes_meet(int* out) {
  if (threadIdx.x % 2 == 0) return;
  out[threadIdx.x] = __shfl_sync(0xAAAAAAAAU, static_cast<int>(threadIdx.x), 31);
}
