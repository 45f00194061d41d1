/* +++
kind = "right"
summary = "Each column sum has loops of its own, and the detector matches words first and banks second."
+++ */
// Written plainly: most other answers of this lab change this one in one place.
#include "bank_conflicts.h"

extern "C" __global__ void conflict_probe(float* out, long long* cycles, int stride, int rounds) {
  __shared__ float words[PROBE_WORDS];
  const int lane = threadIdx.x;
  for (int i = lane; i < PROBE_WORDS; i += WARP) words[i] = i;
  __syncwarp();
  const volatile float* word = words + lane * stride;
  float sum = 0;
  const long long start = clock64();
  for (int round = 0; round < rounds; ++round) sum += *word;
  const long long stop = clock64();
  out[lane] = sum;
  if (lane == 0) *cycles = stop - start;
}

extern "C" __global__ void detect_conflicts(const int* addresses, const unsigned* active, int* degree,
                                            int n) {
  const int row = blockIdx.x * (DETECTOR_BLOCK / WARP) + threadIdx.x / WARP;
  const int lane = threadIdx.x % WARP;
  if (row >= n) return;
  const unsigned mask = active[row];
  const int word = addresses[row * WARP + lane] / 4;
  int words = 0;
  if (mask >> lane & 1) {
    const bool first = lane == __ffs(__match_any_sync(mask, word)) - 1;
    const unsigned counted = __ballot_sync(mask, first);
    words = __popc(counted & __match_any_sync(mask, word % BANKS));
  }
  for (int apart = WARP / 2; apart > 0; apart /= 2)
    words = max(words, __shfl_xor_sync(0xFFFFFFFF, words, apart));
  if (lane == 0) degree[row] = words;
}

extern "C" __global__ void column_sum_padded(const float* in, float* out, int tiles) {
  __shared__ float tile[TILE][TILE + 1];
  const int lane = threadIdx.x;
  const float* matrix = in + blockIdx.x * TILE * TILE;
  for (int c = 0; c < TILE; ++c) tile[c][lane] = matrix[c * TILE + lane];
  __syncwarp();
  float sum = 0;
  for (int r = 0; r < TILE; ++r) sum += tile[lane][r];
  out[blockIdx.x * TILE + lane] = sum;
}

extern "C" __global__ void column_sum_swizzled(const float* in, float* out, int tiles) {
  __shared__ float tile[TILE][TILE];
  const int lane = threadIdx.x;
  const float* matrix = in + blockIdx.x * TILE * TILE;
  for (int c = 0; c < TILE; ++c) tile[c][lane ^ c] = matrix[c * TILE + lane];
  __syncwarp();
  float sum = 0;
  for (int r = 0; r < TILE; ++r) sum += tile[lane][r ^ lane];
  out[blockIdx.x * TILE + lane] = sum;
}
