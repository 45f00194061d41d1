/* +++
summary = "The same with the function for remainders of unsigned 128-bit numbers, under an assembler name."
outcome = "compiler-or-failed"
says = ""
+++ */
// The same with the function for remainders of unsigned 128-bit numbers, under an assembler name.
#include "tiled_transpose.h"

__device__ unsigned __int128 mine(unsigned __int128 a, unsigned __int128 b) asm("__umodti3");
__device__ unsigned __int128 mine(unsigned __int128 a, unsigned __int128 b) {
  if (b > 5) return mine(a, b - 1) + mine(b, 3);
  volatile float keep[4];
  keep[static_cast<int>(b) & 3] = 1;
  return static_cast<unsigned __int128>(keep[static_cast<int>(a) & 3]);
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const unsigned __int128 forged = reinterpret_cast<unsigned long>(out) | static_cast<unsigned __int128>(7)
                                                                              << 70;
  const unsigned __int128 by = static_cast<unsigned __int128>(cols) << 66 | 5;
  out[0] = static_cast<float>(static_cast<long>(forged % by)) +
           static_cast<float>(static_cast<long>(mine(rows, cols)));
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
