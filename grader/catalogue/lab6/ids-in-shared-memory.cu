// The ids of a group wait in shared memory, and the sectors are found by comparing lanes one by one.
#include "gather_scatter.h"

extern "C" __global__ void gather_sectors(const int* index, int* sectors, int n) {
  const int row = (blockIdx.x * BLOCK + threadIdx.x) / WARP;
  const int lane = threadIdx.x % WARP;
  if (row >= n) return;
  const int element = index[row * WARP + lane];
  const int sector = element < 0 ? -1 : element / 8;
  bool first = sector >= 0;
  for (int other = 0; other < WARP; ++other) {
    const int theirs = __shfl_sync(0xFFFFFFFF, sector, other);
    if (other < lane && theirs == sector) first = false;
  }
  const int count = __reduce_add_sync(0xFFFFFFFF, first ? 1 : 0);
  if (lane == 0) sectors[row] = count;
}

extern "C" __global__ void gather_rows(const float* table, const int* ids, float* out, int rows, int dim) {
  __shared__ int id_of[BLOCK / WARP][WARP];
  const int group = rows_per_warp(dim);
  const int first = (blockIdx.x * BLOCK + threadIdx.x) / WARP * group;
  const int lane = threadIdx.x % WARP;
  if (first >= rows) return;
  const int mine = min(group, rows - first);
  int* id = id_of[threadIdx.x / WARP];
  if (lane < mine) id[lane] = ids[first + lane];
  __syncwarp();
  const int row_vectors = dim / 4;
  const float4* from = reinterpret_cast<const float4*>(table);
  float4* to = reinterpret_cast<float4*>(out) + first * row_vectors;
  for (int v = lane; v < mine * row_vectors; v += WARP)
    to[v] = from[id[v / row_vectors] * row_vectors + v % row_vectors];
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
