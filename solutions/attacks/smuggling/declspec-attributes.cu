/* +++
summary = "Tries Microsoft's spellings of attributes: a thread's variable, a naked function, an imported one."
outcome = "compiler"
says = ""
+++ */
// Tries Microsoft's spellings of attributes: a thread's variable, a naked function, an imported one.
#include "tiled_transpose.h"

__declspec(thread) __device__ int own;
extern "C" __declspec(dllimport) __device__ int imported(int);
__declspec(naked) __device__ void bare() {}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  own = rows;
  out[0] = imported(own);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
