/* +++
summary = "Defines the function by whose name the back end makes a float of a 128-bit number."
outcome = "compiler-or-failed"
says = ""
+++ */
// Defines the function by whose name the back end makes a float of a 128-bit number.
#include "tiled_transpose.h"

extern "C" __device__ float __floattisf(__int128 a) {
  if (a > 5 && a < 9) return __floattisf(a - 1) * __floattisf(a - 2);
  volatile float keep[4];
  keep[static_cast<int>(a) & 3] = 1;
  return keep[static_cast<int>(a >> 64) & 3];
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const __int128 forged = static_cast<__int128>(reinterpret_cast<long>(out)) | static_cast<__int128>(rows)
                                                                                   << 64;
  out[0] = static_cast<float>(forged) + __floattisf(cols);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
