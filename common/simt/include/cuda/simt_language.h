// What is neither memory nor arithmetic: assertions, traps, hints to the compiler.
#pragma once

#include "simt_qualifiers.h"

// Version 13.0, the toolkit whose headers these follow.
#define CUDART_VERSION 13000

extern "C" {
// Stops the launch with this message.
[[noreturn]] void simt_trap(const char* message);
[[noreturn]] void simt_assertion_failed(const char* expression);

// The C library's assert() calls this. Its header has GNU's attribute; clang takes [[noreturn]] first or
// never.
__attribute__((noreturn)) __forceinline__ void __assert_fail(const char* expression, const char*,
                                                             unsigned int, const char*) noexcept {
  simt_assertion_failed(expression);
}
}

[[noreturn]] __forceinline__ void __trap() { simt_trap("__trap() was called"); }
__forceinline__ void __brkpt() {}              // a breakpoint where a debugger runs
__forceinline__ void __prof_trigger(int) {}    // a profiler's counter
__forceinline__ void __nanosleep(unsigned) {}  // the machine does not model time

#ifndef __clang__
__forceinline__ void __builtin_assume(bool) {}
#endif

// Bounds for the register allocator. libstdc++ spells its own attribute __noinline__: see simt_qualifiers.h.
#define __maxnreg__(...)
#define __noinline__ __attribute__((noinline))
