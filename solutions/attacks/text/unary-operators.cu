/* +++
summary = "Puts 200,000 signs before a number, which no limit on brackets catches."
outcome = "compiler-or-limit-or-failed"
says = ""

[[repeat]]
marker = "SIGNS"
text = "- "
times = 200000
+++ */
// Puts 200,000 signs before a number, which no limit on brackets catches.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = SIGNSrows;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
