/* +++
summary = "Swizzles where its places are listed, and nowhere else."
outcome = "failed"
says = "tile_loads makes"
earns = 14
lab = "lab11"
+++ */
// Tells by the number of threads whether its places are listed, and swizzles only then.
#include "tensor_tiles.h"

__device__ int place(int row, int chunk) { return blockDim.x == TILE * CHUNKS ? chunk ^ (row & 7) : chunk; }

#include "tile_probe.h"

extern "C" __global__ void stage_tile(const __half* K, int tile, __half* out) {}
extern "C" __global__ void scores(const __half* Q, const __half* K, float* S, int keys) {}
extern "C" __global__ void scores_mma(const __half* Q, const __half* K, float* S, int keys) {}
