// An array of each thread's own, in registers and in local memory: of the handbook's chapter.
#include <cuda_runtime.h>

constexpr int LAST = 8;

// Each thread walks down a column. out: the sum of the last 8 values.
// [local]
extern "C" __global__ void sums_by_row(const float* in, float* out, int rows, int width) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float last[LAST] = {};
  float sum = 0;
  for (int row = 0; row < rows; ++row) {
    const float value = in[row * width + column];
    sum += value - last[row % LAST];
    last[row % LAST] = value;
    out[row * width + column] = sum;
  }
}
// [/local]

// The same for a number of rows that is a multiple of 8: each index is known when the kernel is compiled.
// [registers]
extern "C" __global__ void sums_by_eight(const float* in, float* out, int rows, int width) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float last[LAST] = {};
  float sum = 0;
  for (int first = 0; first < rows; first += LAST) {
#pragma unroll
    for (int i = 0; i < LAST; ++i) {
      const float value = in[(first + i) * width + column];
      sum += value - last[i];
      last[i] = value;
      out[(first + i) * width + column] = sum;
    }
  }
}
// [/registers]

// As sums_by_row, where each lane starts at another place of its array.
// [apart]
extern "C" __global__ void sums_from_anywhere(const float* in, const int* start, float* out, int rows,
                                              int width) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float last[LAST] = {};
  float sum = 0;
  for (int row = 0; row < rows; ++row) {
    const int place = (start[column] + row) % LAST;
    const float value = in[row * width + column];
    sum += value - last[place];
    last[place] = value;
    out[row * width + column] = sum;
  }
}
// [/apart]
