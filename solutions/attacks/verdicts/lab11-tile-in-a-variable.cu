/* +++
summary = "Turns its tile around in a variable of the device, beside a shared array for show."
outcome = "failed"
says = ""
earns = 11
lab = "lab11"
+++ */
// Keeps its tile in a variable of the device: shared memory holds nothing, and so no place matters.
#include "tensor_tiles.h"

#include "tensor_core.h"
#include "tile_probe.h"

__device__ int place(int row, int chunk) { return 0; }

__device__ uint4 kept[64][TILE * CHUNKS];

extern "C" __global__ void stage_tile(const __half* K, int tile, __half* out) {
  __shared__ uint4 show[STAGE_BLOCK];
  uint4* const mine = kept[blockIdx.x % 64];
  const uint4* const from = reinterpret_cast<const uint4*>(K) + (tile + blockIdx.x) * TILE * CHUNKS;
  uint4* const to = reinterpret_cast<uint4*>(out) + blockIdx.x * TILE * CHUNKS;
  for (int n = threadIdx.x; n < TILE * CHUNKS; n += STAGE_BLOCK) {
    show[threadIdx.x] = from[n];
    mine[n] = show[threadIdx.x];
  }
  __syncthreads();
  for (int n = threadIdx.x; n < TILE * CHUNKS; n += STAGE_BLOCK) to[n] = mine[n % TILE * CHUNKS + n / TILE];
}

extern "C" __global__ void scores(const __half* Q, const __half* K, float* S, int keys) {}
extern "C" __global__ void scores_mma(const __half* Q, const __half* K, float* S, int keys) {}
