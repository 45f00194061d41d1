// Copies whose addresses differ: of the handbook's chapter.
#include <cuda_runtime.h>

// [copy]
extern "C" __global__ void copy(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
// [/copy]

// [every_second]
extern "C" __global__ void every_second(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[2 * i];
}
// [/every_second]

// [column]
extern "C" __global__ void column(const float* matrix, float* out, int width) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  out[row] = matrix[row * width];
}
// [/column]
