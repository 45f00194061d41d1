// Copies: how a warp's addresses lie, and how wide each lane's element is.
#include <cuda_runtime.h>

__device__ int global_thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

template <class T>
__device__ void copy_elements(const T* in, T* out, int n) {
  const int i = global_thread();
  if (i < n) out[i] = in[i];
}

extern "C" __global__ void copy_floats(const float* in, float* out, int n) { copy_elements(in, out, n); }
extern "C" __global__ void copy_doubles(const double* in, double* out, int n) { copy_elements(in, out, n); }
extern "C" __global__ void copy_bytes(const unsigned char* in, unsigned char* out, int n) {
  copy_elements(in, out, n);
}
extern "C" __global__ void copy_shorts(const unsigned short* in, unsigned short* out, int n) {
  copy_elements(in, out, n);
}
extern "C" __global__ void copy_float2(const float2* in, float2* out, int n) { copy_elements(in, out, n); }
extern "C" __global__ void copy_float4(const float4* in, float4* out, int n) { copy_elements(in, out, n); }
extern "C" __global__ void copy_double2(const double2* in, double2* out, int n) { copy_elements(in, out, n); }
extern "C" __global__ void copy_uchar4(const uchar4* in, uchar4* out, int n) { copy_elements(in, out, n); }

// Three accesses of 4 bytes, 12 bytes apart: no wide access fits three components.
extern "C" __global__ void copy_int3(const int3* in, int3* out, int n) {
  const int i = global_thread();
  if (i >= n) return;
  const int x = in[i].x;
  const int y = in[i].y;
  const int z = in[i].z;
  out[i].x = x;
  out[i].y = y;
  out[i].z = z;
}

extern "C" __global__ void copy_strided(const float* in, float* out, int n, int stride) {
  const int i = global_thread();
  if (i < n) out[i] = in[i * stride];
}

extern "C" __global__ void copy_offset(const float* in, float* out, int n, int offset) {
  const int i = global_thread();
  if (i < n) out[i] = in[i + offset];
}

extern "C" __global__ void copy_grid_stride(const float* __restrict__ in, float* __restrict__ out, int n) {
  for (int i = global_thread(); i < n; i += gridDim.x * blockDim.x) out[i] = in[i];
}

// A warp along a row.
extern "C" __global__ void copy_rows(const float* in, float* out, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[row * cols + col] = in[row * cols + col];
}

// A warp down a column.
extern "C" __global__ void copy_columns(const float* in, float* out, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[row * cols + col] = in[row * cols + col];
}
