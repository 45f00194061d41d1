// Loads that do not change from round to round of a loop, and choices between loads.
#include <cuda_runtime.h>

__constant__ float constant_words[8] = {1, 2, 3, 4, 5, 6, 7, 8};

extern "C" __global__ void shared_word_each_round(const float* in, float* out, int rounds) {
  __shared__ float s[32];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < rounds; ++k) sum += s[7] * k;
  out[threadIdx.x] = sum;
}

extern "C" __global__ void global_word_each_round(const float* __restrict__ in, float* __restrict__ out,
                                                  int rounds) {
  float sum = 0;
  for (int k = 0; k < rounds; ++k) sum += in[7] * k;
  out[threadIdx.x] = sum;
}

// A store in the loop may change the word.
extern "C" __global__ void global_word_after_stores(const float* in, float* out, int rounds) {
  for (int k = 0; k < rounds; ++k) out[k * 32 + threadIdx.x] = in[7] * k;
}

extern "C" __global__ void global_word_after_stores_restrict(const float* __restrict__ in,
                                                             float* __restrict__ out, int rounds) {
  for (int k = 0; k < rounds; ++k) out[k * 32 + threadIdx.x] = in[7] * k;
}

// Nothing is carried over a barrier.
extern "C" __global__ void shared_word_after_barriers(const float* in, float* out, int rounds) {
  __shared__ float s[32];
  s[threadIdx.x] = in[threadIdx.x];
  float sum = 0;
  for (int k = 0; k < rounds; ++k) {
    __syncthreads();
    sum += s[7] * k;
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void volatile_word_each_round(const float* in, float* out, int rounds) {
  __shared__ volatile float s[32];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < rounds; ++k) sum += s[7] * k;
  out[threadIdx.x] = sum;
}

extern "C" __global__ void constant_word_each_round(const float* in, float* out, int rounds) {
  float sum = in[threadIdx.x];
  for (int k = 0; k < rounds; ++k) sum += constant_words[k % 8];
  out[threadIdx.x] = sum;
}

// The factor of a row does not depend on the column.
extern "C" __global__ void scale_rows(const float* __restrict__ in, const float* __restrict__ factors,
                                      float* __restrict__ out, int cols) {
  const int row = blockIdx.x;
  for (int col = threadIdx.x; col < cols; col += blockDim.x) {
    out[row * cols + col] = in[row * cols + col] * factors[row];
  }
}

extern "C" __global__ void scale_rows_in_place(float* matrix, const float* factors, int cols) {
  const int row = blockIdx.x;
  for (int col = threadIdx.x; col < cols; col += blockDim.x) matrix[row * cols + col] *= factors[row];
}

// A tile's row is read once a round of the inner loop, its column's word once in all.
extern "C" __global__ void product_of_tiles(const float* __restrict__ a, const float* __restrict__ b,
                                            float* __restrict__ out) {
  __shared__ float left[32][32];
  __shared__ float right[32][32];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  left[y][x] = a[y * 32 + x];
  right[y][x] = b[y * 32 + x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += left[y][k] * right[k][x];
  out[y * 32 + x] = sum;
}

// All lanes of a warp choose the same array, by an address.
extern "C" __global__ void choose_array(const float* a, const float* b, float* out, int which, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float* const chosen = which ? a : b;
  if (i < n) out[i] = chosen[i];
}

// Each lane chooses, by a value that it loads.
extern "C" __global__ void choose_by_lane(const float* a, const float* b, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i % 2 ? a[i] : b[i];
}
