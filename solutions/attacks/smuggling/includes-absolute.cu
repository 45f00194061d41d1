/* +++
summary = "Prints a file of the grader's machine by including it."
outcome = "compiler"
says = "file not found"
on_every_push = true
+++ */
// Prints a file of the grader's machine by including it.
#include "tiled_transpose.h"

#include "/etc/passwd"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
