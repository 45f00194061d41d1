/* +++
summary = "Has a macro say which file is included, from its own place upwards."
outcome = "compiler"
says = "file not found"
+++ */
// Has a macro say which file is included, from its own place upwards.
#include "tiled_transpose.h"

#define WHERE "../../../../../../../../../../etc/shadow"
#include WHERE

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
