// Lab 11, tiles for tensor cores. This is the only file you edit.
// The contract is in tensor_tiles.h, the task in README.md. Run `ctest -L lab11`, or `./course check lab11`.
#include "tensor_tiles.h"

#include "tensor_core.h"  // LDMATRIX_X4, MMA_M16N8K16
#include "tile_probe.h"   // kernels that call place(): leave it included

__device__ int place(int row, int chunk) {
  // TODO: eight chunks of a row, eight places; and eight rows of a chunk, eight places.
  return 0;
}

extern "C" __global__ void stage_tile(const __half* K, int tile, __half* out) {
  // TODO: rows into shared memory, 16 bytes a lane; then columns of chunks out of it, 16 bytes a lane.
}

extern "C" __global__ void scores(const __half* Q, const __half* K, float* S, int keys) {
  // TODO: stage a tile of Q and one of K. Each thread makes 16 of the 64 x 64 sums of products.
}

extern "C" __global__ void scores_mma(const __half* Q, const __half* K, float* S, int keys) {
  // TODO: the same tiles, read by LDMATRIX_X4 and multiplied by MMA_M16N8K16.
}
