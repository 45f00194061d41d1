/* +++
summary = "Has NUL bytes between its lines."
outcome = "compiler"
says = "NUL"
on_every_push = true

[[repeat]]
marker = "BYTES"
hex = "00410042"
times = 1000
+++ */
// Has NUL bytes between its lines.
#include "tiled_transpose.h"

/* BYTES */
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
