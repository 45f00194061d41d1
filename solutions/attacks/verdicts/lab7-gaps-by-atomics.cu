/* +++
summary = "Touches the gaps between rows by atomic additions of nothing."
outcome = "failed"
says = ""
lab = "lab7"
+++ */
// Adds nothing to what is in the gap behind a row, atomically, so that the last piece of the row is whole.
#include "wide_aligned.h"

extern "C" __global__ void copy_any(const float* in, float* out, int n) {}
extern "C" __global__ void scale_halves(__half* x, int n, float s) {}

extern "C" __global__ void pitched_scale(float* m, int rows, int cols, int pitch, float s) {
  float* const row = reinterpret_cast<float*>(reinterpret_cast<char*>(m) + size_t(blockIdx.x) * pitch);
  for (int col = threadIdx.x; col < pitch / int(sizeof(float)); col += BLOCK) {
    if (col < cols) {
      row[col] *= s;
    } else {
      atomicAdd(&row[col], 0.0f);
    }
  }
}

extern "C" __global__ void gemv_half(const __half* W, const __half* x, float* y, int rows, int cols) {}
