// Barriers of the block, and fences. CUDA C++ Programming Guide, "Synchronization Functions" and "Memory
// Fence Functions".
#pragma once

#include "simt_runtime.h"

// __syncthreads() itself is clang's own: it must be called, and simtcc knows it.
__device__ __forceinline__ int __syncthreads_count(int predicate) { return simt_barrier_count(predicate); }
__device__ __forceinline__ int __syncthreads_or(int predicate) { return simt_barrier_count(predicate) != 0; }
__device__ __forceinline__ int __syncthreads_and(int predicate) {
  return simt_barrier_count(!predicate) == 0;
}

// There is one GPU: what the whole device sees, the system sees.
__device__ __forceinline__ void __threadfence_block() { simt_fence(0); }
__device__ __forceinline__ void __threadfence() { simt_fence(1); }
__device__ __forceinline__ void __threadfence_system() { simt_fence(1); }
