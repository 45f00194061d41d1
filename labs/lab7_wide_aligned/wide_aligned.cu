// Lab 7, wide and aligned. This is the only file you edit.
// The contract is in wide_aligned.h, the task in README.md. Run `ctest -L lab7`, or `./course check lab7`.
#include "wide_aligned.h"

extern "C" __global__ void copy_any(const float* in, float* out, int n) {
  // TODO: copy float by float up to the first multiple of 16 bytes, then a float4 at a time, then the rest.
  // What if `in` and `out` reach a multiple of 16 at different floats?
}

extern "C" __global__ void scale_halves(__half* x, int n, float s) {
  // TODO: eight halves a thread, in one load and one store of 16 bytes.
}

extern "C" __global__ void pitched_scale(float* m, int rows, int cols, int pitch, float s) {
  // TODO: a block for each row. Where does row blockIdx.x start, and what is that address a multiple of?
}

extern "C" __global__ void gemv_half(const __half* W, const __half* x, float* y, int rows, int cols) {
  // TODO: a warp for each row. Lane l takes the 16 bytes l, l + 32, l + 64, ... of it and of x.
}
