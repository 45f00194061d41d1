// Mistakes beside those of tests/kernels/faults.cu, one a kernel, for compute-sanitizer and the machine.
#include <cuda_runtime.h>

extern "C" __global__ void column_past_the_end(const float* in, float* out, int pitch) {
  float sum = 0;
  for (int row = 0; row < 32; ++row) sum += in[row * pitch + threadIdx.x];  // the pitch is too large
  out[threadIdx.x] = sum;
}
extern "C" __global__ void past_dynamic_shared(const int* in, int* out) {
  extern __shared__ int line[];
  line[threadIdx.x] = in[threadIdx.x];  // more threads than elements
  __syncthreads();
  out[threadIdx.x] = line[threadIdx.x / 2];
}
extern "C" __global__ void past_local_array(const int* in, int* out, int last) {
  int local[16];
  for (int i = 0; i < 16; ++i) local[i] = in[(threadIdx.x + i) % 32];
  out[threadIdx.x] = local[last - threadIdx.x % 2];  // past the array
}
extern "C" __global__ void store_misaligned_pairs(float* out) {
  reinterpret_cast<float2*>(out + 1)[threadIdx.x] = make_float2(1, 2);  // one float too far
}
extern "C" __global__ void count_without_atomics(const int* in, int* out) {
  __shared__ int counts[8];
  if (threadIdx.x < 8) counts[threadIdx.x] = 0;
  __syncthreads();
  counts[in[threadIdx.x]] += 1;  // two lanes may count the same
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = counts[threadIdx.x];
}
extern "C" __global__ void neighbours_in_place(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = data[i + 1] + 1;  // the next thread may have stored already
}
extern "C" __global__ void copy_all(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // nobody wrote it
}
extern "C" __global__ void half_then_all(int* scratch, int* out) {
  if (threadIdx.x < blockDim.x / 2) scratch[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = scratch[threadIdx.x];  // the second half is missing
}
