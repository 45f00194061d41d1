// cuda::latch: a count that goes down to 0 once, and threads that wait for it.
#pragma once

#include "simt_cuda_atomic.h"

namespace cuda {

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

}  // namespace cuda
