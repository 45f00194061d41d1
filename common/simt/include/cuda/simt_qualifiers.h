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
#define __constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...)
#define __grid_constant__

// One copy a worker thread, and a block never leaves its worker: that is shared memory. No initialiser runs
// at first use: g++ must be told so for arrays of structs; clang knows, and would refuse them if it were told
// (it tests at run time whether an extern array has one, which is never so).
#ifdef __clang__
#define __shared__ thread_local
#else
#define __shared__ __constinit thread_local
#endif
