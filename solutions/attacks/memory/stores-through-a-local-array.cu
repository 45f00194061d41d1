/* +++
summary = "Stores the output as if it were a local array's."
outcome = "failed"
says = "out-of-bounds write of local memory"
line_of = "own.values["
+++ */
// Stores the output as if it were a local array's.
#include "tiled_transpose.h"

struct Own {
  int length;
  float values[4];
};

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  volatile int here = 0;
  Own own = {rows, {0, 1, 2, 3}};
  const long distance = out - reinterpret_cast<const float*>(const_cast<const int*>(&here));
  const int x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
  if (x < rows && y < cols) {
    own.values[distance + y * rows + x] = in[x * cols + y];
    here = static_cast<int>(own.values[rows & 3]);
  }
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
