// One kernel with a fault on each side, to read a profiler's tables by: of the handbook's chapter.
#include <cuda_runtime.h>

// [pairs]
struct Pair {
  float key, value;
};

// The values of 32 x 32 pairs, transposed.
extern "C" __global__ void transpose_values(const Pair* in, float* out) {
  __shared__ float tile[32][32];
  const int first = blockIdx.x * 32 * 32;
  for (int row = threadIdx.y; row < 32; row += blockDim.y)
    tile[row][threadIdx.x] = in[first + row * 32 + threadIdx.x].value;
  __syncthreads();
  for (int row = threadIdx.y; row < 32; row += blockDim.y)
    out[first + row * 32 + threadIdx.x] = tile[threadIdx.x][row];
}
// [/pairs]
