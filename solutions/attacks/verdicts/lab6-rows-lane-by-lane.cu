/* +++
summary = "Moves rows float by float and lane by lane, so that no request touches more than a sector."
outcome = "failed"
says = ""
earns = 18
lab = "lab6"
+++ */
// Moves rows float by float and lane by lane: each request touches one sector, and there are as many requests
// as floats.
#include "gather_scatter.h"

extern "C" __global__ void gather_sectors(const int* index, int* sectors, int n) {}

extern "C" __global__ void gather_rows(const float* table, const int* ids, float* out, int rows, int dim) {
  const int group = rows_per_warp(dim);
  const int first = (blockIdx.x * BLOCK + threadIdx.x) / WARP * group;
  const int lane = threadIdx.x % WARP;
  if (first >= rows) return;
  const int mine = min(group, rows - first);
  const int id = lane < mine ? ids[first + lane] : 0;
  for (int start = 0; start < mine * dim; start += WARP) {
    const int i = start + lane;
    const int row_id = __shfl_sync(0xFFFFFFFF, id, i / dim % WARP);
#pragma unroll 1
    for (int turn = 0; turn < WARP; ++turn) {
      if (turn == lane && i < mine * dim) out[first * dim + i] = table[row_id * dim + i % dim];
      __syncwarp();
    }
  }
}

extern "C" __global__ void gather_pages(const __half* kv, const int* block_table, const int* seq_len,
                                        __half* out, int max_pages) {}
extern "C" __global__ void invert(const int* index, int* inverse, int n) {}
extern "C" __global__ void permute(const float* in, const int* inverse, float* out, int n) {}
