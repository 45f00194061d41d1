// Lab 8, many to one: the kernels' contract.
//
// All arrays are 256-byte aligned, as cudaMalloc's are, and do not overlap. A kernel accesses nothing outside
// them. Every kernel runs in blocks of BLOCK threads.
#pragma once

#include <cuda_runtime.h>

constexpr int WARP = 32;
constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / WARP;  // of a block

// sum: adds up an array, and adds the result to what out[0] holds before the launch.
//
//     out[0] += in[0] + in[1] + ... + in[n - 1]
//
// n is any value from 1 to 2^29 - 1, so that every index, and every offset in bytes, fits into an int. The
// launch has any number of blocks from 1 to 65,535, whatever n is. The sum is in float, in any order,
// to within 1e-6 of the sum of the magnitudes.
//
// If there is work for all blocks, each of them makes one request to `out`; none makes more. `in` is read 16
// bytes a lane, except for its last n % 4 floats.
extern "C" __global__ void sum(const float* in, float* out, int n);

// histogram256: counts how often each byte occurs, and adds the counts to what `bins` holds.
//
//     bins[b] += how many of bytes[0] ... bytes[n - 1] are b        for 0 <= b < BINS
//
// n is any value from 1 to 2^30 - 1; the launch has any number of blocks from 1 to 65,535. If there
// is work for all blocks, each makes 8 requests to `bins`, of 32 bins; none makes more. `bytes` is read 16
// bytes a lane, except for its last n % 16.
constexpr int BINS = 256;
extern "C" __global__ void histogram256(const unsigned char* bytes, unsigned* bins, int n);

// The two kernels of softmax work on matrices of `rows` x `cols` floats, stored row after row without gaps.
// cols is a multiple of 4 from 4 to MOST_COLS, rows at least 1, and rows * cols < 2^29. A warp has a row:
// launched on ceil(rows / WARPS) blocks, so the last block may have warps without one. Every element of the
// inputs is read once, and every result written once, 16 bytes a lane.
constexpr int MOST_COLS = 1024;

// softmax_rows: with m the largest x of row r,
//
//     y[r][c] = exp(x[r][c] - m) / (exp(x[r][0] - m) + ... + exp(x[r][cols - 1] - m))
//
// to within 2e-4 of its value, or 1e-9. x may be large (1000) and may be -INFINITY, as a masked score is, but
// no row is -INFINITY throughout.
extern "C" __global__ void softmax_rows(const float* x, float* y, int rows, int cols);

// softmax_backward: the gradient of softmax. S is what softmax gave, dP the gradient that comes in.
//
//     dS[r][c] = S[r][c] * (dP[r][c] - D)        with D = S[r][0] * dP[r][0] + ... over the whole row r
//
// in float, with the sum in any order, to within 4e-6 of |S[r][c]| * (|dP[r][c]| + the sum of |S * dP|).
extern "C" __global__ void softmax_backward(const float* S, const float* dP, float* dS, int rows, int cols);
