// Lab 4, tiled transpose: the kernels' contract.
//
// `in` is a matrix of `rows` x `cols` floats, stored row after row without gaps. `out` is its transpose,
// `cols` x `rows`:
//
//     out[c * rows + r] = in[r * cols + c]        for 0 <= r < rows, 0 <= c < cols
//
// Any rows and cols from 1 to 1,000,000 with rows * cols < 2^29, so that every index, and every offset in
// bytes, fits into an int. The matrices do not overlap. A kernel accesses nothing outside them.
#pragma once

#include <cuda_runtime.h>

// The tile of transpose_tiled and transpose_padded: 32 x 32 elements, moved by a block of 32 x 8 threads,
// four rows per thread. Launched on ceil(cols / 32) x ceil(rows / 32) blocks: blockIdx.x counts tiles along a
// row of `in`, blockIdx.y down a column.
constexpr int TILE = 32;
constexpr int BLOCK_ROWS = 8;

// The tile of transpose_tile16: 16 x 16 elements, one for each thread of a 16 x 16 block. Launched on
// ceil(cols / 16) x ceil(rows / 16) blocks.
constexpr int SMALL_TILE = 16;

// Through a 32 x 32 shared tile without padding: every global access is coalesced, whatever happens in the
// banks.
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols);

// The same without any bank conflict. You choose the pitch of the tile.
extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols);

// Through a 16 x 16 tile, with at most one bank conflict per request.
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols);
