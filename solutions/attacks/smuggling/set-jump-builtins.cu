/* +++
summary = "Jumps with clang's own setjmp and longjmp, which are not functions."
outcome = "compiler"
says = ""
+++ */
// Jumps with clang's own setjmp and longjmp, which are not functions.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  void* place[5];
  if (__builtin_setjmp(place) == 0) {
    place[1] = reinterpret_cast<void*>(0x41414141);
    __builtin_longjmp(place, 1);
  }
  out[0] = 1;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
