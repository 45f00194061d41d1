/* +++
summary = "Gives an object a forged table of virtual functions, full of numbers."
outcome = "failed"
says = ""
+++ */
// Gives an object a forged table of virtual functions, full of numbers.
#include "tiled_transpose.h"

struct Shape {
  virtual __device__ void draw(float* out) { out[0] = 1; }
};

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  Shape shape;
  long forged[4] = {0x41414141, 0x41414142, 0x41414143, rows};
  *reinterpret_cast<long**>(&shape) = forged;
  Shape* volatile hidden = &shape;
  hidden->draw(out);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
