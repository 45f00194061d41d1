// Lane b answers for bank b: it looks at all 32 words, which every lane reads at once.
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
  __shared__ int rows[DETECTOR_BLOCK];
  const int row = blockIdx.x * (DETECTOR_BLOCK / WARP) + threadIdx.x / WARP;
  const int lane = threadIdx.x % WARP;
  int* words = rows + threadIdx.x / WARP * WARP;
  if (row >= n) return;
  const int address = addresses[row * WARP + lane];
  words[lane] = active[row] >> lane & 1 ? address / 4 : -1;
  __syncwarp();
  int different = 0;
  for (int i = 0; i < WARP; ++i) {
    const int word = words[i];
    if (word < 0 || word % BANKS != lane) continue;
    bool is_new = true;
    for (int before = 0; before < i; ++before) is_new = is_new && words[before] != word;
    different += is_new;
  }
  for (int apart = WARP / 2; apart > 0; apart /= 2)
    different = max(different, __shfl_xor_sync(0xFFFFFFFF, different, apart));
  if (lane == 0) degree[row] = different;
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
