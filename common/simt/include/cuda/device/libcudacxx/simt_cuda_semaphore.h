// Counts that threads wait for: cuda::latch, cuda::counting_semaphore and binary_semaphore.
#pragma once

#include "simt_cuda_atomic.h"

namespace cuda {

// A count that goes down to 0 once, and threads that wait for it.
template <thread_scope Scope>
class latch {
 public:
  __host__ __device__ constexpr explicit latch(ptrdiff_t expected) : left_(expected) {}
  latch() = default;
  latch(const latch&) = delete;
  latch& operator=(const latch&) = delete;

  __device__ __forceinline__ void count_down(ptrdiff_t update = 1) {
    left_.fetch_sub(update, memory_order_release);
  }
  __device__ __forceinline__ bool try_wait() const { return left_.load(memory_order_acquire) == 0; }
  __device__ __forceinline__ void wait() const {
    while (!try_wait()) {
    }
  }
  __device__ __forceinline__ void arrive_and_wait(ptrdiff_t update = 1) {
    count_down(update);
    wait();
  }

 private:
  atomic<ptrdiff_t, Scope> left_;
};

// So many threads may be where the others wait to be.
template <thread_scope Scope, ptrdiff_t Most = 0x7FFFFFFF>
class counting_semaphore {
 public:
  __host__ __device__ constexpr explicit counting_semaphore(ptrdiff_t count) : left_(count) {}
  counting_semaphore() = default;
  counting_semaphore(const counting_semaphore&) = delete;
  counting_semaphore& operator=(const counting_semaphore&) = delete;

  __device__ __forceinline__ void release(ptrdiff_t update = 1) {
    left_.fetch_add(update, memory_order_release);
  }
  __device__ __forceinline__ bool try_acquire() {
    ptrdiff_t found = left_.load(memory_order_acquire);
    return found > 0 && left_.compare_exchange_strong(found, found - 1, memory_order_acquire);
  }
  __device__ __forceinline__ void acquire() {
    while (!try_acquire()) {
    }
  }
  __host__ __device__ __forceinline__ static constexpr ptrdiff_t max() { return Most; }

 private:
  atomic<ptrdiff_t, Scope> left_;
};

template <thread_scope Scope>
using binary_semaphore = counting_semaphore<Scope, 1>;

}  // namespace cuda
