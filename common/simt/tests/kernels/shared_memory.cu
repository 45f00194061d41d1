#include <cuda_runtime.h>

template <int Pad>
__device__ void reverse_rows(const float* in, float* out) {
  __shared__ float tile[32][32 + Pad];
  for (int y = threadIdx.y; y < 32; y += blockDim.y) tile[y][threadIdx.x] = in[y * 32 + threadIdx.x];  // fill
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += blockDim.y) {
    out[y * 32 + threadIdx.x] = tile[threadIdx.x][y];  // read the column
  }
}

extern "C" __global__ void through_tile(const float* in, float* out) { reverse_rows<0>(in, out); }
extern "C" __global__ void through_padded_tile(const float* in, float* out) { reverse_rows<1>(in, out); }

extern "C" __global__ void reverse_dynamic(const int* in, int* out) {
  extern __shared__ int buffer[];
  buffer[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = buffer[blockDim.x - 1 - threadIdx.x];  // reversed
}

// Two extern arrays are one piece of memory, as on the GPU.
extern "C" __global__ void two_names(int* out) {
  extern __shared__ int as_int[];
  extern __shared__ float as_float[];
  as_int[0] = 0x3F800000;
  out[0] = static_cast<int>(as_float[0]);
}

// Many barriers: a tree reduction.
extern "C" __global__ void sum(const int* in, int* out) {
  __shared__ int partial[256];
  partial[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

// Bytes of one word, written by four threads: no race.
extern "C" __global__ void bytes(unsigned char* out) {
  __shared__ unsigned char shared[64];
  shared[threadIdx.x] = static_cast<unsigned char>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = shared[63 - threadIdx.x];  // byte load
}

// One instruction stores to one array, or by turns to both.
extern "C" __global__ void two_arrays(float* out, int arrays) {
  __shared__ float near[32];
  __shared__ float far[64];
  for (int i = 0; i < arrays; ++i) {
    float* const array = i == 0 ? near : far;
    array[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = array[blockDim.x - 1 - threadIdx.x];
  }
}

// Tables of shared arrays' addresses.
extern "C" __global__ void by_turns(int* out, int rounds) {
  __shared__ int first[2][32];
  __shared__ int second[32];
  int* buffers[2] = {second, &first[1][0]};
  for (int round = 0; round < rounds; ++round) {
    buffers[round & 1][threadIdx.x] = round;  // into either
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = first[1][31 - threadIdx.x];
  out[blockIdx.x * 64 + 32 + threadIdx.x] = second[threadIdx.x];
}

struct Part {
  const char* name;
  float* values;
  int count;
};

extern "C" __global__ void parts(float* out, int which) {
  __shared__ float low[32];
  __shared__ float high[64];
  const Part table[3] = {{"low", low, 1}, {"high", high + 32, 2}, {"none", nullptr, 0}};
  low[threadIdx.x] = 1;
  high[threadIdx.x] = high[32 + threadIdx.x] = 2;
  __syncthreads();
  const Part& part = table[which];
  out[threadIdx.x] = part.values == nullptr ? -1 : part.values[31 - threadIdx.x] + part.count;
}

extern "C" __global__ void past_a_tables_array(float* out, int which) {
  __shared__ float low[32];
  __shared__ float high[32];
  float* const table[2] = {low, high};
  table[which][threadIdx.x + 1] = 1;  // past it
  __syncthreads();
  out[threadIdx.x] = low[31];
}
