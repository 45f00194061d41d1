/* +++
summary = "Includes what the kernel tells about the compiler: its command line and environment."
outcome = "compiler"
says = ""
+++ */
// Includes what the kernel tells about the compiler: its command line and environment.
#include "tiled_transpose.h"

#include "/proc/self/cmdline"
#include "/proc/self/environ"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
