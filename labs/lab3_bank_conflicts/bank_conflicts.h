// Lab 3, bank-conflict detector: the kernels' contract.
//
// Shared memory has 32 banks, 4 bytes wide: word w (the bytes 4 w to 4 w + 3) lies in bank w % 32.
#pragma once

#include <cuda_runtime.h>

constexpr int WARP = 32;
constexpr int BANKS = 32;

// conflict_probe: one block of one warp. It keeps PROBE_WORDS floats in shared memory and stores the value i
// to word i. Then each lane l reads word l * stride, `rounds` times over: a warp makes exactly `rounds` loads
// of shared memory. Lane l stores the sum of all that it read to out[l]; cycles[0] becomes clock64() after
// the loads minus clock64() before them, with nothing else in between.
//
//     0 <= stride <= LARGEST_STRIDE, 1 <= rounds <= 4096 (so that every sum is an exact float)
constexpr int LARGEST_STRIDE = 33;
constexpr int PROBE_WORDS = (WARP - 1) * LARGEST_STRIDE + 1;
extern "C" __global__ void conflict_probe(float* out, long long* cycles, int stride, int rounds);

// conflict_busy (given): the same loads in a block of BUSY_WARPS warps. Thread t stores the sum of what it
// read to out[t].
constexpr int BUSY_WARPS = 16;
extern "C" __global__ void conflict_busy(float* out, long long* cycles, int stride, int rounds);

// detect_conflicts: n rows, one warp a row; blocks of DETECTOR_BLOCK threads, ceil(n / 8) of them, so that
// the last block may have warps without a row. Row i is one access to shared memory, 4 bytes a lane:
//
//     addresses[32 * i + l]   the byte address of lane l, a multiple of 4; of an inactive lane: anything
//     active[i]               bit l is set where lane l takes part
//     degree[i]               to be found: the wavefronts that the access takes, which is the largest number
//                             of different words in one bank; 0 where no lane takes part
//
// A row is loaded as the warp's lanes load best: together.
constexpr int DETECTOR_BLOCK = 256;
extern "C" __global__ void detect_conflicts(const int* addresses, const unsigned* active, int* degree, int n);

// The sums of columns. Tiles of 32 x 32 floats, each stored column by column, as Fortran and BLAS do: element
// (r, c) of tile t is in[1024 * t + 32 * c + r]. One block of one warp a tile: `tiles` blocks.
//
//     out[32 * t + c] = (0, c) + (1, c) + ... + (31, c)
//
// One lane adds up one column, with r from 0 to 31 and in float: every other order gives other bits.
// All global accesses are coalesced, and each element passes through shared memory.
constexpr int TILE = 32;

// Without bank conflicts by padding: at most 32 * 33 floats of shared memory.
extern "C" __global__ void column_sum_padded(const float* in, float* out, int tiles);

// Without bank conflicts and without padding: at most 32 * 32 floats.
extern "C" __global__ void column_sum_swizzled(const float* in, float* out, int tiles);
