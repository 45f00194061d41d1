// Matrices: pitched rows, a product through tiles, a product with a vector.
#include <cuda_runtime.h>

__device__ const float* row_of(const char* base, int row, int pitch) {
  return reinterpret_cast<const float*>(base + static_cast<size_t>(row) * pitch);
}

// `pitch` is in bytes, as cudaMallocPitch gives it.
extern "C" __global__ void copy_pitched(const char* in, char* out, int rows, int cols, int in_pitch,
                                        int out_pitch) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  const_cast<float*>(row_of(out, row, out_pitch))[col] = row_of(in, row, in_pitch)[col];
}

// One row a thread: a warp's lanes are a pitch apart.
extern "C" __global__ void sum_pitched_rows(const char* in, float* out, int rows, int cols, int pitch) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const float* const values = row_of(in, row, pitch);
  float sum = 0;
  for (int col = 0; col < cols; ++col) sum += values[col];
  out[row] = sum;
}

// Sides are multiples of 16. The loads of `left` in the inner loop lie side by side.
extern "C" __global__ void multiply_tiles(const float* __restrict__ a, const float* __restrict__ b,
                                          float* __restrict__ c, int n) {
  __shared__ float left[16][16];
  __shared__ float right[16][16];
  const int row = blockIdx.y * 16 + threadIdx.y;
  const int col = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int tile = 0; tile < n; tile += 16) {
    left[threadIdx.y][threadIdx.x] = a[row * n + tile + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * n + col];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

// One row a warp; the vector is read again for every row.
extern "C" __global__ void multiply_vector(const float* __restrict__ a, const float* __restrict__ x,
                                           float* __restrict__ y, int rows, int cols) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int col = lane; col < cols; col += 32) sum += a[row * cols + col] * x[col];
  for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(0xFFFFFFFFU, sum, delta);
  if (lane == 0) y[row] = sum;
}
