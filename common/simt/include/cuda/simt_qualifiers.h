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

// One copy a worker thread, and a block never leaves its worker: that is shared memory. The attribute spares
// clang the thread_local wrapper function of an extern array (g++ has -fno-extern-tls-init for it, see
// simtcc).
#ifdef __clang__
#define __shared__ __attribute__((require_constant_initialization)) thread_local
#else
#define __shared__ thread_local
#endif
