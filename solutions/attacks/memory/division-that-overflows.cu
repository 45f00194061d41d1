/* +++
summary = "Divides the smallest integers of 32 and 128 bits by minus one, and vectors by zero."
outcome = "compiler-or-failed"
says = ""
+++ */
// Divides the smallest integers of 32 and 128 bits by minus one, and vectors by zero.
#include "tiled_transpose.h"

typedef int Ints __attribute__((ext_vector_type(4)));

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  volatile int minus_one = -1, smallest = -2147483647 - 1, none = 0;
  const Ints by = {none, 1, none, 1};
  const Ints all = Ints{1, 2, 3, 4} / by;
  const __int128 wide = (static_cast<__int128>(smallest) << 96) / minus_one / none;
  out[rows * cols + threadIdx.x] =
      smallest / minus_one + smallest % minus_one + all.x + static_cast<float>(wide);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
