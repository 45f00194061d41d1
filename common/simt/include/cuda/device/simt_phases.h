// Barriers with phases in shared memory (mbarrier), by C functions. CUDA C++ Programming Guide, "Memory Barrier Primitives
// Interface"; PTX ISA, "mbarrier".
#pragma once

#include "simt_device.h"

// 8 bytes of shared memory.
typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

namespace simt_phases {

constexpr unsigned kMostArrivals = (1U << 20) - 1;

// The bits of simt::abi::PhaseStep.
constexpr unsigned kArrive = 1;
constexpr unsigned kDrop = 2;
constexpr unsigned kHold = 4;
constexpr unsigned kComplete = 8;
constexpr unsigned kBindCopies = 16;

// The parity of the phase that is arrived at.
__device__ __forceinline__ unsigned arrive(void* barrier, unsigned count = 1) {
  return simt_arrive_phase(barrier, count, kArrive) & 1;
}
__device__ __forceinline__ unsigned arrive_and_drop(void* barrier) {
  return simt_arrive_phase(barrier, 1, kArrive | kDrop) & 1;
}
__device__ __forceinline__ void bind_copies(void* barrier) { simt_arrive_phase(barrier, 0, kBindCopies); }

// wait() returns when the phase of this parity is over. is_over() only says whether it is.
__device__ __forceinline__ void wait(void* barrier, unsigned parity) { simt_wait_phase(barrier, parity, 0); }
__device__ __forceinline__ bool is_over(void* barrier, unsigned parity) {
  return simt_wait_phase(barrier, parity, 1) != 0;
}

}  // namespace simt_phases

__device__ __forceinline__ constexpr unsigned __mbarrier_maximum_count() {
  return simt_phases::kMostArrivals;
}
__device__ __forceinline__ void __mbarrier_init(__mbarrier_t* barrier, unsigned count) {
  simt_init_phases(barrier, count);
}
__device__ __forceinline__ void __mbarrier_inval(__mbarrier_t* barrier) { *barrier = 0; }
__device__ __forceinline__ __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
  return simt_phases::arrive(barrier);
}
__device__ __forceinline__ __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier) {
  return simt_phases::arrive_and_drop(barrier);
}
__device__ __forceinline__ bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token) {
  return simt_phases::is_over(barrier, static_cast<unsigned>(token));
}
__device__ __forceinline__ bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool parity) {
  return simt_phases::is_over(barrier, parity ? 1 : 0);
}
__device__ __forceinline__ bool __mbarrier_try_wait(__mbarrier_t* barrier, __mbarrier_token_t token,
                                                    unsigned /*nanoseconds*/) {
  return simt_phases::is_over(barrier, static_cast<unsigned>(token));
}
__device__ __forceinline__ bool __mbarrier_try_wait_parity(__mbarrier_t* barrier, bool parity,
                                                           unsigned /*nanoseconds*/) {
  return simt_phases::is_over(barrier, parity ? 1 : 0);
}
