/* +++
summary = "Jumps to an address that it computed, into the middle of an instruction."
outcome = "compiler"
says = ""
+++ */
// Jumps to an address that it computed, into the middle of an instruction.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const auto inside = reinterpret_cast<unsigned long>(&transpose_tiled) + rows;
  reinterpret_cast<void (*)()>(inside)();
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
