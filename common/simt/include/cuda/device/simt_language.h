// What is neither memory nor arithmetic: output, assertions, traps, hints to the compiler.
#pragma once

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
