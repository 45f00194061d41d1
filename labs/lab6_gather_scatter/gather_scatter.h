// Lab 6, gather and scatter: the kernels' contract.
//
// Every kernel runs in blocks of 256 threads. Arrays are 256-byte aligned, as cudaMalloc returns them, and do
// not overlap; each has fewer than 2^29 elements of 4 bytes (2^30 of 2 bytes), so that every index, and every
// offset in bytes, fits into an int. A kernel accesses nothing outside its arrays and stores each element of
// its result once.
#pragma once

#include <cuda_runtime.h>

#ifdef __CUDACC__
#include <cuda_fp16.h>
#else
struct __half;  // the checks hand its address on
#endif

constexpr int WARP = 32;
constexpr int BLOCK = 256;

// gather_sectors: n rows of 32 indices, one warp per row; launched on ceil(n / 8) blocks, so the last block
// may have warps without a row. If lane l of a warp loaded table[index[32 * i + l]], a float each, how many
// 32-byte sectors would that request touch? The table starts on a sector. A lane whose index is negative has
// no element: it takes no part. Indices are in any order, and may be equal.
//
//     sectors[i]   the number of distinct sectors, from 0 to 32
//
// n is any value from 1 to 2^24 - 1. The lanes of a warp load their row together.
extern "C" __global__ void gather_sectors(const int* index, int* sectors, int n);

// gather_rows: an embedding lookup. `table` has rows of `dim` floats, without gaps; row r of `out` is row
// ids[r] of the table:
//
//     out[r * dim + c] = table[ids[r] * dim + c]        for 0 <= r < rows, 0 <= c < dim
//
// dim is any multiple of 4 from 4 to 1024, rows any value from 1. Ids are in any order, and may be equal.
//
// One warp moves a group of rows_per_warp(dim) neighbouring rows of `out`, at most 32 rows and 4 KiB; the
// last group may have fewer. Launched with one warp per group: ceil(groups / 8) blocks.
constexpr int GROUP_FLOATS = 1024;
__host__ __device__ constexpr int rows_per_warp(int dim) {
  return dim * WARP <= GROUP_FLOATS ? WARP : GROUP_FLOATS / dim;
}
extern "C" __global__ void gather_rows(const float* table, const int* ids, float* out, int rows, int dim);

// gather_pages: the keys (or values) of several sequences, which a paged KV cache keeps in pages of 16
// tokens. A token is 128 halves. Page p of sequence s, with its tokens 16 * p to 16 * p + 15, is page
// block_table[s * max_pages + p] of `kv`. `out` has room for 16 * max_pages tokens of each sequence, and gets
// them in order:
//
//     token t of sequence s: 128 halves from out[(s * 16 * max_pages + t) * 128] on, for 0 <= t < seq_len[s]
//
// seq_len[s] is from 0 to 16 * max_pages. Entries of `block_table` past a sequence's last page mean
// nothing. Places of `kv` that hold no token must not be read, and places of `out` from token seq_len[s] on
// must not be written. Sequences may share pages. Launched on max_pages x sequences blocks: blockIdx.x is p,
// blockIdx.y is s.
constexpr int PAGE_TOKENS = 16;
constexpr int TOKEN_HALVES = 128;
extern "C" __global__ void gather_pages(const __half* kv, const int* block_table, const int* seq_len,
                                        __half* out, int max_pages);

// `index` contains each of the numbers from 0 to n - 1 once. inverse[index[i]] = i for 0 <= i < n. Launched
// on ceil(n / 256) blocks.
extern "C" __global__ void invert(const int* index, int* inverse, int n);

// The scatter out[index[i]] = in[i], as a gather: out[i] = in[inverse[i]] for 0 <= i < n. Launched on
// ceil(n / 256) blocks.
extern "C" __global__ void permute(const float* in, const int* inverse, float* out, int n);
