// The kernels whose simulation is timed.
#include <cuda_runtime.h>

constexpr int kTile = 32;

extern "C" __global__ void copy_rows(const float* in, float* out, int n) {
  const int col = blockIdx.x * kTile + threadIdx.x;
  for (int y = threadIdx.y; y < kTile; y += blockDim.y) {
    const int row = blockIdx.y * kTile + y;
    out[row * n + col] = in[row * n + col];
  }
}

template <int Pad>
__device__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[kTile][kTile + Pad];
  const int tile_row = blockIdx.y * kTile;
  const int tile_col = blockIdx.x * kTile;
  for (int y = threadIdx.y; y < kTile; y += blockDim.y) {
    tile[y][threadIdx.x] = in[(tile_row + y) * n + tile_col + threadIdx.x];
  }
  __syncthreads();
  for (int y = threadIdx.y; y < kTile; y += blockDim.y) {
    out[(tile_col + y) * n + tile_row + threadIdx.x] = tile[threadIdx.x][y];
  }
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int n) { transpose<0>(in, out, n); }
extern "C" __global__ void transpose_padded(const float* in, float* out, int n) { transpose<1>(in, out, n); }
