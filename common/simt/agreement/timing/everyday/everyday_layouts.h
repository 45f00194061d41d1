// Moves and simple maps of arrays: transposes, padding, concatenation, tables of colours, and vector updates.
#pragma once
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace everyday {

// Transposes each matrix of a batch through a tile of 32x32 elements; blocks have 32x8 threads.
__global__ void transpose_each(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[32][33];
  const float* from = in + static_cast<size_t>(blockIdx.z) * rows * columns;
  float* to = out + static_cast<size_t>(blockIdx.z) * rows * columns;
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) {
    if (x < columns && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = from[(y + j) * columns + x];
  }
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) {
    if (x < rows && y + j < columns) to[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
  }
}

// Transposes a byte image; each thread turns a square of 4x4 bytes in registers.
__global__ void transpose_bytes_4x4(const uchar4* in, uchar4* out, int width4, int height4) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width4 || y >= height4) return;
  uchar4 r0 = in[(4 * y + 0) * width4 + x], r1 = in[(4 * y + 1) * width4 + x];
  uchar4 r2 = in[(4 * y + 2) * width4 + x], r3 = in[(4 * y + 3) * width4 + x];
  out[(4 * x + 0) * height4 + y] = make_uchar4(r0.x, r1.x, r2.x, r3.x);
  out[(4 * x + 1) * height4 + y] = make_uchar4(r0.y, r1.y, r2.y, r3.y);
  out[(4 * x + 2) * height4 + y] = make_uchar4(r0.z, r1.z, r2.z, r3.z);
  out[(4 * x + 3) * height4 + y] = make_uchar4(r0.w, r1.w, r2.w, r3.w);
}

// Moves blocks of BxB pixels into channels (NCHW), an output element a thread.
template <int B>
__global__ void space_to_depth(const float* in, float* out, int n, int channels, int height, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int ow = width / B, oh = height / B;
  int x = i % ow, y = i / ow % oh, c = i / (ow * oh) % (channels * B * B),
      image = i / (ow * oh * channels * B * B);
  int from = c % channels, dx = c / channels % B, dy = c / channels / B;
  out[i] = in[((image * channels + from) * height + y * B + dy) * width + x * B + dx];
}

// Concatenates the rows of three matrices of different widths.
__global__ void concatenate_three(const float* a, const float* b, const float* c, float* out, int rows,
                                  int wa, int wb, int wc) {
  int width = wa + wb + wc;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * width; i += gridDim.x * blockDim.x) {
    int row = i / width, column = i % width;
    float v;
    if (column < wa) {
      v = a[row * wa + column];
    } else if (column < wa + wb) {
      v = b[row * wb + column - wa];
    } else {
      v = c[row * wc + column - wa - wb];
    }
    out[i] = v;
  }
}

// Pads each plane of a volume with a constant on all sides.
__global__ void pad_constant(const float* in, float* out, int width, int height, int left, int top,
                             int out_width, int out_height, float value) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x >= out_width || y >= out_height) return;
  int u = x - left, v = y - top;
  bool inside = u >= 0 && u < width && v >= 0 && v < height;
  out[(z * out_height + y) * out_width + x] = inside ? in[(z * height + v) * width + u] : value;
}

// Takes each row from one array or from the other, as a mask says.
__global__ void where_by_row(const unsigned char* mask, const float* yes, const float* no, float* out, int n,
                             int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = mask[i / width] ? yes[i] : no[i];
}

// w = alpha x + beta y in double precision, by pairs, with a grid that strides.
__global__ void waxpby_double2(const double2* __restrict__ x, const double2* __restrict__ y,
                               double2* __restrict__ w, double alpha, double beta, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    double2 u = x[i], v = y[i];
    w[i] = make_double2(alpha * u.x + beta * v.x, alpha * u.y + beta * v.y);
  }
}

// Writes each value, with its index, to where a permutation sends it.
__global__ void scatter_with_index(const int* __restrict__ to, const float* __restrict__ value, float2* out,
                                   int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[to[i]] = make_float2(value[i], __int_as_float(i));
}

// Converts floats to halves, eight a thread, with a scale.
__global__ void floats_to_halves_8(const float4* in, uint4* out, float scale, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 a = in[2 * i], b = in[2 * i + 1];
  __half2 h[4] = {__floats2half2_rn(a.x * scale, a.y * scale), __floats2half2_rn(a.z * scale, a.w * scale),
                  __floats2half2_rn(b.x * scale, b.y * scale), __floats2half2_rn(b.z * scale, b.w * scale)};
  const unsigned* w = reinterpret_cast<const unsigned*>(h);
  out[i] = make_uint4(w[0], w[1], w[2], w[3]);
}

}  // namespace everyday
