/* +++
summary = "Copies a large struct over a small local variable and all that follows it."
outcome = "failed"
says = "out-of-bounds"
+++ */
// Copies a large struct over a small local variable and all that follows it.
#include "tiled_transpose.h"

struct Big {
  long words[128];
};
__device__ __noinline__ void keep(volatile long* at) { at[0] = 1; }

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  volatile long own = 0;
  keep(&own);
  *reinterpret_cast<Big*>(const_cast<long*>(&own)) = *reinterpret_cast<const Big*>(in);
  out[0] = static_cast<float>(own);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
