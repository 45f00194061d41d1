/* +++
summary = "Has bytes that are not text in any encoding."
outcome = "compiler"
says = ""

[[repeat]]
marker = "BYTES"
hex = "ff80c0c1fef5e28080f09f"
times = 20000
+++ */
// Has bytes that are not text in any encoding.
#include "tiled_transpose.h"

BYTES
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
