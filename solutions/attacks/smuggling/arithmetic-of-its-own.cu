/* +++
summary = "Defines the function by whose name the back end divides 128-bit numbers, and takes the place of its arguments."
outcome = "compiler-or-failed"
says = ""
on_every_push = true
+++ */
// Defines the function by whose name the back end divides 128-bit numbers, and takes the place of its
// arguments.
#include "tiled_transpose.h"

extern "C" __device__ __int128 __divti3(__int128 a, __int128 b) {
  if (b > 5) return __divti3(a, b - 1) + __divti3(b, 3);
  volatile float keep[4];
  keep[static_cast<int>(b) & 3] = 1;
  return keep[static_cast<int>(a) & 3];
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  __int128 forged = static_cast<__int128>(0x4141414141) | static_cast<__int128>(reinterpret_cast<long>(out))
                                                              << 64;
  const __int128 by = static_cast<__int128>(reinterpret_cast<long>(in)) << 64 | 3;
  out[0] = static_cast<float>(forged / by) + static_cast<float>(__divti3(rows, cols));
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
