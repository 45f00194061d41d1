// What is neither memory nor arithmetic: barriers, fences, the clock, output, assertions, traps, hints to the
// compiler.
#pragma once

#include <time.h>

#include "simt_runtime.h"
#include "simt_standard_library.h"

extern "C" {
// The machine's, beside the C library's for host code.
__device__ int printf(const char* format, ...) __attribute__((format(printf, 1, 2)));
}

// The C library's assert() calls this.
__device__ __forceinline__ __attribute__((noreturn)) void __assert_fail(const char* expression, const char*,
                                                                        unsigned int, const char*) {
  simt_assertion(expression);
}

__device__ __forceinline__ __attribute__((noreturn)) void __trap() { simt_trap("__trap() was called"); }
__device__ __forceinline__ void __brkpt() {}              // a breakpoint where a debugger runs
__device__ __forceinline__ void __prof_trigger(int) {}    // a profiler's counter
__device__ __forceinline__ void __nanosleep(unsigned) {}  // the machine does not model time

// Barriers of the block, and fences. CUDA C++ Programming Guide, "Synchronization Functions" and "Memory
// Fence Functions".

// __syncthreads() itself is clang's own: it must be called, and simtcc knows it.
__device__ __forceinline__ int __syncthreads_count(int predicate) { return simt_barrier_count(predicate); }
__device__ __forceinline__ int __syncthreads_or(int predicate) { return simt_barrier_count(predicate) != 0; }
__device__ __forceinline__ int __syncthreads_and(int predicate) {
  return simt_barrier_count(!predicate) == 0;
}
// The block's barrier of this number, for all of its threads or so many. PTX ISA, "barrier{.cta}".
__device__ __forceinline__ void __barrier_sync(unsigned barrier) {
  simt_named_barrier(barrier, simt_block_dim_x() * simt_block_dim_y() * simt_block_dim_z(), 1);
}
__device__ __forceinline__ void __barrier_sync_count(unsigned barrier, unsigned threads) {
  simt_named_barrier(barrier, threads, 1);
}

// There is one GPU: what the whole device sees, the system sees.
__device__ __forceinline__ void __threadfence_block() { simt_fence(0); }
__device__ __forceinline__ void __threadfence() { simt_fence(1); }
__device__ __forceinline__ void __threadfence_system() { simt_fence(1); }

// Programmatic dependent launch: a kernel may begin before the one in front of it has ended, and waits for that one's results by the
// first of these. Here each launch ends before the next begins, so that there is nothing to wait for.
__device__ __forceinline__ void cudaGridDependencySynchronize() {}
__device__ __forceinline__ void cudaTriggerProgrammaticLaunchCompletion() {}

// The clock of the SIMT machine: modelled cycles of the warp's own memory requests, and of nothing else.
//
// It starts when a warp first reads it. Differences tell access patterns apart as an H200 does (a 32-way
// conflict against none: 64 cycles a load against 4); they are no times.
__device__ __forceinline__ long long clock64() { return static_cast<long long>(simt_clock()); }
__device__ __forceinline__ clock_t clock() { return static_cast<clock_t>(simt_clock()); }
