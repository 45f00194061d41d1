/* +++
kind = "right"
summary = "Each vector is stored before the next is loaded."
+++ */
// Written plainly: most other answers of this lab change this one in one place.
#include "gather_scatter.h"

extern "C" __global__ void gather_sectors(const int* index, int* sectors, int n) {
  const int row = (blockIdx.x * BLOCK + threadIdx.x) / WARP;
  const int lane = threadIdx.x % WARP;
  if (row >= n) return;
  const int element = index[row * WARP + lane];
  const int sector = element < 0 ? -1 : element / 8;
  const unsigned same = __match_any_sync(0xFFFFFFFF, sector);
  const bool first = sector >= 0 && __ffs(same) - 1 == lane;
  const int count = __popc(__ballot_sync(0xFFFFFFFF, first));
  if (lane == 0) sectors[row] = count;
}

extern "C" __global__ void gather_rows(const float* table, const int* ids, float* out, int rows, int dim) {
  const int group = rows_per_warp(dim);
  const int first = (blockIdx.x * BLOCK + threadIdx.x) / WARP * group;
  const int lane = threadIdx.x % WARP;
  if (first >= rows) return;
  const int mine = min(group, rows - first);
  const int id = lane < mine ? ids[first + lane] : 0;
  const int row_vectors = dim / 4;
  const int vectors = mine * row_vectors;
  const float4* from = reinterpret_cast<const float4*>(table);
  float4* to = reinterpret_cast<float4*>(out) + first * row_vectors;
  for (int start = 0; start < vectors; start += WARP) {
    const int v = start + lane;
    const int row_id = __shfl_sync(0xFFFFFFFF, id, v / row_vectors % WARP);
    if (v < vectors) to[v] = from[row_id * row_vectors + v % row_vectors];
  }
}

extern "C" __global__ void gather_pages(const __half* kv, const int* block_table, const int* seq_len,
                                        __half* out, int max_pages) {
  const int token = threadIdx.x / 16;
  if (blockIdx.x * PAGE_TOKENS + token >= seq_len[blockIdx.y]) return;
  const int entry = blockIdx.y * max_pages + blockIdx.x;
  const float4* from = reinterpret_cast<const float4*>(kv) + block_table[entry] * BLOCK;
  float4* to = reinterpret_cast<float4*>(out) + entry * BLOCK;
  to[threadIdx.x] = from[threadIdx.x];
}

extern "C" __global__ void invert(const int* index, int* inverse, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) inverse[index[i]] = i;
}

extern "C" __global__ void permute(const float* in, const int* inverse, float* out, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = in[inverse[i]];
}
