// Kernels of neural networks, each with two layouts or two mappings of threads: of the handbook's chapter.
#include <cuda_runtime.h>

constexpr unsigned ALL_LANES = 0xFFFFFFFF;

// [nchw]
// The mean over a pixel's channels. NCHW: a whole plane of pixels for each channel.
extern "C" __global__ void mean_nchw(const float* in, float* out, int channels, int pixels) {
  const int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int c = 0; c < channels; ++c) sum += in[c * pixels + pixel];
  out[pixel] = sum / channels;
}
// [/nchw]

// [nhwc]
// NHWC: a pixel's channels are neighbours.
extern "C" __global__ void mean_nhwc(const float* in, float* out, int channels) {
  const int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int c = 0; c < channels; ++c) sum += in[pixel * channels + c];
  out[pixel] = sum / channels;
}
// [/nhwc]

// [nhwc_by_warp]
extern "C" __global__ void mean_nhwc_by_warp(const float* in, float* out, int channels) {
  const int pixel = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  float sum = 0;
  for (int c = lane; c < channels; c += 32) sum += in[pixel * channels + c];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(ALL_LANES, sum, step);
  if (lane == 0) out[pixel] = sum / channels;
}
// [/nhwc_by_warp]

// [batched]
constexpr int SIDE = 32;

// A block for each product of two matrices of 32 x 32.
template <bool LanesAlongRow>
__global__ void multiply(const float* a, const float* b, float* c) {
  const int first = blockIdx.x * SIDE * SIDE;
  const int row = LanesAlongRow ? threadIdx.y : threadIdx.x;
  const int col = LanesAlongRow ? threadIdx.x : threadIdx.y;
  float sum = 0;
  for (int k = 0; k < SIDE; ++k) {
    const float left = a[first + row * SIDE + k];
    const float right = b[first + k * SIDE + col];
    sum += left * right;
  }
  c[first + row * SIDE + col] = sum;
}
// [/batched]
template __global__ void multiply<true>(const float* a, const float* b, float* c);
template __global__ void multiply<false>(const float* a, const float* b, float* c);

constexpr int KEYS = 32;
constexpr int DIM = 64;

// [scores]
// A warp for each query, a lane for each key. Element d of a key is in column d, or in column d ^ key.
template <bool Swizzled>
__global__ void scores(const float* queries, const float* keys, float* out) {
  __shared__ float tile[KEYS][DIM];
  for (int d = threadIdx.x; d < DIM; d += 32)
    for (int key = threadIdx.y; key < KEYS; key += blockDim.y)
      tile[key][Swizzled ? d ^ key : d] = keys[key * DIM + d];
  __syncthreads();
  const int query = blockIdx.x * blockDim.y + threadIdx.y;
  const int key = threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int d = 0; d < DIM; ++d) sum += queries[query * DIM + d] * tile[key][Swizzled ? d ^ key : d];
  out[query * KEYS + key] = sum;
}
// [/scores]
template __global__ void scores<false>(const float* queries, const float* keys, float* out);
template __global__ void scores<true>(const float* queries, const float* keys, float* out);

// [view]
// A view is a pointer, a shape, and for each dimension a stride in elements. The result is contiguous.
extern "C" __global__ void copy_view(const float* in, float* out, int cols, int row_stride, int col_stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = i / cols;
  const int col = i % cols;
  out[i] = in[row * row_stride + col * col_stride];
}
// [/view]
