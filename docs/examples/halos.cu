// Tiles with a halo, right and wrong: of the handbook's chapter.
#include <cuda_runtime.h>

constexpr int BLOCK = 256;

// [direct]
extern "C" __global__ void blur(const float* in, float* out, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i > 0 && i < n - 1) out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}
// [/direct]

// [tile]
extern "C" __global__ void blur_tile(const float* in, float* out, int n) {
  __shared__ float part[BLOCK + 2];  // the block's elements, and one more on each side
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  const int place = threadIdx.x + 1;
  if (i < n) part[place] = in[i];
  if (threadIdx.x == 0 && i > 0) part[0] = in[i - 1];
  if (threadIdx.x == BLOCK - 1 && i < n - 1) part[BLOCK + 1] = in[i + 1];
  __syncthreads();
  if (i > 0 && i < n - 1) out[i] = (part[place - 1] + part[place] + part[place + 1]) / 3;
}
// [/tile]

// [plane]
// One point for each of a block's W x H threads; no tile is partly outside the image.
template <int W, int H>
__global__ void diffuse(const float* in, float* out, int cols, int rows) {
  __shared__ float tile[H + 2][W + 2];
  const int x = blockIdx.x * W + threadIdx.x;
  const int y = blockIdx.y * H + threadIdx.y;
  const int tx = threadIdx.x + 1;
  const int ty = threadIdx.y + 1;
  const int at = y * cols + x;
  tile[ty][tx] = in[at];
  if (threadIdx.x == 0 && x > 0) tile[ty][0] = in[at - 1];
  if (threadIdx.x == W - 1 && x < cols - 1) tile[ty][W + 1] = in[at + 1];
  if (threadIdx.y == 0 && y > 0) tile[0][tx] = in[at - cols];
  if (threadIdx.y == H - 1 && y < rows - 1) tile[H + 1][tx] = in[at + cols];
  __syncthreads();
  if (x == 0 || y == 0 || x == cols - 1 || y == rows - 1) return;
  out[at] = (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx]) / 4;
}
// [/plane]

// [march]
extern "C" __global__ void march(const float* in, float* out, int layers) {
  __shared__ float part[BLOCK];
  const int width = gridDim.x * BLOCK;
  int i = blockIdx.x * BLOCK + threadIdx.x;
  for (int layer = 0; layer < layers; ++layer) {
    part[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = part[BLOCK - 1 - threadIdx.x];
    i += width;
  }
}
// [/march]

// [twice]
extern "C" __global__ void blur_twice(const float* in, float* out, int n) {
  __shared__ float lines[2][BLOCK + 4];
  const int first = blockIdx.x * BLOCK - 2;  // the element at place 0
  for (int place = threadIdx.x; place < BLOCK + 4; place += BLOCK) {
    const int i = first + place;
    lines[0][place] = i >= 0 && i < n ? in[i] : 0;
  }
  __syncthreads();
  for (int place = threadIdx.x + 1; place < BLOCK + 3; place += BLOCK) {  // two more than are stored
    lines[1][place] = (lines[0][place - 1] + lines[0][place] + lines[0][place + 1]) / 3;
  }
  __syncthreads();
  const int place = threadIdx.x + 2;
  if (first + place < n)
    out[first + place] = (lines[1][place - 1] + lines[1][place] + lines[1][place + 1]) / 3;
}
// [/twice]
