// Transposes: in place of a lab's own, every form that the subject knows.
#include <cuda_runtime.h>

template <class T>
__device__ void transpose_directly(const T* __restrict__ in, T* __restrict__ out, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}

// A block of Tile x Rows threads moves Tile / Rows rows a thread; `Pad` columns behind each row of the tile.
template <class T, int Tile, int Rows, int Pad>
__device__ void transpose_by_tile(const T* __restrict__ in, T* __restrict__ out, int rows, int cols) {
  __shared__ T tile[Tile][Tile + Pad];
  const int col = blockIdx.x * Tile + threadIdx.x;
  for (int y = threadIdx.y; y < Tile; y += Rows) {
    const int row = blockIdx.y * Tile + y;
    if (row < rows && col < cols) tile[y][threadIdx.x] = in[row * cols + col];
  }
  __syncthreads();
  const int out_col = blockIdx.y * Tile + threadIdx.x;
  for (int y = threadIdx.y; y < Tile; y += Rows) {
    const int out_row = blockIdx.x * Tile + y;
    if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[threadIdx.x][y];
  }
}

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  transpose_directly(in, out, rows, cols);
}
extern "C" __global__ void transpose_naive_shorts(const unsigned short* in, unsigned short* out, int rows,
                                                  int cols) {
  transpose_directly(in, out, rows, cols);
}
extern "C" __global__ void transpose_tile32(const float* in, float* out, int rows, int cols) {
  transpose_by_tile<float, 32, 8, 0>(in, out, rows, cols);
}
extern "C" __global__ void transpose_tile32_padded(const float* in, float* out, int rows, int cols) {
  transpose_by_tile<float, 32, 8, 1>(in, out, rows, cols);
}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {
  transpose_by_tile<float, 16, 16, 0>(in, out, rows, cols);
}
extern "C" __global__ void transpose_tile16_padded(const float* in, float* out, int rows, int cols) {
  transpose_by_tile<float, 16, 4, 1>(in, out, rows, cols);
}
extern "C" __global__ void transpose_doubles(const double* in, double* out, int rows, int cols) {
  transpose_by_tile<double, 32, 8, 1>(in, out, rows, cols);
}
extern "C" __global__ void transpose_bytes(const unsigned char* in, unsigned char* out, int rows, int cols) {
  transpose_by_tile<unsigned char, 32, 8, 4>(in, out, rows, cols);
}
// One warp a block: nothing else asks its multiprocessor for shared memory.
extern "C" __global__ void transpose_one_warp(const float* in, float* out, int rows, int cols) {
  transpose_by_tile<float, 32, 1, 0>(in, out, rows, cols);
}
extern "C" __global__ void transpose_one_warp_padded(const float* in, float* out, int rows, int cols) {
  transpose_by_tile<float, 32, 1, 1>(in, out, rows, cols);
}

// Element (y, x) of the tile is kept in column x ^ y: no bank is met twice, along a row or down a column.
extern "C" __global__ void transpose_swizzled(const float* __restrict__ in, float* __restrict__ out, int rows,
                                              int cols) {
  __shared__ float tile[32][32];
  const int col = blockIdx.x * 32 + threadIdx.x;
  for (int y = threadIdx.y; y < 32; y += blockDim.y) {
    const int row = blockIdx.y * 32 + y;
    if (row < rows && col < cols) tile[y][threadIdx.x ^ y] = in[row * cols + col];
  }
  __syncthreads();
  const int out_col = blockIdx.y * 32 + threadIdx.x;
  for (int y = threadIdx.y; y < 32; y += blockDim.y) {
    const int out_row = blockIdx.x * 32 + y;
    if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[threadIdx.x][y ^ threadIdx.x];
  }
}
