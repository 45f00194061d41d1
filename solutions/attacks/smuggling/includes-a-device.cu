/* +++
summary = "Includes device files that never end."
outcome = "compiler-or-failed-or-limit"
says = ""
on_every_push = true
+++ */
// Includes device files that never end.
#include "tiled_transpose.h"

#include "/dev/urandom"
#include "/dev/zero"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
