/* +++
summary = "Writes to every descriptor that may be the results'."
outcome = "compiler"
says = "`write` is declared and has no definition"
+++ */
// Writes to every descriptor that may be the results'.
#include "tiled_transpose.h"

extern "C" __device__ long write(int, const void*, unsigned long);
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  for (int fd = 3; fd < 64; ++fd) write(fd, "{}", 2);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
