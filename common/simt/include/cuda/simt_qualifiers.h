// CUDA's function and variable qualifiers, spelt for a host C++ compiler.
#pragma once

// libstdc++ spells attributes __noinline__ and __constant__-like names itself: it must be read before the
// macros.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#define __global__ __attribute__((visibility("default")))
#define __device__
#define __host__
// A section of its own for each declaration: a compiler puts constant and changeable variables in one section
// only under protest. simtcc gathers them.
#define SIMT_TEXT_OF(x) #x
#define SIMT_CONSTANT_SECTION(number) __attribute__((used, section(".simt_constant." SIMT_TEXT_OF(number))))
#define SIMT_CONSTANT(number) SIMT_CONSTANT_SECTION(number)
#define __constant__ SIMT_CONSTANT(__COUNTER__)
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...)
#define __grid_constant__

// One copy a worker thread, and a block never leaves its worker: that is shared memory. No initialiser runs
// at first use: g++ must be told so for arrays of structs; clang knows, and would refuse them if it were told
// (it tests at run time whether an extern array has one, which is never so).
#ifdef __clang__
#define __shared__ __attribute__((used)) thread_local
#else
#define __shared__ __attribute__((used)) __constinit thread_local
#endif

// Two barriers in two branches are two barriers: clang would make one of them.
#if defined(__clang__)
#define SIMT_DO_NOT_MERGE [[clang::nomerge]]
#else
#define SIMT_DO_NOT_MERGE
#endif
