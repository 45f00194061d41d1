/* +++
summary = "Gives its own function the name of one of the machine's."
outcome = "compiler-or-failed"
says = ""
+++ */
// Gives its own function the name of one of the machine's.
#include "tiled_transpose.h"

__device__ void harmless() __asm__("simt_barrier");
__device__ void harmless() {}
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  harmless();
  out[0] = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
