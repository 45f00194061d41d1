// The barrier of CUDA 11.0's preview, which programs of that time use; cuda::barrier took its place.
#pragma once

#include "simt_phases.h"

namespace nvcuda {
namespace experimental {

class awbarrier {
 public:
  class arrival_token {
   public:
    arrival_token() = default;

   private:
    friend class awbarrier;
    __device__ __forceinline__ explicit arrival_token(unsigned parity) : parity_(parity) {}
    unsigned parity_;
  };

  awbarrier() = default;
  awbarrier(const awbarrier&) = delete;
  awbarrier& operator=(const awbarrier&) = delete;

  __device__ __forceinline__ arrival_token arrive() { return arrival_token(simt_phases::arrive(&barrier_)); }
  __device__ __forceinline__ arrival_token arrive_and_drop() {
    return arrival_token(simt_phases::arrive_and_drop(&barrier_));
  }
  __device__ __forceinline__ void wait(arrival_token token) { simt_phases::wait(&barrier_, token.parity_); }
  __device__ __forceinline__ bool timed_wait(arrival_token token, unsigned /*cycles*/) {
    return simt_phases::is_over(&barrier_, token.parity_);
  }
  __device__ __forceinline__ bool timed_wait_parity(bool parity, unsigned /*cycles*/) {
    return simt_phases::is_over(&barrier_, parity ? 1 : 0);
  }
  __device__ __forceinline__ bool try_wait(arrival_token token, unsigned /*nanoseconds*/) {
    return simt_phases::is_over(&barrier_, token.parity_);
  }
  __device__ __forceinline__ void arrive_and_wait() { wait(arrive()); }
  __host__ __device__ __forceinline__ static constexpr unsigned max() { return simt_phases::kMostArrivals; }

 private:
  friend __device__ void init(awbarrier* barrier, unsigned count);
  friend __device__ void inval(awbarrier* barrier);
  friend class pipeline;

  __mbarrier_t barrier_;
};

__device__ __forceinline__ void init(awbarrier* barrier, unsigned count) {
  simt_init_phases(&barrier->barrier_, count);
}
__device__ __forceinline__ void inval(awbarrier* barrier) { barrier->barrier_ = 0; }

}  // namespace experimental
}  // namespace nvcuda
