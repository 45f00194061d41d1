// Lab 4, tiled transpose: the kernels' contract.
//
// `in` is a matrix of `rows` x `cols` floats, row after row without gaps; `out` is its transpose, `cols` x
// `rows`:
//
//     out[c * rows + r] = in[r * cols + c]        for 0 <= r < rows, 0 <= c < cols
//
// Any rows, cols of 1 to 1,000,000 with rows * cols < 2^29, so that an int holds the index of every element,
// and its offset in bytes too. The matrices do not overlap. A kernel touches nothing outside them.
#pragma once

#include <cuda_runtime.h>

// The tile of transpose_tiled and transpose_padded: 32 x 32 elements, moved by a block of 32 x 8 threads,
// four rows a thread. Launched on ceil(cols / 32) x ceil(rows / 32) blocks: blockIdx.x counts tiles along a
// row of `in`.
constexpr int TILE = 32;
constexpr int BLOCK_ROWS = 8;

// The tile of transpose_tile16: 16 x 16 elements, one for each of a block's 16 x 16 threads, on
// ceil(cols / 16) x ceil(rows / 16) blocks.
constexpr int SMALL_TILE = 16;

// Through a 32 x 32 shared tile without padding: every global access coalesced, whatever that does to the
// banks.
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols);

// The same, and without a single bank conflict.
extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols);

// Through a 16 x 16 tile.
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols);
