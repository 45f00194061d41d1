// Which threads a synchronisation object is for, and the size of a copy with its alignment.
#pragma once

#include "../simt_device.h"

namespace cuda {

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread = 10 };

// A number of bytes, that addresses and it are multiples of.
template <size_t Alignment>
struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;

  __host__ __device__ __forceinline__ explicit constexpr aligned_size_t(size_t bytes) : value(bytes) {}
  __host__ __device__ __forceinline__ constexpr operator size_t() const { return value; }
};

}  // namespace cuda
