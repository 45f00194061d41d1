// Tensors: permutations, layouts, gathers and scatters by index, broadcasting and products along an axis.
#pragma once
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace untried {

struct Axes {
  int size[4], stride[4];
};

// Any permutation of four axes; `from` has the sizes of the output and the strides with which the input is read.
template <class T>
__global__ void permute_axes(const T* __restrict__ in, T* __restrict__ out, Axes from, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int rest = i, at = 0;
#pragma unroll
    for (int axis = 3; axis >= 0; --axis) {
      at += rest % from.size[axis] * from.stride[axis];
      rest /= from.size[axis];
    }
    out[i] = in[at];
  }
}

// Planes of channels to groups of 16 channels that lie together, through shared memory; a block of 256 threads does
// 64 pixels of one group.
__global__ void pack_channels_16(const float* in, float* out, int pixels) {
  __shared__ float tile[16][65];
  int first = blockIdx.x * 64, group = blockIdx.y, t = threadIdx.x;
  for (int i = t; i < 1024; i += 256) {
    int c = i / 64, p = first + i % 64;
    tile[c][i % 64] = p < pixels ? in[(group * 16 + c) * pixels + p] : 0;
  }
  __syncthreads();
  int p = first + t / 4, c = t % 4 * 4;
  if (p >= pixels) return;
  float4 v = make_float4(tile[c][t / 4], tile[c + 1][t / 4], tile[c + 2][t / 4], tile[c + 3][t / 4]);
  reinterpret_cast<float4*>(out)[(group * pixels + p) * 4 + t % 4] = v;
}

__device__ inline void largest(float* at, float value) {
  if (value >= 0) {
    atomicMax(reinterpret_cast<int*>(at), __float_as_int(value));
  } else {
    atomicMin(reinterpret_cast<unsigned*>(at), __float_as_uint(value));
  }
}

// The largest of the rows that share an index, element by element (the pooling of point clouds and graphs).
__global__ void scatter_largest(const float* value, const int* index, float* out, int rows, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows * width) return;
  float v = value[i], *to = out + index[i / width] * width + i % width;
  if (v > *to) largest(to, v);
}

// out = relu(x * scale + shift), where scale is of the channel and shift of the row, with four elements a thread.
__global__ void broadcast_affine(const float4* x, const float* scale, const float4* shift, float4* out,
                                 int quads, int row, int channels, int plane) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
    float s = scale[i / plane % channels];
    float4 v = x[i], t = shift[i % row];
    out[i] = make_float4(fmaxf(v.x * s + t.x, 0), fmaxf(v.y * s + t.y, 0), fmaxf(v.z * s + t.z, 0),
                         fmaxf(v.w * s + t.w, 0));
  }
}

// Running products along the middle axis, as for transmittance along rays; a column a thread.
__global__ void products_along_axis(const float* in, float* out, int outer, int length, int inner) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= outer * inner) return;
  size_t at = static_cast<size_t>(i / inner) * length * inner + i % inner;
  float product = 1;
  for (int k = 0; k < length; ++k, at += inner) {
    out[at] = product;
    product *= 1 - in[at];
  }
}

// Rolls an image by a shift in windows (as Swin transformers do) and cuts it into windows, halves two at a time.
__global__ void roll_into_windows(const __half2* in, __half2* out, int side, int window, int shift,
                                  int pairs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= side * side * pairs) return;
  int c = i % pairs, at = i / pairs, inside = at % (window * window), which = at / (window * window);
  int across = side / window;
  int y = (which / across * window + inside / window + shift) % side;
  int x = (which % across * window + inside % window + shift) % side;
  out[i] = in[(y * side + x) * pairs + c];
}

// Rows of a table, by an index for each, times a weight, in halves of 16 bytes; negative indexes give zeros.
__global__ void gather_weighted_rows(const uint4* table, const int* index, const float* weight, uint4* out,
                                     int rows, int width) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  int from = index[row];
  __half2 by = __float2half2_rn(weight[row]);
  for (int k = threadIdx.x; k < width; k += blockDim.x) {
    uint4 v = make_uint4(0, 0, 0, 0);
    if (from >= 0) {
      v = table[static_cast<size_t>(from) * width + k];
      __half2* pair = reinterpret_cast<__half2*>(&v);
#pragma unroll
      for (int h = 0; h < 4; ++h) pair[h] = __hmul2(pair[h], by);
    }
    out[static_cast<size_t>(row) * width + k] = v;
  }
}

}  // namespace untried
