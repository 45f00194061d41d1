/* +++
summary = "Defines the variable that holds the warp's size, of another type."
outcome = "compiler-or-failed"
says = ""
+++ */
// Defines the variable that holds the warp's size, of another type.
#include "tiled_transpose.h"

extern "C" __device__ long simt_warp_size[8] = {1, 2, 3};

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[rows * cols] = static_cast<float>(simt_warp_size[0]);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
