// The C library's functions of memory that kernels may call, the heap, and what kernels may ask about addresses.
#pragma once

#include "simt_qualifiers.h"
#include "simt_runtime.h"
#include "simt_standard_library.h"

__device__ __forceinline__ void* memcpy(void* to, const void* from, size_t bytes) {
  return __builtin_memcpy(to, from, bytes);
}
__device__ __forceinline__ void* memset(void* to, int byte, size_t bytes) {
  return __builtin_memset(to, byte, bytes);
}

// The heap of kernels. Allocations are aligned to 128 bytes; what they cost is not counted, and accesses to what they gave are.
// CUDA C++ Programming Guide, "Dynamic Global Memory Allocation and Operations".
__device__ __forceinline__ void* malloc(size_t bytes) {
  return reinterpret_cast<void*>(simt_allocate(bytes));
}
__device__ __forceinline__ void free(void* memory) {
  simt_release(reinterpret_cast<unsigned long long>(memory));
}
__device__ __forceinline__ void* __nv_aligned_device_malloc(size_t bytes, size_t alignment) {
  return alignment > 128 ? nullptr : malloc(bytes);
}

// An editor's clang has these in <new> already, from the headers that come with it.
#ifndef __CLANG_CUDA_WRAPPERS_NEW
__device__ __forceinline__ void* operator new(size_t bytes) { return malloc(bytes); }
__device__ __forceinline__ void* operator new[](size_t bytes) { return malloc(bytes); }
#ifdef __cpp_aligned_new  // since C++17
__device__ __forceinline__ void* operator new(size_t bytes, std::align_val_t alignment) {
  return __nv_aligned_device_malloc(bytes, static_cast<size_t>(alignment));
}
__device__ __forceinline__ void* operator new[](size_t bytes, std::align_val_t alignment) {
  return operator new(bytes, alignment);
}
__device__ __forceinline__ void operator delete(void* memory, std::align_val_t) noexcept { free(memory); }
__device__ __forceinline__ void operator delete[](void* memory, std::align_val_t) noexcept { free(memory); }
#endif
__device__ __forceinline__ void operator delete(void* memory) noexcept { free(memory); }
__device__ __forceinline__ void operator delete[](void* memory) noexcept { free(memory); }
__device__ __forceinline__ void operator delete(void* memory, size_t) noexcept { free(memory); }
__device__ __forceinline__ void operator delete[](void* memory, size_t) noexcept { free(memory); }

// An object in memory that there is.
__device__ __forceinline__ void* operator new(size_t, void* memory) noexcept { return memory; }
__device__ __forceinline__ void* operator new[](size_t, void* memory) noexcept { return memory; }
__device__ __forceinline__ void operator delete(void*, void*) noexcept {}
__device__ __forceinline__ void operator delete[](void*, void*) noexcept {}
#endif

// Addresses of one memory, as PTX takes them, and generic pointers. CUDA C++ Programming Guide, "Address
// Space Predicate Functions" and "Address Space Conversion Functions".
//
// An address in shared memory is an offset from the begin of the block's; other memory has one kind of
// address.

__device__ __forceinline__ unsigned __isShared(const void* pointer) { return simt_is_shared(pointer) != 0; }
// A launch without clusters has clusters of one block.
__device__ __forceinline__ unsigned __isClusterShared(const void* pointer) { return __isShared(pointer); }
__device__ __forceinline__ unsigned __isGridConstant(const void* pointer) {
  return simt_is_grid_constant(pointer) != 0;
}
#define SIMT_IS(name, space)                                                                  \
  __device__ __forceinline__ unsigned name(const void* pointer) {                             \
    return simt_space_of(reinterpret_cast<unsigned long long>(pointer)) == (space) ? 1U : 0U; \
  }
SIMT_IS(__isGlobal, 0)  // as simt::Space numbers them
SIMT_IS(__isConstant, 2)
SIMT_IS(__isLocal, 4)
#undef SIMT_IS

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
SIMT_ONE_ADDRESS(grid_constant)
#undef SIMT_ONE_ADDRESS
