// What orders accesses and what does not, as programs of today write it.

__device__ int lock;
__device__ int total;

// A lock within a block: a thread of each warp takes it.
extern "C" __global__ void lock_in_a_block(int* out) {
  __shared__ int mutex;
  __shared__ int sum;
  if (threadIdx.x == 0) mutex = sum = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {
    }
    __threadfence_block();
    sum += threadIdx.x;
    __threadfence_block();
    atomicExch(&mutex, 0);
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// A lock between blocks.
extern "C" __global__ void lock_of_the_grid() {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  __threadfence();
  total = total + blockIdx.x;
  __threadfence();
  atomicExch(&lock, 0);
}

extern "C" __global__ void without_the_lock() {
  if (threadIdx.x == 0) total = total + blockIdx.x;  // lost updates
}

// CUDA C++ Programming Guide, "Atomic Functions": an addition of doubles by compare-and-swap.
extern "C" __global__ void add_by_compare_and_swap(double* sum) {
  auto* const address = reinterpret_cast<unsigned long long*>(sum);
  unsigned long long old = *address;
  unsigned long long assumed = 0;
  do {
    assumed = old;
    old = atomicCAS(address, assumed, __double_as_longlong(1.0 + __longlong_as_double(assumed)));
  } while (assumed != old);
}

// Block 0 waits for the last block, which begins while block 0 waits.
extern "C" __global__ void wait_for_the_last(volatile int* flags, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    while (flags[0] == 0) {
    }
  }
  if (blockIdx.x == gridDim.x - 1) flags[0] = 1;
  out[blockIdx.x] = 1;
}

// Each block waits for the one before it.
extern "C" __global__ void chain_of_blocks(volatile int* flags, int* carry) {
  if (threadIdx.x != 0) return;
  const unsigned block = blockIdx.x;
  if (block > 0) {
    while (flags[block - 1] == 0) {
    }
  }
  __threadfence();
  carry[block] = (block > 0 ? carry[block - 1] : 0) + 1;
  __threadfence();
  flags[block] = 1;
}

extern "C" __global__ void halves_meet_apart(int* out) {
  __shared__ int words[32];
  words[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 16) {
    __syncwarp(0x0000FFFF);
  } else {
    __syncwarp(0xFFFF0000);
  }
  out[threadIdx.x] = words[31 - threadIdx.x];  // the other half's
}

extern "C" __global__ void a_shuffle_between(int* out) {
  __shared__ int words[32];
  words[threadIdx.x] = threadIdx.x;
  const int shuffled = __shfl_xor_sync(0xFFFFFFFF, threadIdx.x, 1);
  out[threadIdx.x] = words[31 - threadIdx.x] + shuffled;  // after the shuffle
}

extern "C" __global__ void another_mask(int* out) {
  int value = threadIdx.x;
  if (threadIdx.x < 16) {
    value = __shfl_sync(0xFFFFFFFF, value, 0);  // names all
  } else {
    value = __shfl_sync(0xFFFFFFFF, value, 1);  // so does this one
  }
  out[threadIdx.x] = value;
}
