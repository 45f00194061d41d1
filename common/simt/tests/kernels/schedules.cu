// Kernels whose blocks wait for each other, and kernels whose result depends on the order of blocks, warps or lanes.
#include <cuda_runtime.h>

// Block `from` hands a value to all others by a flag.
extern "C" __global__ void hand_over(int from, int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (static_cast<int>(blockIdx.x) == from) {
    *data = 42;
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    out[blockIdx.x] = *data;
  }
}

// The same without the fences.
extern "C" __global__ void hand_over_unfenced(int from, int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (static_cast<int>(blockIdx.x) == from) {
    *data = 42;  // handed over without a fence
    atomicExch(flag, 1);
  } else {
    while (atomicCAS(flag, 1, 1) == 0) {
    }
    out[blockIdx.x] = *data;
  }
}

// All blocks meet, as often as is asked, at a barrier that they make of an atomic counter. Each thread hands its value to the
// neighbouring block, by way of shared memory, and keeps one in a local array.
extern "C" __global__ void pass_round(int* values, unsigned* arrived, int rounds) {
  __shared__ int tile[64];
  int kept[4] = {};
  for (int round = 0; round < rounds; ++round) {
    const unsigned block = (blockIdx.x + static_cast<unsigned>(round)) % gridDim.x;
    tile[threadIdx.x] = values[block * blockDim.x + threadIdx.x];
    __syncthreads();
    kept[round % 4] = tile[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(arrived, 1);
      while (atomicAdd(arrived, 0) <
             (static_cast<unsigned>(round) + 1) * gridDim.x) {  // all blocks meet here
      }
      __threadfence();
    }
    __syncthreads();
    values[block * blockDim.x + threadIdx.x] = kept[round % 4] + 1;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(arrived + 1, 1);
      while (atomicAdd(arrived + 1, 0) < (static_cast<unsigned>(round) + 1) * gridDim.x) {
      }
      __threadfence();
    }
    __syncthreads();
  }
}

// Thread 0 waits while the other warps of its block wait at the barrier; the last warp reads what it stores without one.
extern "C" __global__ void race_beside_waiting(int* flag, int* out) {
  __shared__ int tile[64];
  if (threadIdx.x == 0) {
    tile[0] = 7;  // stored before the wait
    if (blockIdx.x == 0) {
      while (atomicAdd(flag, 0) == 0) {
      }
    } else {
      atomicExch(flag, 1);
    }
  }
  if (threadIdx.x == 40) out[blockIdx.x] = tile[0];  // read beside the wait
}

// Nobody sets the flag.
extern "C" __global__ void wait_for_nobody(int* flag, int* out) {
  while (atomicAdd(flag, 0) == 0) {  // nobody ends this
  }
  out[blockIdx.x] = 1;
}

// Each block waits for the one after it.
extern "C" __global__ void wait_for_next(int* flags, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x + 1 < gridDim.x) {
    while (atomicAdd(flags + blockIdx.x + 1, 0) == 0) {  // the next one must have begun
    }
  }
  __threadfence();
  out[blockIdx.x] = blockIdx.x + 1 < gridDim.x ? out[blockIdx.x + 1] + 1 : 1;
  __threadfence();
  atomicExch(flags + blockIdx.x, 1);
}

// The same, but the last block waits as well.
extern "C" __global__ void wait_for_all_next(int* flags, int* out) {
  if (threadIdx.x != 0) return;
  while (atomicAdd(flags + blockIdx.x + 1, 0) == 0) {
  }
  out[blockIdx.x] = 1;
  atomicExch(flags + blockIdx.x, 1);
}

// A thread's place is the number that the counter had.
extern "C" __global__ void in_turn(const int* in, int* count, int* out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  out[atomicAdd(count, 1)] = in[i];  // who comes first
}

// The same without any atomic operation.
extern "C" __global__ void in_place(const int* in, int* out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  out[i] = in[i];
}

// Only the number of arrivals counts.
extern "C" __global__ void count_all(int* count) { atomicAdd(count, 1); }

// Right only if no block passes its barrier before another one has counted.
extern "C" __global__ void last_to_count(int* count, int* last) {
  __shared__ int before;
  if (threadIdx.x == 0) before = atomicAdd(count, 1);
  __syncthreads();
  if (threadIdx.x == 0 && atomicAdd(count, 0) == before + 1) atomicAdd(last, 1);  // nobody came in between
}

// Who is there depends on the order of lanes.
extern "C" __global__ void who_is_there(unsigned* out) {
  if (threadIdx.x % 2 == 0) out[threadIdx.x] = __activemask();
}
