// Lab 3, the given kernels: the column sum whose bank conflicts you remove, with the contract of
// column_sum_padded except for the conflicts, and a probe of a busy SM.
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

// [busy]
// conflict_probe's loads in a block of BUSY_WARPS warps: the SM always has another warp's load to serve, so a
// load costs its wavefronts. cycles[0] is the time of BUSY_WARPS * rounds loads; `rounds` is a multiple of 8.
extern "C" __global__ void conflict_busy(float* out, long long* cycles, int stride, int rounds) {
  __shared__ float words[PROBE_WORDS];
  for (int i = threadIdx.x; i < PROBE_WORDS; i += BUSY_WARPS * WARP) words[i] = i;
  const volatile float* const word = &words[threadIdx.x % WARP * stride];
  float sum = 0;

  __syncthreads();
  const long long start = clock64();
#pragma unroll 8  // or the loop's own instructions take longer than the loads
  for (int i = 0; i < rounds; ++i) sum += *word;
  __syncthreads();
  const long long stop = clock64();

  out[threadIdx.x] = sum;
  if (threadIdx.x == 0) cycles[0] = stop - start;
}
// [/busy]
