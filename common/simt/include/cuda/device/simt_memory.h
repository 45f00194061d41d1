// The C library's functions of memory that kernels may call, and the heap, which they may not.
#pragma once

#include "simt_runtime.h"
#include "simt_standard_library.h"
#include "simt_unsupported.h"

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
SIMT_NO_HEAP("new") __device__ void* operator new(size_t bytes, std::align_val_t alignment);
SIMT_NO_HEAP("new") __device__ void* operator new[](size_t bytes, std::align_val_t alignment);
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
