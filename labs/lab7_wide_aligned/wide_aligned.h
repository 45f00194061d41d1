// Lab 7, wide and aligned: the kernels' contract.
//
// Every kernel runs in blocks of 256 threads. Arrays do not overlap. A kernel accesses nothing outside them.
// Where nothing else is said, an array is 256-byte aligned, as cudaMalloc returns it. Arrays have fewer than
// 2^31 bytes, so that every index, and every offset in bytes, fits into an int.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

constexpr int BLOCK = 256;
constexpr int WARP = 32;

// The widest access of a lane, and what its address must be a multiple of.
constexpr int WIDE_BYTES = 16;
constexpr int WIDE_FLOATS = 4;
constexpr int WIDE_HALVES = 8;

// out[i] = in[i] for 0 <= i < n; n >= 1. `in` and `out` are two parts of larger arrays: each starts at any
// multiple of 4 bytes. Every aligned piece of 16 bytes moves in one access where both start at the same
// distance from a multiple of 16. Where they do not, coalesced accesses of 4 bytes will do. Launched on
// ceil(n / 1024) + 1 blocks: a thread for every four floats, and a block to spare for the ends.
extern "C" __global__ void copy_any(const float* in, float* out, int n);

// x[i] = x[i] * s for 0 <= i < n; n >= 1, any value. The product is computed in float and rounded once, to
// the nearest half. 8 halves an access. Launched on ceil(n / 2048) blocks: a thread for every eight halves.
extern "C" __global__ void scale_halves(__half* x, int n, float s);

// m[r][c] = m[r][c] * s for 0 <= r < rows, 0 <= c < cols. Row r starts r * pitch bytes after m. The pitch is
// a multiple of 4 and at least 4 * cols. The bytes between the rows belong to others: they are neither read
// nor written. Every aligned piece of 16 bytes of a row moves in one access. Launched on `rows` blocks, a
// block for each row.
extern "C" __global__ void pitched_scale(float* m, int rows, int cols, int pitch, float s);

// y[r] = sum of W[r][c] * x[c] over 0 <= c < cols, for 0 <= r < rows: the product of a matrix and a vector.
// W is stored row after row without gaps. cols is a multiple of 8. Every product and every sum is in float,
// in any order, and a sum within 1e-5 of the sum of |W[r][c] * x[c]|. W and x are read 16 bytes at a time. Launched on ceil(rows / 8) blocks: a warp for each row.
extern "C" __global__ void gemv_half(const __half* W, const __half* x, float* y, int rows, int cols);
