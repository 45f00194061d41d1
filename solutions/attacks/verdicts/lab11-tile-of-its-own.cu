/* +++
summary = "Stages a tile by strided stores, of which each thread reads back what it stored itself."
outcome = "failed"
says = "what they stored themselves"
earns = 38
lab = "lab11"
+++ */
// Each thread keeps its own chunks in shared memory. No thread gets a chunk from another one.
#include "tensor_tiles.h"

#include "tensor_core.h"
#include "tile_probe.h"

__device__ int place(int row, int chunk) { return chunk ^ (row & 7); }

extern "C" __global__ void stage_tile(const __half* K, int tile, __half* out) {
  __shared__ uint4 chunks[TILE * CHUNKS];
  const uint4* const from = reinterpret_cast<const uint4*>(K) + (tile + blockIdx.x) * TILE * CHUNKS;
  uint4* const to = reinterpret_cast<uint4*>(out) + blockIdx.x * TILE * CHUNKS;
  for (int n = threadIdx.x; n < TILE * CHUNKS; n += STAGE_BLOCK) chunks[n] = from[n];
  __syncthreads();
  for (int n = threadIdx.x; n < TILE * CHUNKS; n += STAGE_BLOCK)
    to[n % CHUNKS * TILE + n / CHUNKS] = chunks[n];
}

extern "C" __global__ void scores(const __half* Q, const __half* K, float* S, int keys) {}
extern "C" __global__ void scores_mma(const __half* Q, const __half* K, float* S, int keys) {}
