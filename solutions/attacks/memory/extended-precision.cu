/* +++
summary = "Loads a number of a type that only other processors have."
outcome = "failed"
says = ""
+++ */
// Loads a number of a type that only other processors have.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = static_cast<float>(*reinterpret_cast<const long double*>(in));
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
