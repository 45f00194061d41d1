// Lab 3, bank-conflict detector: the kernels' contract.
//
// Shared memory has 32 banks, each 4 bytes wide: word w (bytes 4 w to 4 w + 3) is in bank w % 32.
#pragma once

#include <cuda_runtime.h>

constexpr int WARP = 32;
constexpr int BANKS = 32;

// conflict_probe: one block of one warp. It keeps PROBE_WORDS floats in shared memory and stores the value i
// to word i. Then each lane l reads word l * stride, `rounds` times: exactly `rounds` loads of shared memory
// per warp. Lane l stores the sum of all that it read to out[l]. cycles[0] is clock64() right after the loads
// minus clock64() right before them, with nothing else in between.
//
//     0 <= stride <= LARGEST_STRIDE, 1 <= rounds <= 4096 (so that every sum is an exact float)
constexpr int LARGEST_STRIDE = 33;
constexpr int PROBE_WORDS = (WARP - 1) * LARGEST_STRIDE + 1;
extern "C" __global__ void conflict_probe(float* out, long long* cycles, int stride, int rounds);

// conflict_busy (given): the same loads in a block of BUSY_WARPS warps. Thread t stores the sum of what it
// read to out[t].
constexpr int BUSY_WARPS = 16;
extern "C" __global__ void conflict_busy(float* out, long long* cycles, int stride, int rounds);

// detect_conflicts: n rows, one warp per row; ceil(n / 8) blocks of DETECTOR_BLOCK threads, so the last block
// may have warps without a row. n is any value from 1 to 2^24 - 1, so that every index, and every offset in
// bytes, fits into an int. Row i is one access to shared memory, 4 bytes per lane:
//
//     addresses[32 * i + l]   the byte address of lane l, a multiple of 4; meaningless for an inactive lane
//     active[i]               bit l is 1 if lane l takes part
//     degree[i]               the result: the wavefronts that the access takes, the largest number of
//                             different words in one bank; 0 if no lane takes part
//
// The lanes of a warp load their row together.
constexpr int DETECTOR_BLOCK = 256;
extern "C" __global__ void detect_conflicts(const int* addresses, const unsigned* active, int* degree, int n);

// The column sums. Tiles of 32 x 32 floats, each stored column by column as in Fortran and BLAS: element (r,
// c) of tile t is in[1024 * t + 32 * c + r]. One block of one warp per tile, `tiles` blocks, from 1 to
// 2^19 - 1.
//
//     out[32 * t + c] = (0, c) + (1, c) + ... + (31, c)
//
// One lane adds up one column, in float, with r from 0 to 31: any other order may round differently. All
// global accesses are coalesced, and every element passes through shared memory.
constexpr int TILE = 32;

// No bank conflicts, with padding: at most 32 * 33 floats of shared memory.
extern "C" __global__ void column_sum_padded(const float* in, float* out, int tiles);

// No bank conflicts, without padding: at most 32 * 32 floats of shared memory.
extern "C" __global__ void column_sum_swizzled(const float* in, float* out, int tiles);
