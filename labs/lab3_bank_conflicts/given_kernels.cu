// Lab 3: the given kernel, the column sum whose bank conflicts you remove. Its contract is that of
// column_sum_padded, except for the conflicts.
#include "bank_conflicts.h"

// [plain]
extern "C" __global__ void column_sum_plain(const float* __restrict__ in, float* __restrict__ out,
                                            int tiles) {
  __shared__ float tile[TILE][TILE];  // tile[c][r]: a column of the matrix is a row of the array
  const int lane = threadIdx.x;
  in += blockIdx.x * TILE * TILE;
  for (int c = 0; c < TILE; ++c) tile[c][lane] = in[c * TILE + lane];

  __syncwarp();  // each lane reads what other lanes stored

  float sum = 0;
#pragma unroll 1  // unrolled, nvcc would merge four loads into one of 16 bytes, which uses other banks
  for (int r = 0; r < TILE; ++r) sum += tile[lane][r];  // column `lane`
  out[blockIdx.x * TILE + lane] = sum;
}
// [/plain]
