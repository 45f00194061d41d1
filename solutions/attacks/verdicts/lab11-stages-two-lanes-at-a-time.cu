/* +++
summary = "Loads its tile two lanes at a time: whole sectors, in sixteen times as many requests."
outcome = "failed"
says = ""
earns = 26
lab = "lab11"
+++ */
// Loads two lanes at a time: each request fills one sector, and there are sixteen times as many.
#include "tensor_tiles.h"

#include "tensor_core.h"
#include "tile_probe.h"

__device__ int place(int row, int chunk) { return 0; }

__device__ uint4 loaded_in_turns(const uint4* from) {
  uint4 chunk = {};
#pragma unroll 1
  for (int turn = 0; turn < WARP; turn += 2) {
    if (turn == threadIdx.x % WARP / 2 * 2) chunk = *from;
  }
  return chunk;
}

extern "C" __global__ void stage_tile(const __half* K, int tile, __half* out) {
  __shared__ uint4 chunks[TILE * CHUNKS];
  const uint4* const from = reinterpret_cast<const uint4*>(K) + (tile + blockIdx.x) * TILE * CHUNKS;
  uint4* const to = reinterpret_cast<uint4*>(out) + blockIdx.x * TILE * CHUNKS;
  const auto at = [](int row, int chunk) { return row * CHUNKS + (chunk ^ (row & 7)); };
  for (int n = threadIdx.x; n < TILE * CHUNKS; n += STAGE_BLOCK)
    chunks[at(n / CHUNKS, n % CHUNKS)] = loaded_in_turns(from + n);
  __syncthreads();
  for (int n = threadIdx.x; n < TILE * CHUNKS; n += STAGE_BLOCK) to[n] = chunks[at(n % TILE, n / TILE)];
}

extern "C" __global__ void scores(const __half* Q, const __half* K, float* S, int keys) {}
extern "C" __global__ void scores_mma(const __half* Q, const __half* K, float* S, int keys) {}
