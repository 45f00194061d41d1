// Thought: a few hundred rows need no int.
#include "bank_conflicts.h"

extern "C" __global__ void conflict_probe(float* out, long long* cycles, int stride, int rounds) {
  __shared__ float words[PROBE_WORDS];
  const int lane = threadIdx.x;
  for (int i = lane; i < PROBE_WORDS; i += WARP) words[i] = i;
  __syncwarp();

  // volatile: the compiler may not read once and use that value in every round.
  const volatile float* const word = &words[lane * stride];
  float sum = 0;
  const long long start = clock64();
  for (int i = 0; i < rounds; ++i) sum += *word;
  const long long stop = clock64();

  out[lane] = sum;
  if (lane == 0) cycles[0] = stop - start;
}

// Called by the lanes of `lanes`: how many different words do they want of the caller's bank?
__device__ int words_in_my_bank(unsigned lanes, int lane, int word) {
  const unsigned same_word = __match_any_sync(lanes, word);
  const unsigned same_bank = __match_any_sync(lanes, word % BANKS);
  // Each word is counted once, by the first of its lanes.
  const unsigned counted = __ballot_sync(lanes, lane == __ffs(same_word) - 1);
  return __popc(same_bank & counted);
}

// For all lanes: the largest of their values. (`__reduce_max_sync` does it in one step, from sm_80 on.)
__device__ int largest_in_warp(int value) {
  for (int apart = WARP / 2; apart > 0; apart /= 2)
    value = max(value, __shfl_xor_sync(0xFFFFFFFF, value, apart));
  return value;
}

extern "C" __global__ void detect_conflicts(const int* addresses, const unsigned* active, int* degree,
                                            int n) {
  const short row = (blockIdx.x * DETECTOR_BLOCK + threadIdx.x) / WARP;
  if (row >= n) return;  // the whole warp: all its lanes have one row
  const int lane = threadIdx.x % WARP;
  const int word = addresses[row * WARP + lane] / static_cast<int>(sizeof(float));
  const unsigned lanes = active[row];
  int words = 0;
  if (lanes >> lane & 1) words = words_in_my_bank(lanes, lane, word);
  const int most = largest_in_warp(words);
  if (lane == 0) degree[row] = most;
}

// Where in its row of the tile element r of column c is kept.
template <bool Swizzled>
__device__ int place_of(int c, int r) {
  return Swizzled ? r ^ c : r;
}

// One tile a warp; `Pad` unused words behind each row of it. A row of the array is a column of the matrix.
template <int Pad, bool Swizzled>
__device__ void sum_columns(const float* __restrict__ in, float* __restrict__ out) {
  __shared__ float tile[TILE][TILE + Pad];
  const int lane = threadIdx.x;
  in += blockIdx.x * TILE * TILE;
#pragma unroll
  for (int c = 0; c < TILE; ++c) tile[c][place_of<Swizzled>(c, lane)] = in[c * TILE + lane];

  __syncwarp();  // a lane reads what the others stored

  float sum = 0;
#pragma unroll
  for (int r = 0; r < TILE; ++r) sum += tile[lane][place_of<Swizzled>(lane, r)];
  out[blockIdx.x * TILE + lane] = sum;
}

extern "C" __global__ void column_sum_padded(const float* in, float* out, int tiles) {
  sum_columns<1, false>(in, out);
}

extern "C" __global__ void column_sum_swizzled(const float* in, float* out, int tiles) {
  sum_columns<0, true>(in, out);
}
