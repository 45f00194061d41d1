/* +++
summary = "Calls what it read from its input as if it were a function's address."
outcome = "compiler-or-failed"
says = ""
+++ */
// Calls what it read from its input as if it were a function's address.
#include "tiled_transpose.h"

typedef void (*Function)(float*, int);
__device__ void stores(float* out, int n) { out[n] = 1; }

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  Function* const table = reinterpret_cast<Function*>(out);
  reinterpret_cast<long*>(out)[0] = reinterpret_cast<long>(&stores) + 3;
  table[0](out, rows);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
