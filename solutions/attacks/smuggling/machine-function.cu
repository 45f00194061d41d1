/* +++
summary = "Asks the machine for an atomic operation that does not exist, on memory that is not the kernel's."
outcome = "failed"
says = "out-of-bounds atomic operation"
line_of = "simt_atomic"
+++ */
// Asks the machine for an atomic operation that does not exist, on memory that is not the kernel's.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  simt_atomic(99 | 99 << 8, out - 4096, 1, 1);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
