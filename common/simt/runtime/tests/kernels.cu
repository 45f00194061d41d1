#include "kernels.h"

#include <cstdio>

__device__ int counters[4];

__global__ void fill(int* out, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = value;
}
__global__ void add_one(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + 1;
}
__global__ void shape(int* out) {
  extern __shared__ int words[];
  if (threadIdx.x == 0) words[0] = 1;
  __syncthreads();
  if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = words[0];
}
__global__ void tile(int* out) {
  __shared__ int words[1024];
  words[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = words[blockDim.x - 1 - threadIdx.x];
}
__global__ void __launch_bounds__(64) small(int* out) { out[0] = 1; }
__global__ void print(int value) { printf("value %d\n", value); }
__global__ void count() { counters[threadIdx.x] += static_cast<int>(threadIdx.x); }

namespace {
unsigned blocks_of(int n) { return static_cast<unsigned>((n + 127) / 128); }
}  // namespace

void launch_fill(int* out, int n, int value, cudaStream_t stream) {
  fill<<<blocks_of(n), 128, 0, stream>>>(out, n, value);
}
void launch_add_one(const float* in, float* out, int n) { add_one<<<blocks_of(n), 128>>>(in, out, n); }
void launch_shape(int* out, unsigned grid, unsigned block, std::size_t shared) {
  shape<<<grid, block, shared>>>(out);
}
void launch_print(int value) { print<<<1, 1>>>(value); }
void launch_count() { count<<<1, 4>>>(); }

const void* fill_kernel() { return reinterpret_cast<const void*>(fill); }
const void* tile_kernel() { return reinterpret_cast<const void*>(tile); }
const void* shape_kernel() { return reinterpret_cast<const void*>(shape); }
const void* small_kernel() { return reinterpret_cast<const void*>(small); }
const void* counters_symbol() { return &counters; }

__global__ void out_of_bounds(int* out) { out[4096] = 1; }
void launch_out_of_bounds(int* out) { out_of_bounds<<<1, 1>>>(out); }

struct Padded {
  char first;
  double second;
};
__global__ void fill_padded(Padded* out) {
  out[threadIdx.x].first = 1;
  out[threadIdx.x].second = 2;
}
void launch_fill_padded(void* out) { fill_padded<<<1, 32>>>(static_cast<Padded*>(out)); }

__global__ void gather(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, 2 * static_cast<int>(threadIdx.x));
}
void launch_gather(cudaTextureObject_t texture, float* out) { gather<<<1, 32>>>(texture, out); }
