// The C library's functions of memory that kernels may call, and the heap, which they may not.
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

#define SIMT_NO_HEAP(name) \
  SIMT_UNSUPPORTED(        \
      name " in a kernel is not supported: let the host allocate, and pass the buffer as an argument")

SIMT_NO_HEAP("malloc") __device__ void* malloc(size_t bytes);
SIMT_NO_HEAP("calloc") __device__ void* calloc(size_t count, size_t bytes);
SIMT_NO_HEAP("realloc") __device__ void* realloc(void* memory, size_t bytes);
SIMT_NO_HEAP("free") __device__ void free(void* memory);
SIMT_NO_HEAP("new") __device__ void* operator new(size_t bytes);
SIMT_NO_HEAP("new") __device__ void* operator new[](size_t bytes);
#ifdef __cpp_aligned_new  // since C++17
SIMT_NO_HEAP("new") __device__ void* operator new(size_t bytes, std::align_val_t alignment);
SIMT_NO_HEAP("new") __device__ void* operator new[](size_t bytes, std::align_val_t alignment);
#endif
#undef SIMT_NO_HEAP

// Every virtual destructor names these, whether anybody calls them or not: so they are refused when they run.
__device__ __forceinline__ void operator delete(void*) noexcept {
  simt_trap("delete in a kernel is not supported: let the host free what it allocated");
}
__device__ __forceinline__ void operator delete[](void* memory) noexcept { operator delete(memory); }
__device__ __forceinline__ void operator delete(void* memory, size_t) noexcept { operator delete(memory); }
__device__ __forceinline__ void operator delete[](void* memory, size_t) noexcept { operator delete(memory); }

// An object in memory that there is.
__device__ __forceinline__ void* operator new(size_t, void* memory) noexcept { return memory; }
__device__ __forceinline__ void* operator new[](size_t, void* memory) noexcept { return memory; }
__device__ __forceinline__ void operator delete(void*, void*) noexcept {}
__device__ __forceinline__ void operator delete[](void*, void*) noexcept {}

// Addresses of one memory, as PTX takes them, and generic pointers. CUDA C++ Programming Guide, "Address
// Space Predicate Functions" and "Address Space Conversion Functions".
//
// An address in shared memory is an offset from the begin of the block's; other memory has one kind of
// address.

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
