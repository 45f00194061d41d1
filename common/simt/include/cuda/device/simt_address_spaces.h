// Addresses of one memory, as PTX takes them, and generic pointers. CUDA C++ Programming Guide, "Address
// Space Predicate Functions" and "Address Space Conversion Functions".
//
// An address in shared memory is an offset from the begin of the block's; other memory has one kind of
// address.
#pragma once

#include <stddef.h>

#include "simt_runtime.h"

__device__ __forceinline__ size_t __cvta_generic_to_shared(const void* pointer) {
  return reinterpret_cast<size_t>(pointer) - simt_shared_base();
}
__device__ __forceinline__ void* __cvta_shared_to_generic(size_t address) {
  return reinterpret_cast<void*>(simt_shared_base() + address);
}

#define SIMT_ONE_ADDRESS(space)                                                      \
  __device__ __forceinline__ size_t __cvta_generic_to_##space(const void* pointer) { \
    return reinterpret_cast<size_t>(pointer);                                        \
  }                                                                                  \
  __device__ __forceinline__ void* __cvta_##space##_to_generic(size_t address) {     \
    return reinterpret_cast<void*>(address);                                         \
  }
SIMT_ONE_ADDRESS(global)
SIMT_ONE_ADDRESS(local)
SIMT_ONE_ADDRESS(constant)
#undef SIMT_ONE_ADDRESS
