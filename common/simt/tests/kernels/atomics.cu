// Atomic operations on shared and global memory: all types, their results, what they cost, and what they
// order.
#include <cuda_runtime.h>

extern "C" __global__ void histogram_global(const int* in, unsigned* bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[in[i]], 1u);  // one bin a value
}

extern "C" __global__ void histogram_shared(const int* in, unsigned* bins, int n) {
  __shared__ unsigned mine[64];
  if (threadIdx.x < 64) mine[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&mine[in[i]], 1u);  // privatised
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);  // merged
}

// Each thread applies every operation to its own element, in[t] with operand 3; olds and results go out.
template <class T>
__device__ void all_of(T* at, T* olds) {
  const int t = threadIdx.x;
  olds[0 * 32 + t] = atomicAdd(&at[t], T(3));
  olds[1 * 32 + t] = atomicExch(&at[t], T(40 + t));
  olds[2 * 32 + t] = atomicCAS(&at[t], T(40), T(7));
  olds[3 * 32 + t] = atomicMin(&at[t], T(50));
  olds[4 * 32 + t] = atomicMax(&at[t], T(48));
  olds[5 * 32 + t] = atomicAnd(&at[t], T(62));
  olds[6 * 32 + t] = atomicOr(&at[t], T(128));
  olds[7 * 32 + t] = atomicXor(&at[t], T(1));
}
extern "C" __global__ void all_int(int* at, int* olds) { all_of(at, olds); }
extern "C" __global__ void all_unsigned(unsigned* at, unsigned* olds) { all_of(at, olds); }
extern "C" __global__ void all_unsigned64(unsigned long long* at, unsigned long long* olds) {
  all_of(at, olds);
}

extern "C" __global__ void signed64(long long* at) {
  atomicMin(&at[0], static_cast<long long>(threadIdx.x) - 5);
  atomicMax(&at[1], static_cast<long long>(threadIdx.x) - 50);
}

extern "C" __global__ void floating(float* sums, double* double_sums) {
  __shared__ float block_sum;
  if (threadIdx.x == 0) block_sum = 0;
  __syncthreads();
  atomicAdd(&block_sum, 0.5f);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(sums, block_sum);
  atomicAdd(double_sums, 0.25);
  if (threadIdx.x == 5) atomicExch(&sums[1], 2.5f);
}

extern "C" __global__ void around(unsigned* counters, unsigned* tickets) {
  tickets[threadIdx.x] = atomicInc(&counters[0], 4);
  atomicDec(&counters[1], 4);
  atomicSub(&counters[2], 2u);
}

extern "C" __global__ void contended_wide(unsigned long long* counter) {
  __shared__ unsigned long long places[32];
  places[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&places[threadIdx.x / 32], 1ull);  // eight bytes wide
  __syncthreads();
  if (threadIdx.x == 0) *counter = places[0];
}

extern "C" __global__ void contended(unsigned* counter, int same) {
  __shared__ unsigned places[1024];
  places[threadIdx.x * 32] = 0;
  places[threadIdx.x] = 0;
  __syncthreads();
  const int place = same ? 0 : threadIdx.x;
  atomicAdd(&places[place], 3u);                         // native
  atomicAdd(&places[place], 1u);                         // counted
  counter[threadIdx.x] = atomicAdd(&places[place], 1u);  // numbered
  atomicCAS(&places[place], 0u, 1u);                     // compare and swap
  atomicAdd(&counter[32 + place], 1u);                   // global
}

// The last block to arrive adds up what all blocks wrote: ordered by the fence and the ticket.
extern "C" __global__ void last_block_sums(const float* in, float* partial, unsigned* arrived, float* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    last = atomicAdd(arrived, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float sum = 0;
    for (int i = 0; i < gridDim.x; ++i) sum += partial[i];
    *out = sum;
  }
}

extern "C" __global__ void without_the_fence(const float* in, float* partial, unsigned* arrived, float* out) {
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = in[blockIdx.x];  // not fenced
  if (atomicAdd(arrived, 1u) == gridDim.x - 1) {
    float sum = 0;
    for (int i = 0; i < gridDim.x; ++i) sum += partial[i];  // others' partial sums
    *out = sum;
  }
}

extern "C" __global__ void mixed(unsigned* counter) {
  __shared__ unsigned count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1u);                      // atomic
  if (threadIdx.x == 40) counter[0] = count;  // plain read
}

extern "C" __global__ void of_nothing(unsigned* never) { atomicAdd(never, 1u); }
extern "C" __global__ void beyond(unsigned* counter) { atomicAdd(&counter[64 + threadIdx.x], 1u); }

// The same operations by the functions that take an order.
template <class T>
__device__ void all_ordered(T* at, T* olds) {
  const int t = threadIdx.x;
  T swapped = 40;
  olds[0 * 32 + t] = __nv_atomic_fetch_add(&at[t], 3, __NV_ATOMIC_RELAXED);
  olds[1 * 32 + t] = __nv_atomic_exchange_n(&at[t], 40 + t, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_compare_exchange_n(&at[t], &swapped, 7, false, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_RELAXED);
  olds[2 * 32 + t] = swapped;
  olds[3 * 32 + t] = __nv_atomic_fetch_min(&at[t], 50, __NV_ATOMIC_RELAXED);
  olds[4 * 32 + t] = __nv_atomic_fetch_max(&at[t], 48, __NV_ATOMIC_SEQ_CST);
  olds[5 * 32 + t] = __nv_atomic_fetch_and(&at[t], 62, __NV_ATOMIC_RELAXED);
  olds[6 * 32 + t] = __nv_atomic_load_n(&at[t], __NV_ATOMIC_RELAXED);
  __nv_atomic_or(&at[t], 128, __NV_ATOMIC_RELAXED);
  __nv_atomic_load(&at[t], &olds[7 * 32 + t], __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_xor(&at[t], 1, __NV_ATOMIC_RELAXED);
}
extern "C" __global__ void ordered_int(int* at, int* olds) { all_ordered(at, olds); }
extern "C" __global__ void ordered_unsigned64(unsigned long long* at, unsigned long long* olds) {
  all_ordered(at, olds);
}
extern "C" __global__ void ordered_numbers(float* sum, double* difference, unsigned long* stored) {
  __nv_atomic_add(sum, 0.5f, __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_sub(difference, 0.25, __NV_ATOMIC_RELAXED);
  __nv_atomic_store_n(stored, 9, __NV_ATOMIC_RELAXED);
}

// A value that another block waits for.
template <int kOrder>
__device__ void hand_over(int* value, unsigned* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    value[0] = 5;
    __nv_atomic_store_n(flag, 1, kOrder);
  } else {
    while (__nv_atomic_load_n(flag, kOrder == __NV_ATOMIC_RELEASE ? __NV_ATOMIC_ACQUIRE : kOrder) == 0) {
    }
    out[0] = value[0];  // handed over
  }
}
extern "C" __global__ void released(int* value, unsigned* flag, int* out) {
  hand_over<__NV_ATOMIC_RELEASE>(value, flag, out);
}
extern "C" __global__ void not_released(int* value, unsigned* flag, int* out) {
  hand_over<__NV_ATOMIC_RELAXED>(value, flag, out);
}
