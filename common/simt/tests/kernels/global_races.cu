// Races in global memory: between blocks, and between threads of one block.
#include <cuda_runtime.h>

extern "C" __global__ void count_without_atomics(const int* in, int* bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bins[in[i]] = bins[in[i]] + 1;  // lost updates
}

extern "C" __global__ void shift_in_place(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) {
    const float next = data[i + 1];  // the neighbour's
    data[i] = next;                  // its own
  }
}

extern "C" __global__ void neighbours_of_one_block(float* data) {
  data[threadIdx.x] = 1;                                   // written
  data[64 + threadIdx.x] = data[(threadIdx.x + 40) % 64];  // read too early
}

extern "C" __global__ void through_a_barrier(float* data) {
  float* const mine = data + 128 * blockIdx.x;
  mine[threadIdx.x] = 1;
  __syncthreads();
  mine[64 + threadIdx.x] = mine[(threadIdx.x + 40) % 64];
  __syncthreads();
  mine[threadIdx.x] = 2;
}

extern "C" __global__ void all_read_one(const float* in, float* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = in[0] + in[threadIdx.x];
}

extern "C" __global__ void neighbouring_bytes(unsigned char* out) {
  out[blockIdx.x + gridDim.x * threadIdx.x] = static_cast<unsigned char>(threadIdx.x);
}

extern "C" __global__ void same_byte(unsigned char* out) {
  out[threadIdx.x / 2] = threadIdx.x % 2;  // pairs of threads
}

extern "C" __global__ void in_place(float* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = data[i] + 1;
  data[i] *= 2;
}

extern "C" __global__ void halo(float4* data) {
  float4* const mine = data + 64 * blockIdx.x;
  mine[threadIdx.x] = mine[64];  // the next block's first
}
