/* +++
summary = "Gives printf a vector, for which there is no conversion."
outcome = "compiler-or-failed"
says = ""
+++ */
// Gives printf a vector, for which there is no conversion.
#include "tiled_transpose.h"

typedef float Four __attribute__((ext_vector_type(4)));

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const Four values = {1, 2, 3, 4};
  printf("%f %d", values, rows);
  out[rows * cols] = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
