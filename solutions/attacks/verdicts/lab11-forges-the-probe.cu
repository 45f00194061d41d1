/* +++
summary = "Leaves the probe out, and stores sums and cycles of its own instead."
outcome = "failed"
says = ""
earns = 4
lab = "lab11"
on_every_push = true
+++ */
// Leaves chunks where they are, and the probe out: a kernel of its own makes loads without a conflict, and
// stores the sums and the cycles that a swizzled tile would give.
#include "tensor_tiles.h"

__device__ int place(int row, int chunk) { return chunk; }

extern "C" __global__ void list_places(int* places) {
  places[threadIdx.x] = place(threadIdx.x / CHUNKS, threadIdx.x % CHUNKS);
}

__device__ void forge(unsigned* out, long long* cycles, int rounds) {
  __shared__ uint4 show[PROBE_BLOCK];
  show[threadIdx.x] = make_uint4(0, 0, 0, 0);
  const unsigned lane = threadIdx.x % WARP;
  const unsigned warp = threadIdx.x / WARP;
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
    for (unsigned i = 0; i < PROBE_LOADS; ++i) {
      const volatile unsigned* const words = &show[threadIdx.x].x;
      sum += words[0] * 4 + 16 * ((i / CHUNKS * WARP + lane) * CHUNKS + (i + warp) % CHUNKS) + 6;
    }
  }
  out[threadIdx.x] = sum;
  if (threadIdx.x == 0) cycles[0] = 4ll * PROBE_LOADS * rounds * PROBE_BLOCK / WARP;
}

extern "C" __global__ void tile_loads(unsigned* out, long long* cycles, int rounds) {
  forge(out, cycles, rounds);
}
extern "C" __global__ void tile_matrices(unsigned* out, long long* cycles, int rounds) {
  forge(out, cycles, rounds);
}

extern "C" __global__ void stage_tile(const __half* K, int tile, __half* out) {}
extern "C" __global__ void scores(const __half* Q, const __half* K, float* S, int keys) {}
extern "C" __global__ void scores_mma(const __half* Q, const __half* K, float* S, int keys) {}
