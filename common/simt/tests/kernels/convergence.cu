// Which lanes are active, and what the clock says.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

extern "C" __global__ void active_lanes(unsigned* out) {
  unsigned mask = 0;
  if (threadIdx.x % 4 == 1) {
    mask = __activemask();  // a quarter
  } else if (threadIdx.x >= 16) {
    mask = __activemask();  // the others of the upper half
    __syncwarp(mask);
  }
  out[threadIdx.x] = mask;
  __syncwarp();
  out[32 + threadIdx.x] = __activemask();  // all again
}

// One atomic operation for all lanes of a warp that found something.
extern "C" __global__ void keep_positive(const int* in, int* out, unsigned* count) {
  const int value = in[threadIdx.x];
  if (value > 0) {
    const unsigned mask = __activemask();
    const int leader = __ffs(static_cast<int>(mask)) - 1;
    const unsigned lane = threadIdx.x % 32;
    unsigned first = 0;
    if (lane == leader) first = atomicAdd(count, static_cast<unsigned>(__popc(mask)));  // one for all
    first = __shfl_sync(mask, first, leader);
    out[first + __popc(mask & ((1u << lane) - 1))] = value;
  }
}

extern "C" __global__ void in_a_loop(unsigned* out) {
  unsigned sum = 0;
  for (int round = 0; round <= threadIdx.x % 4; ++round) sum += __popc(__activemask());
  out[threadIdx.x] = sum;
}

// Cycles for `rounds` loads at a stride of so many words.
extern "C" __global__ void probe(long long* cycles, float* out, int stride, int rounds) {
  __shared__ float words[1056];
  for (int i = threadIdx.x; i < 1056; i += 32) words[i] = 1;
  __syncwarp();
  const volatile float* at = words;  // else the load is made once
  const long long start = clock64();
  float sum = 0;
  for (int round = 0; round < rounds; ++round) sum += at[threadIdx.x * stride];  // timed
  const long long end = clock64();
  cycles[threadIdx.x] = end - start;
  out[threadIdx.x] = sum;
}

// Only one lane looks at the clock; the others do not wait for it, and the requests stay whole.
extern "C" __global__ void one_looks(long long* cycles, const float* in, float* out) {
  long long start = 0;
  if (threadIdx.x == 0) start = clock64();
  out[threadIdx.x] = in[threadIdx.x] + 1;  // shared by all
  if (threadIdx.x == 0) cycles[0] = clock64() - start;
  out[32 + threadIdx.x] = in[threadIdx.x];  // afterwards
}

// In each round a thread counts those that are with it behind the branch, and the first of them adds their number.
extern "C" __global__ void count_found(const int* in, int* sizes, unsigned* count, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (in[i] != 0) {
      const cooperative_groups::coalesced_group group = cooperative_groups::coalesced_threads();
      if (group.thread_rank() == 0) atomicAdd(count, group.size());  // one for each round
      sizes[i] = static_cast<int>(group.size());
    }
  }
}
