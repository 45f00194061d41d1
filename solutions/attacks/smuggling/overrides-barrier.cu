/* +++
summary = "Brings its own barrier."
outcome = "compiler-or-failed"
says = ""
on_every_push = true
+++ */
// Brings its own barrier.
#include "tiled_transpose.h"

extern "C" __device__ void simt_barrier() {}
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  simt_barrier();
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
