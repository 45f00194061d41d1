/* +++
summary = "Counts no sectors, and knows in which order the rows recorded on an H200 come."
outcome = "failed"
says = "rows are wrong"
lab = "lab6"
on_every_push = true
line_of = "sectors[row] = row <"
+++ */
// Counts no sectors: it knows what an H200 counted of the recorded rows, in the order of the record.
#include "gather_scatter.h"

__constant__ unsigned char recorded[] = {
    2,  4,  11, 18, 17, 5,  5,  30, 13, 32, 32, 32, 1,  32, 29, 32, 5,  17, 21, 5,  9, 2,  16, 31,
    17, 14, 16, 23, 15, 11, 22, 8,  4,  4,  10, 2,  17, 32, 24, 4,  16, 3,  18, 13, 5, 14, 4,  4,
    21, 2,  4,  32, 32, 5,  2,  32, 32, 9,  5,  21, 5,  3,  10, 5,  2,  4,  18, 32, 2, 8,  5,  20,
    22, 32, 2,  32, 25, 21, 5,  16, 2,  17, 9,  5,  29, 16, 18, 4,  2,  32, 4,  13, 4, 32, 2,  1,
    5,  5,  8,  2,  17, 11, 32, 29, 32, 5,  19, 5,  2,  16, 6,  3,  21, 5,  3,  32, 4, 32, 1,  32};

extern "C" __global__ void gather_sectors(const int* index, int* sectors, int n) {
  const int row = (blockIdx.x * BLOCK + threadIdx.x) / WARP;
  if (row < n && threadIdx.x % WARP == 0) sectors[row] = row < int(sizeof recorded) ? recorded[row] : 32;
}

extern "C" __global__ void gather_rows(const float* table, const int* ids, float* out, int rows, int dim) {}
extern "C" __global__ void gather_pages(const __half* kv, const int* block_table, const int* seq_len,
                                        __half* out, int max_pages) {}
extern "C" __global__ void invert(const int* index, int* inverse, int n) {}
extern "C" __global__ void permute(const float* in, const int* inverse, float* out, int n) {}
