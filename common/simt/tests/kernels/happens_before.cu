// What one thread hands another by way of an object in memory, and what only looks as if it did.
#include <cuda/atomic>
#include <cuda/barrier>

constexpr int kThreads = 128;

__device__ int flag;
__device__ int count;
__device__ int data;

// ---- within a block: each thread reads what the last one stored

template <int kHow>
__device__ void mirror(const int* in, int* out, int* nothing) {
  __shared__ int tile[kThreads];
  const int t = threadIdx.x;
  tile[t] = in[t];
  if (kHow == 0) {  // an atomic operation on a word that means nothing
    __threadfence_block();
    atomicAdd(nothing, 0);
  } else if (kHow == 1) {  // fences on both sides of it
    __threadfence();
    atomicAdd(nothing, 0);
    __threadfence();
  } else if (kHow == 2) {  // a volatile load
    __threadfence();
    if (*static_cast<volatile int*>(nothing) == 77) out[t] = 0;
    __threadfence();
  } else {
    __syncthreads();
  }
  out[t] = tile[kThreads - 1 - t];
}
extern "C" __global__ void by_nothing(const int* in, int* out, int* nothing) { mirror<0>(in, out, nothing); }
extern "C" __global__ void by_fences_around_nothing(const int* in, int* out, int* nothing) {
  mirror<1>(in, out, nothing);
}
extern "C" __global__ void by_a_volatile_load(const int* in, int* out, int* nothing) {
  mirror<2>(in, out, nothing);
}
extern "C" __global__ void by_a_barrier(const int* in, int* out, int* nothing) {
  mirror<3>(in, out, nothing);
}

// A barrier that only its own thread arrives at.
extern "C" __global__ void by_barriers_of_one(const int* in, int* out, int* /*nothing*/) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ Barrier alone[kThreads];
  __shared__ int tile[kThreads];
  const int t = threadIdx.x;
  init(&alone[t], 1);
  __syncthreads();
  tile[t] = in[t];
  alone[t].arrive_and_wait();
  out[t] = tile[kThreads - 1 - t];
}
extern "C" __global__ void by_a_barrier_of_all(const int* in, int* out, int* /*nothing*/) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ Barrier all;
  __shared__ int tile[kThreads];
  const int t = threadIdx.x;
  if (t == 0) init(&all, kThreads);
  __syncthreads();
  tile[t] = in[t];
  all.arrive_and_wait();
  out[t] = tile[kThreads - 1 - t];
}

// ---- between blocks: block 0 releases, block 1 acquires

template <class Release, class Acquire>
__device__ void hand_over(int* out, Release release, Acquire acquire) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data = 42;
    release();
  } else {
    acquire();
    out[0] = data;
  }
}
__device__ void wait_for_flag() {
  while (atomicAdd(&flag, 0) == 0) {
  }
}
extern "C" __global__ void fences_on_both_sides(int* out) {
  hand_over(
      out, [] { __threadfence(), atomicExch(&flag, 1); }, [] { wait_for_flag(), __threadfence(); });
}
extern "C" __global__ void no_acquire(int* out) {
  hand_over(
      out, [] { __threadfence(), atomicExch(&flag, 1); },
      [] {
        while (atomicCAS(&flag, 1, 0) != 1) {
        }
      });
}
extern "C" __global__ void acquired_by_an_exchange(int* out) {
  hand_over(
      out, [] { __threadfence(), atomicExch(&flag, 1); }, [] { wait_for_flag(); });
}
extern "C" __global__ void volatile_flag_without_a_fence(int* out) {
  hand_over(
      out, [] { __threadfence(), atomicExch(&flag, 1); },
      [] {
        while (*static_cast<volatile int*>(&flag) == 0) {
        }
      });
}
extern "C" __global__ void no_release(int* out) {
  hand_over(
      out, [] { atomicExch(&flag, 1); }, [] { wait_for_flag(), __threadfence(); });
}
extern "C" __global__ void fence_of_block_scope(int* out) {
  hand_over(
      out, [] { __threadfence_block(), atomicExch(&flag, 1); }, [] { wait_for_flag(), __threadfence(); });
}
extern "C" __global__ void atomic_of_block_scope(int* out) {
  hand_over(
      out, [] { __threadfence(), atomicExch_block(&flag, 1); }, [] { wait_for_flag(), __threadfence(); });
}
// Block 1 reads another object than the one that block 0 released.
extern "C" __global__ void another_flag(int* out) {
  hand_over(
      out, [] { __threadfence(), atomicExch(&flag, 1); },
      [] { __threadfence(), atomicAdd(&count, 1), __threadfence(); });
}
extern "C" __global__ void volatile_flag(int* out) {
  hand_over(
      out, [] { __threadfence(), *static_cast<volatile int*>(&flag) = 1; },
      [] {
        while (*static_cast<volatile int*>(&flag) == 0) {
        }
        __threadfence();
      });
}
using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;
extern "C" __global__ void release_and_acquire(int* out) {
  hand_over(
      out, [] { Flag(flag).store(1, cuda::memory_order_release); },
      [] {
        while (Flag(flag).load(cuda::memory_order_acquire) == 0) {
        }
      });
}
extern "C" __global__ void release_and_relaxed(int* out) {
  hand_over(
      out, [] { Flag(flag).store(1, cuda::memory_order_release); },
      [] {
        while (Flag(flag).load(cuda::memory_order_relaxed) == 0) {
        }
      });
}
// A store that nobody fenced before comes between: who reads it has not read what was released.
extern "C" __global__ void overwritten_flag(int* out) {
  hand_over(
      out, [] { __threadfence(), atomicExch(&flag, 1), *static_cast<volatile int*>(&flag) = 2; },
      [] {
        while (*static_cast<volatile int*>(&flag) != 2) {
        }
        __threadfence();
      });
}

// CUDA's sample threadFenceReduction: the last block reads what all the others stored.
template <bool kFences>
__device__ void sum_of_blocks(int* part, int* out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = blockIdx.x + 1;
    if (kFences) __threadfence();
    is_last = atomicInc(reinterpret_cast<unsigned*>(&count), gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last || threadIdx.x != 1) return;
  int sum = 0;
  for (int b = 0; b < gridDim.x; ++b) sum += part[b];
  out[0] = sum;
}
extern "C" __global__ void last_block(int* part, int* out) { sum_of_blocks<true>(part, out); }
extern "C" __global__ void last_block_without_fences(int* part, int* out) { sum_of_blocks<false>(part, out); }

// Each thread fences what it stored, and one of them releases all of it behind a barrier.
extern "C" __global__ void fences_before_a_barrier(int* part, int* out) {
  __shared__ bool is_last;
  part[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicInc(reinterpret_cast<unsigned*>(&count), gridDim.x) == gridDim.x - 1;
  __syncthreads();
  if (is_last) out[threadIdx.x] = part[(gridDim.x - 1 - threadIdx.x % gridDim.x) * blockDim.x + threadIdx.x];
}

// What block 1 acquired from block 0, block 2 acquires from block 1 with it.
extern "C" __global__ void chain_of_blocks(int* part, int* out) {
  if (threadIdx.x != 0) return;
  part[blockIdx.x] = blockIdx.x;
  while (atomicAdd(&count, 0) != blockIdx.x) {
  }
  __threadfence();
  if (blockIdx.x == gridDim.x - 1) out[0] = part[0] + part[1];
  __threadfence();
  atomicExch(&count, blockIdx.x + 1);
}

// A lock that the first one takes without a fence behind it, and the others as they should.
template <bool kAll>
__device__ void add_under_lock() {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&flag, 0, 1) != 0) {
  }
  if (kAll || blockIdx.x != 0) __threadfence();
  data = data + 1;  // the sum
  __threadfence();
  atomicExch(&flag, 0);
}
extern "C" __global__ void lock_with_fences() { add_under_lock<true>(); }
extern "C" __global__ void lock_without_the_first_fence() { add_under_lock<false>(); }

// Eight blocks add to one word, each for itself.
extern "C" __global__ void add_in_blocks(int* sum) { atomicAdd_block(sum, 1); }
extern "C" __global__ void add_in_one_block(int* sum) {
  if (blockIdx.x == 0) atomicAdd_block(sum, 1);
}

// The first warp waits for the second.
extern "C" __global__ void a_warp_waits(int* place) {
  if (threadIdx.x < 32) {
    while (atomicAdd(place, 0) == 0) {
    }
  } else if (threadIdx.x == 32) {
    atomicExch(place, 1);
  }
}
// The first block waits for the second.
extern "C" __global__ void a_block_waits(int* place) {
  if (blockIdx.x == 0) {
    while (atomicAdd(place, 0) == 0) {
    }
  } else if (threadIdx.x == 0) {
    atomicExch(place, 1);
  }
}

// The first block waits for the second half of 16 bytes that it reads at a time.
extern "C" __global__ void a_block_waits_for_a_half(unsigned long long* place) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    unsigned long long first = 0;
    unsigned long long second = 0;
    while (second == 0)
      asm volatile("ld.volatile.global.v2.u64 {%0, %1}, [%2];" : "=l"(first), "=l"(second) : "l"(place));
  } else {
    asm volatile("st.volatile.global.v2.u64 [%0], {%1, %2};" ::"l"(place), "l"(0ULL), "l"(1ULL));
  }
}

// ---- blocks that work in place: one reads, and tells so by a relaxed store; the next one writes there

__device__ volatile int turn;

template <bool kPasses = true>
__device__ void pass_barrier() {
  if (kPasses) __syncthreads();
}
__device__ void wait_for_turn() {
  while (turn < blockIdx.x) __threadfence_block();  // as CUB waits
}

// Each block writes where the one before it has read.
template <bool kBarrier, bool kSees, bool kReadsLater>
__device__ void shift_left(const int* from, int* to) {
  const int t = threadIdx.x;
  const int n = blockDim.x;
  const int mine = from[blockIdx.x * n + t];
  pass_barrier<kBarrier>();
  if (t == 0) {
    if (kSees) wait_for_turn();
    turn = blockIdx.x + 1;
  }
  if (kReadsLater && from[blockIdx.x * n + t] == -1) return;
  __syncthreads();
  if (blockIdx.x != 0) to[(blockIdx.x - 1) * n + t] = mine;
}
extern "C" __global__ void shift_in_turn(const int* from, int* to) {
  shift_left<true, true, false>(from, to);
}
extern "C" __global__ void shift_without_a_barrier(const int* from, int* to) {
  shift_left<false, true, false>(from, to);
}
extern "C" __global__ void shift_unseen(const int* from, int* to) {
  shift_left<true, false, false>(from, to);
  if (threadIdx.x == 77) __threadfence_block();
}
extern "C" __global__ void shift_and_read_again(const int* from, int* to) {
  shift_left<true, true, true>(from, to);
}

// Each writes where the first one has read, which only the second has seen.
extern "C" __global__ void shift_along_a_chain(int* part, int* /*out*/) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) part[64 + t] = part[t];
  __syncthreads();
  if (t == 0) {
    wait_for_turn();
    turn = blockIdx.x + 1;
  }
  __syncthreads();
  if (blockIdx.x == gridDim.x - 1) part[t] = 1;
}
// The same, by atomic operations, which each block sees the last one's of.
extern "C" __global__ void shift_by_tickets(int* part, int* /*out*/) {
  __shared__ int ticket;
  const int t = threadIdx.x;
  const int mine = part[blockIdx.x * blockDim.x + t];
  __syncthreads();
  if (t == 0) ticket = atomicAdd(&count, 1);
  if (t == 77) __threadfence_block();
  __syncthreads();
  if (ticket == gridDim.x - 1) part[t] = mine;
}

// The other two orders need a fence: a write before a read, and a write before a write.
template <bool kReads>
__device__ void write_in_turn(int* part, int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) part[t] = t;
  __syncthreads();
  if (t == 0) {
    wait_for_turn();
    turn = blockIdx.x + 1;
  }
  __syncthreads();
  if (blockIdx.x == 0) return;
  if (kReads) {
    out[t] = part[t];
  } else {
    part[t] = -t;
  }
}
extern "C" __global__ void read_in_turn(int* part, int* out) { write_in_turn<true>(part, out); }
extern "C" __global__ void overwrite_in_turn(int* part, int* out) { write_in_turn<false>(part, out); }
