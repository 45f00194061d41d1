// Lab 6, gather and scatter: the reference. Why it is fast: notes.md.
#include "gather_scatter.h"

constexpr unsigned ALL_LANES = 0xFFFFFFFF;
constexpr int FLOATS_OF_VECTOR = sizeof(float4) / sizeof(float);
constexpr int LANES_OF_TOKEN = TOKEN_HALVES * sizeof(__half) / sizeof(float4);

// [sectors]
extern "C" __global__ void gather_sectors(const int* index, int* sectors, int n) {
  const int row = (blockIdx.x * BLOCK + threadIdx.x) / WARP;
  const int lane = threadIdx.x % WARP;
  if (row >= n) return;  // a whole warp

  const int element = index[row * WARP + lane];
  const int sector = element < 0 ? -1 : element / 8;  // 8 floats fill a sector; lanes without one agree on -1
  const unsigned same = __match_any_sync(ALL_LANES, sector);
  const bool counts = sector >= 0 && lane == __ffs(same) - 1;  // the first lane of its sector
  const unsigned counting = __ballot_sync(ALL_LANES, counts);
  if (lane == 0) sectors[row] = __popc(counting);
}
// [/sectors]

// [rows]
extern "C" __global__ void gather_rows(const float* table, const int* ids, float* out, int rows, int dim) {
  constexpr int kMostRequests = GROUP_FLOATS / FLOATS_OF_VECTOR / WARP;
  const int group = rows_per_warp(dim);
  const int first = (blockIdx.x * BLOCK + threadIdx.x) / WARP * group;  // row of `out`
  const int lane = threadIdx.x % WARP;
  if (first >= rows) return;  // a whole warp
  const int mine = min(group, rows - first);
  const int row_vectors = dim / FLOATS_OF_VECTOR;
  const int vectors = mine * row_vectors;  // that the warp moves

  const int id = lane < mine ? ids[first + lane] : 0;  // one request for all ids of the group

  const float4* const from = reinterpret_cast<const float4*>(table);
  float4* const to = reinterpret_cast<float4*>(out) + first * row_vectors;
  float4 piece[kMostRequests];
#pragma unroll  // so that all loads are on their way before the first store waits
  for (int i = 0; i < kMostRequests; ++i) {
    const int v = i * WARP + lane;
    const int row_id = __shfl_sync(ALL_LANES, id, v / row_vectors % WARP);  // all lanes take part
    if (v < vectors) piece[i] = from[row_id * row_vectors + v % row_vectors];
  }
#pragma unroll
  for (int i = 0; i < kMostRequests; ++i) {
    const int v = i * WARP + lane;
    if (v < vectors) to[v] = piece[i];
  }
}
// [/rows]

// [pages]
extern "C" __global__ void gather_pages(const __half* kv, const int* block_table, const int* seq_len,
                                        __half* out, int max_pages) {
  const int page = blockIdx.x;
  const int seq = blockIdx.y;
  const int token = threadIdx.x / LANES_OF_TOKEN;  // of the page; its 16 lanes move 16 bytes each
  if (page * PAGE_TOKENS + token >= seq_len[seq]) return;

  const int entry = seq * max_pages + page;  // also the page's place in `out`
  const float4* const from = reinterpret_cast<const float4*>(kv) + block_table[entry] * BLOCK;
  float4* const to = reinterpret_cast<float4*>(out) + entry * BLOCK;
  to[threadIdx.x] = from[threadIdx.x];  // a page is 256 pieces of 16 bytes
}
// [/pages]

// [permutation]
extern "C" __global__ void invert(const int* index, int* inverse, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) inverse[index[i]] = i;
}

extern "C" __global__ void permute(const float* in, const int* inverse, float* out, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = in[inverse[i]];
}
// [/permutation]
