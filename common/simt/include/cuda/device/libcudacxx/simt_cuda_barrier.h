// cuda::barrier: threads of a block arrive, and wait for the end of the phase, together or apart. CUDA C++
// Programming Guide, "Asynchronous Barrier".
//
// Its 8 bytes are an mbarrier in shared memory, whatever the scope: the machine has none between blocks.
#pragma once

#include "../simt_phases.h"
#include "simt_cuda_memcpy_async.h"

namespace cuda {

namespace simt {
struct NothingToComplete {
  __device__ __forceinline__ void operator()() const {}
};
}  // namespace simt

template <thread_scope Scope, class Completion = simt::NothingToComplete>
class barrier {
 public:
  // The phase that was arrived at.
  class arrival_token {
   public:
    arrival_token() = default;

   private:
    friend class barrier;
    __device__ __forceinline__ explicit arrival_token(unsigned parity) : parity_(parity) {}
    unsigned parity_;
  };

  barrier() = default;
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;
  __device__ __forceinline__ explicit barrier(ptrdiff_t expected, Completion completion = Completion()) {
    start(expected, completion);
  }

  [[nodiscard]] __device__ __forceinline__ arrival_token arrive(ptrdiff_t update = 1) {
    return arrival_token(arrive_with(static_cast<unsigned>(update), simt_phases::kArrive));
  }
  __device__ __forceinline__ void arrive_and_drop() {
    arrive_with(1, simt_phases::kArrive | simt_phases::kDrop);
  }
  __device__ __forceinline__ void wait(arrival_token&& token) { wait_parity(token.parity_ != 0); }
  __device__ __forceinline__ void wait(const arrival_token& token) { wait_parity(token.parity_ != 0); }
  __device__ __forceinline__ void wait_parity(bool parity) { simt_phases::wait(&word_, parity ? 1 : 0); }
  __device__ __forceinline__ void arrive_and_wait() { wait(arrive()); }
  __device__ __forceinline__ bool try_wait(const arrival_token& token) {
    return try_wait_parity(token.parity_ != 0);
  }
  __device__ __forceinline__ bool try_wait_parity(bool parity) {
    return simt_phases::is_over(&word_, parity ? 1 : 0);
  }
  // The machine has no time: these look once.
  template <class Duration>
  __device__ __forceinline__ bool try_wait_for(const arrival_token& token, const Duration& /*limit*/) {
    return try_wait(token);
  }
  template <class Duration>
  __device__ __forceinline__ bool try_wait_parity_for(bool parity, const Duration& /*limit*/) {
    return try_wait_parity(parity);
  }
  __host__ __device__ __forceinline__ static constexpr ptrdiff_t max() { return simt_phases::kMostArrivals; }

  // The machine's own: the barrier's 8 bytes, and their beginning.
  __device__ __forceinline__ __mbarrier_t* word() { return &word_; }

  __device__ __forceinline__ void start(ptrdiff_t expected, const Completion& completion) {
    if constexpr (kCompletes) completion_ = completion;
    simt_init_phases(&word_, static_cast<unsigned>(expected));
  }

 private:
  static constexpr bool kCompletes = !::std::is_same<Completion, simt::NothingToComplete>::value;

  // The last arrival of a phase runs the completion before the phase ends.
  __device__ __forceinline__ unsigned arrive_with(unsigned count, unsigned step) {
    if constexpr (kCompletes) {
      const unsigned found = simt_arrive_phase(&word_, count, step | simt_phases::kHold);
      if ((found & 2) != 0) {
        completion_();
        simt_arrive_phase(&word_, 0, simt_phases::kComplete);
      }
      return found & 1;
    } else {
      return simt_arrive_phase(&word_, count, step) & 1;
    }
  }

  alignas(8) __mbarrier_t word_;
  Completion completion_;
};

template <thread_scope Scope, class Completion>
__device__ __forceinline__ void init(barrier<Scope, Completion>* made, ptrdiff_t expected,
                                     Completion completion) {
  made->start(expected, completion);
}
template <thread_scope Scope, class Completion>
__device__ __forceinline__ void init(barrier<Scope, Completion>* made, ptrdiff_t expected) {
  init(made, expected, Completion());
}

namespace device {
template <class Completion>
__device__ __forceinline__ __mbarrier_t* barrier_native_handle(barrier<thread_scope_block, Completion>& of) {
  return of.word();
}
}  // namespace device

// The barrier's phase ends when the copy is there, too; the threads still arrive by themselves.
template <class Group, class T, class Size, thread_scope Scope, class Completion>
__device__ __forceinline__ void memcpy_async(const Group& group, T* to, const T* from, Size size,
                                             barrier<Scope, Completion>& done) {
  simt::copy_by(group, to, from, size);
  simt_phases::bind_copies(done.word());
}
template <class T, class Size, thread_scope Scope, class Completion>
__device__ __forceinline__ void memcpy_async(T* to, const T* from, Size size,
                                             barrier<Scope, Completion>& done) {
  memcpy_async(simt_async::OneThread{}, to, from, size, done);
}

namespace std {
template <class Completion = cuda::simt::NothingToComplete>
using barrier = cuda::barrier<thread_scope_system, Completion>;
}

}  // namespace cuda
