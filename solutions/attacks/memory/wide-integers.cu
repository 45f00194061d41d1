/* +++
summary = "Loads and stores integers of 128 and 256 bits over its array's end."
outcome = "compiler-or-failed"
says = ""
+++ */
// Loads and stores integers of 128 and 256 bits over its array's end.
#include "tiled_transpose.h"

typedef unsigned int Wide __attribute__((ext_vector_type(8)));

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  __int128* const wide = reinterpret_cast<__int128*>(out);
  wide[(rows * cols + 3) / 4 - 1] = wide[0] + 1;
  Wide* const wider = reinterpret_cast<Wide*>(out);
  wider[rows * cols / 8] = wider[0] * 3;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
