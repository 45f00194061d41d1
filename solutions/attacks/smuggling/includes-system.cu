/* +++
summary = "Opens a file by the C++ library."
outcome = "compiler"
says = "std::ofstream"
line_of = "std::ofstream"
+++ */
// Opens a file by the C++ library.
#include "tiled_transpose.h"

#include <fstream>

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  std::ofstream record("record.json");
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
