/* +++
summary = "Stores 16 bytes at a time for show, and then every float by itself."
outcome = "failed"
says = "requests, where"
earns = 15
lab = "lab7"
+++ */
// Moves every aligned piece of 16 bytes in one access, for show, and then all floats one by one.
#include "wide_aligned.h"

extern "C" __global__ void copy_any(const float* in, float* out, int n) {
  const int thread = blockIdx.x * BLOCK + threadIdx.x;
  const bool are_alike = (reinterpret_cast<size_t>(in) - reinterpret_cast<size_t>(out)) % WIDE_BYTES == 0;
  const int before = int(reinterpret_cast<size_t>(out) % WIDE_BYTES / sizeof(float));
  const int first = WIDE_FLOATS * thread - before;
  if (are_alike && first >= 0 && first + WIDE_FLOATS <= n) {
    const float4 piece = *reinterpret_cast<const float4*>(in + first);
    *reinterpret_cast<float4*>(out + first) = make_float4(piece.x, piece.x, piece.x, piece.x);
  }
  for (int i = max(first, 0); i < min(first + WIDE_FLOATS, n); ++i) {
    reinterpret_cast<volatile float*>(out)[i] = reinterpret_cast<const volatile float*>(in)[i];
  }
}

extern "C" __global__ void scale_halves(__half* x, int n, float s) {}
extern "C" __global__ void pitched_scale(float* m, int rows, int cols, int pitch, float s) {}
extern "C" __global__ void gemv_half(const __half* W, const __half* x, float* y, int rows, int cols) {}
