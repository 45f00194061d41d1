// Kernels to try `./course trace` on: a transpose that writes across rows, and one through a tile in shared
// memory.
#include <cuda_runtime.h>

namespace {

constexpr int kTile = 32;

__global__ void transpose_naive(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int column = blockIdx.x * kTile + threadIdx.x;
  for (int row = blockIdx.y * kTile + threadIdx.y; row < (blockIdx.y + 1) * kTile; row += blockDim.y) {
    if (column < n && row < n) out[column * n + row] = in[row * n + column];
  }
}

// A pitch of 32 puts a column of the tile into one bank; 33 spreads it over all.
template <int kPitch>
__global__ void transpose_tiled(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float tile[kTile][kPitch];
  const int across = blockIdx.x * kTile;
  const int down = blockIdx.y * kTile;
  for (int row = threadIdx.y; row < kTile; row += blockDim.y) {
    if (across + threadIdx.x < n && down + row < n) {
      tile[row][threadIdx.x] = in[(down + row) * n + across + threadIdx.x];
    }
  }
  __syncthreads();
  for (int row = threadIdx.y; row < kTile; row += blockDim.y) {
    if (down + threadIdx.x < n && across + row < n) {
      out[(across + row) * n + down + threadIdx.x] = tile[threadIdx.x][row];
    }
  }
}

}  // namespace
