// Asynchronous copies by C functions. CUDA C++ Programming Guide, "Pipeline Primitives Interface".
#pragma once

#include "simt_async_copy.h"
#include "simt_phases.h"

// 4, 8 or 16 bytes, the last `zero_filled` of them zeros instead of the source's.
__device__ __forceinline__ void __pipeline_memcpy_async(void* __restrict__ shared,
                                                        const void* __restrict__ global,
                                                        size_t size_and_alignment, size_t zero_filled = 0) {
  const auto bytes = static_cast<unsigned>(size_and_alignment - zero_filled);
  switch (size_and_alignment) {
    case 4:
      return simt_async::copy_as_cuda<4>(shared, global, bytes);
    case 8:
      return simt_async::copy_as_cuda<8>(shared, global, bytes);
    case 16:
      return simt_async::copy_as_cuda<16>(shared, global, bytes);
    default:
      simt_trap("__pipeline_memcpy_async() copies 4, 8 or 16 bytes");
  }
}
__device__ __forceinline__ void __pipeline_commit() { simt_async::commit(); }
__device__ __forceinline__ void __pipeline_wait_prior(size_t groups) {
  simt_async::wait(static_cast<unsigned>(groups));
}
// The barrier's phase ends when the thread's copies so far are there, too. The thread arrives by itself.
__device__ __forceinline__ void __pipeline_arrive_on(__mbarrier_t* barrier) {
  simt_phases::bind_copies(barrier);
}
