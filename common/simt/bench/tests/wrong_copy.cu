// A kernel of the benchmark's that gives wrong values: the benchmark must say so, and fail.
#include <cuda_runtime.h>

extern "C" __global__ void copy_rows(const int* in, int* out, int side) {
  const int col = blockIdx.x * 32 + threadIdx.x;
  for (int y = threadIdx.y; y < 32; y += blockDim.y) {
    const int row = blockIdx.y * 32 + y;
    out[row * side + col] = in[row * side + col] + 1;
  }
}
