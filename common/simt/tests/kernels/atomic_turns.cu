// Lanes of a warp whose atomic operations decide where they write.
#include <cuda_runtime.h>

extern "C" __global__ void push_all(const int* in, int* queue, int* tail) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < 4; ++round) queue[atomicAdd(tail, 1)] = in[i] + round;  // pushed by all
}

// In each round another half of the lanes.
extern "C" __global__ void push_half(int* queue, int* tail) {
  for (int round = 0; round < 4; ++round) {
    if ((threadIdx.x + round) % 2 == 0) queue[atomicAdd(tail, 1)] = round;  // pushed by half
  }
}

extern "C" __global__ void push_by_block(const int* in, int* queue, int* tails) {
  const int place = atomicAdd(&tails[threadIdx.x / 16], 1);  // to two tails
  queue[place] = in[threadIdx.x];
}

// The owner of the lock adds while the others try to get it.
extern "C" __global__ void lock_in_a_warp(int* lock, int* sum, int* order) {
  bool is_done = false;
  while (!is_done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      order[atomicAdd(sum, 1)] = threadIdx.x;
      __threadfence();
      atomicExch(lock, 0);
      is_done = true;
    }
  }
}

// Lane 0 answers those that look at the flag, after an atomic operation behind their loop.
extern "C" __global__ void wait_for_own_warp(int* flag, int* found) {
  if (threadIdx.x != 0) {
    while (atomicAdd(flag, 0) == 0) {
    }
  }
  if (threadIdx.x == 0) found[0] = atomicExch(flag, 1);
  found[1 + threadIdx.x] = atomicAdd(flag, 0);
}

extern "C" __global__ void add_up(const int* in, int* sum, unsigned long long* wide) {
  __shared__ int most;
  if (threadIdx.x == 0) most = 0;
  __syncthreads();
  atomicAdd(sum, in[threadIdx.x]);                                        // global, once a warp
  atomicMax(&most, in[threadIdx.x]);                                      // shared, once a warp
  atomicAdd(wide, 1ull);                                                  // wide, a constant
  atomicAdd(wide + 1, static_cast<unsigned long long>(in[threadIdx.x]));  // wide, a value
  in[threadIdx.x] > 0 ? atomicMax(sum + 1, in[threadIdx.x]) : 0;          // some lanes
  __syncthreads();
  if (threadIdx.x == 0) sum[2] = most;
}
