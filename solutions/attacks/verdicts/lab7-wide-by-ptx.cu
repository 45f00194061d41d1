/* +++
summary = "Loads and stores 16 bytes at any address, by PTX."
outcome = "failed"
says = "16"
line_of = "global.v4"
lab = "lab7"
+++ */
// Asks for 16 bytes wherever an array begins, by PTX, which no compiler takes apart.
#include "wide_aligned.h"

extern "C" __global__ void copy_any(const float* in, float* out, int n) {
  const int first = (blockIdx.x * BLOCK + threadIdx.x) * WIDE_FLOATS;
  if (first + WIDE_FLOATS <= n) {
    float a, b, c, d;
    asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
                 : "l"(in + first));
    asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(out + first), "f"(a), "f"(b), "f"(c), "f"(d)
                 : "memory");
  } else {
    for (int i = first; i < n; ++i) out[i] = in[i];
  }
}

extern "C" __global__ void scale_halves(__half* x, int n, float s) {}
extern "C" __global__ void pitched_scale(float* m, int rows, int cols, int pitch, float s) {}
extern "C" __global__ void gemv_half(const __half* W, const __half* x, float* y, int rows, int cols) {}
