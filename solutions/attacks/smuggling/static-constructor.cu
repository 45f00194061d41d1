/* +++
summary = "Runs code when the module is loaded, before any check."
outcome = "compiler"
says = "dynamic initialization"
on_every_push = true
gpu = "compiler"
+++ */
// Runs code when the module is loaded, before any check.
#include "tiled_transpose.h"

struct Early {
  int value;
  __device__ Early() : value(blockIdx.x) { printf("early"); }
};
__device__ Early early;

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
