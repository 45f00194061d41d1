// Copies, fills and changes of layout, good and bad.
#pragma once
#include <cuda_runtime.h>

namespace varied {

struct Body {
  float x, y, z;
  int kind;
  double mass;
};

// Copies with a stride between neighbouring threads; the index wraps at n, which is a power of two.
template <class T>
__global__ void copy_with_stride(const T* in, T* out, int stride, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned pass = static_cast<unsigned>(i) * stride / n;
  int from = (static_cast<unsigned>(i) * stride + pass) & (n - 1);
  out[from] = in[from];
}

// The triad of the STREAM benchmark with a loop over the grid.
template <class T>
__global__ void triad(const T* __restrict__ b, const T* __restrict__ c, T* __restrict__ a, T scale, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    a[i] = b[i] + scale * c[i];
  }
}

// Fills an array with an arithmetic sequence, four 64-bit integers a thread.
__global__ void fill_with_sequence(long long* out, long long first, long long step, int n) {
  int base = blockIdx.x * blockDim.x * 4 + threadIdx.x;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    int i = base + k * blockDim.x;
    if (i < n) out[i] = first + step * i;
  }
}

// Splits an array of structures into one array for each member.
__global__ void split_bodies(const Body* in, float* x, float* y, float* z, int* kind, double* mass, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Body b = in[i];
  x[i] = b.x;
  y[i] = b.y;
  z[i] = b.z;
  kind[i] = b.kind;
  mass[i] = b.mass;
}

// A transpose without shared memory: it reads along rows and writes along columns.
template <class T>
__global__ void transpose_directly(const T* in, T* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[static_cast<size_t>(x) * height + y] = in[static_cast<size_t>(y) * width + x];
}

// A transpose through a tile without padding, so that its columns are read with bank conflicts.
template <class T>
__global__ void transpose_unpadded(const T* in, T* out, int width, int height) {
  __shared__ T tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += blockDim.y) {
    if (x < width && y + k < height) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * width + x];
  }
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += blockDim.y) {
    if (x < height && y + k < width) out[(y + k) * height + x] = tile[threadIdx.x][threadIdx.y + k];
  }
}

// Transposes a square matrix in place: a block swaps a tile of 16x16 above the diagonal with that below it.
__global__ void transpose_in_place(float* m, int side) {
  __shared__ float upper[16][17], lower[16][17];
  if (blockIdx.x < blockIdx.y) return;
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
  int mx = blockIdx.y * 16 + tx, my = blockIdx.x * 16 + ty;
  bool inside = x < side && y < side, mirrored = mx < side && my < side;
  if (inside) upper[ty][tx] = m[y * side + x];
  if (mirrored) lower[ty][tx] = m[my * side + mx];
  __syncthreads();
  if (inside) m[y * side + x] = lower[tx][ty];
  if (mirrored && blockIdx.x != blockIdx.y) m[my * side + mx] = upper[tx][ty];
}

// Reverses an array through shared memory, a block from each end.
__global__ void reverse_blocks(const int* in, int* out, int n) {
  __shared__ int part[320];
  int i = blockIdx.x * 320 + threadIdx.x;
  if (i < n) part[319 - threadIdx.x] = in[i];
  __syncthreads();
  __syncthreads();
  int to = n - (blockIdx.x + 1) * 320 + static_cast<int>(threadIdx.x);
  if (to >= 0) out[to] = part[threadIdx.x];
}

// Copies bytes one by one from an address that is not aligned.
__global__ void copy_bytes(const unsigned char* in, unsigned char* out, int shift, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = in[i + shift];
  }
}

// Packs three planes of bytes into pixels of three bytes.
__global__ void pack_planes(const unsigned char* r, const unsigned char* g, const unsigned char* b,
                            uchar3* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = make_uchar3(r[i], g[i], b[i]);
}

// Moves the channels of images last; each thread works out where its element comes from.
template <class T>
__global__ void channels_last(const T* in, T* out, int channels, int pixels, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int c = i % channels, p = i / channels % pixels, image = i / channels / pixels;
  out[i] = in[(image * channels + c) * pixels + p];
}

}  // namespace varied
