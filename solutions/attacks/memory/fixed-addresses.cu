/* +++
summary = "Writes to addresses at which programs, stacks and the kernel's own pages usually are."
outcome = "failed"
says = "out-of-bounds"
on_every_push = true
gpu = "failed"
+++ */
// Writes to addresses at which programs, stacks and the kernel's own pages usually are.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const long addresses[] = {0x400000,       0x555555554000,   0x7ffff7ffd000,
                            0x7ffffffde000, -0xa00000 + rows, 1l << 60};
  *reinterpret_cast<volatile long*>(addresses[cols % 6]) = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
