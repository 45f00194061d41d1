/* +++
summary = "Replaces the return address alone, at its place, with an address found on the stack."
outcome = "failed"
says = "out-of-bounds"
+++ */
// Replaces the return address alone, at its place, with an address found on the stack.
#include "tiled_transpose.h"

__device__ __noinline__ void put(volatile long* at, long index, long value) { at[index] = value; }
__device__ __noinline__ long get(volatile long* at, long index) { return at[index]; }

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  volatile long own[2] = {};
  const long code = reinterpret_cast<long>(&put) >> 12;
  // The word above own that points near this code, or far away to where the machine called it.
  for (long i = 1; i < 16 * rows; ++i) {
    const long word = get(own, i);
    if (word >> 40 == code >> 28 && word >> 12 != code) put(own, i, word + 16);
  }
  for (long i = 4; i < 16 * rows; ++i) put(own, i, get(own, i) + 1);
  out[0] = static_cast<float>(own[0]);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
