// Sparse matrices (CSR, ELL, blocks of 4 by 4) and graphs.
#pragma once
#include <cooperative_groups.h>

#include "blind_warp.h"

namespace cg = cooperative_groups;

// A tile of WIDTH threads computes one row.
template <int WIDTH>
__global__ void spmv_csr_tile(const int* start, const int* column, const float* value, const float* x,
                              float* y, int rows) {
  auto tile = cg::tiled_partition<WIDTH>(cg::this_thread_block());
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / WIDTH;
  if (row >= rows) return;
  float sum = 0;
  for (int i = start[row] + tile.thread_rank(), last = start[row + 1]; i < last; i += WIDTH)
    sum += value[i] * __ldg(&x[column[i]]);
  for (int d = WIDTH / 2; d; d /= 2) sum += tile.shfl_down(sum, d);
  if (tile.thread_rank() == 0) y[row] = sum;
}

// Entry k of all rows is contiguous; a column of -1 pads a row.
__global__ void spmv_ell(const int* column, const double* value, const double* x, double* y, int rows,
                         int per_row) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  double sum = 0;
  for (int k = 0; k < per_row; ++k) {
    int c = column[k * rows + row];
    if (c >= 0) sum += value[k * rows + row] * x[c];
  }
  y[row] = sum;
}

// Blocks of 4 by 4, row-major; half a warp has one block at a time and a warp has one block row.
__global__ void spmv_bsr4(const int* start, const int* column, const float* value, const float* x, float* y,
                          int block_rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= block_rows) return;
  float sum = 0;
  for (int i = start[row] + lane / 16, last = start[row + 1]; i < last; i += 2)
    sum += value[i * 16 + lane % 16] * x[column[i] * 4 + lane % 4];
  sum += __shfl_xor_sync(~0u, sum, 1);
  sum += __shfl_xor_sync(~0u, sum, 2);
  sum += __shfl_xor_sync(~0u, sum, 16);
  if (lane < 16 && lane % 4 == 0) y[row * 4 + lane / 4] = sum;
}

// A warp computes one row of a product with a dense matrix of 64 columns.
__global__ void spmm_csr_64(const int* start, const int* column, const float* value, const float2* dense,
                            float2* out, int rows) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  float2 sum = {0, 0};
  for (int i = start[row], last = start[row + 1]; i < last; ++i) {
    float v = value[i];
    float2 d = dense[static_cast<size_t>(column[i]) * 32 + threadIdx.x];
    sum.x += v * d.x;
    sum.y += v * d.y;
  }
  out[static_cast<size_t>(row) * 32 + threadIdx.x] = sum;
}

// Sixteen threads compute one entry: the product of a row of u and a row of v, 64 numbers each.
__global__ void sddmm_64(const int* row, const int* column, const float4* u, const float4* v, float* out,
                         int entries) {
  int e = (blockIdx.x * blockDim.x + threadIdx.x) / 16, part = threadIdx.x % 16;
  float sum = 0;
  if (e < entries) {
    float4 a = u[static_cast<size_t>(row[e]) * 16 + part], b = v[static_cast<size_t>(column[e]) * 16 + part];
    sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  }
  for (int d = 8; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d, 16);
  if (e < entries && part == 0) out[e] = sum;
}

// One step of a breadth-first search: claims the unvisited neighbours of the frontier and lists them.
__global__ void bfs_expand(const int* start, const int* column, const int* frontier, int size, int* distance,
                           int* next, int* next_size, int level) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  int v = frontier[i];
  for (int e = start[v]; e < start[v + 1]; ++e) {
    int to = column[e];
    if (atomicCAS(&distance[to], -1, level) == -1) next[atomicAdd(next_size, 1)] = to;
  }
}

__global__ void pagerank_pull(const int* start, const int* column, const float* rank, const int* degree,
                              float* out, int n, float damping) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  float sum = 0;
  for (int e = start[v]; e < start[v + 1]; ++e) {
    int from = column[e];
    sum += rank[from] / degree[from];
  }
  out[v] = (1 - damping) / n + damping * sum;
}

// One warp intersects the lists of the two ends of one edge: a lane searches for its element in the other
// list.
__global__ void count_triangles(const int* start, const int* column, const int* edge_row, int edges,
                                unsigned long long* triangles) {
  int e = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (e >= edges) return;
  int u = edge_row[e], v = column[e], found = 0;
  int a = start[u], a_last = start[u + 1], b = start[v], b_last = start[v + 1];
  if (a_last - a > b_last - b) {
    int t = a;
    a = b, b = t;
    t = a_last, a_last = b_last, b_last = t;
  }
  for (int i = a + lane; i < a_last; i += 32) {
    int key = column[i], low = b, high = b_last;
    while (low < high) {
      int middle = (low + high) / 2;
      if (column[middle] < key)
        low = middle + 1;
      else
        high = middle;
    }
    found += low < b_last && column[low] == key;
  }
  found = __reduce_add_sync(~0u, found);
  if (lane == 0 && found) atomicAdd(triangles, static_cast<unsigned long long>(found));
}

// Graph attention: one warp normalises the scores of the edges into one vertex.
__global__ void edge_softmax(const int* start, const int* column, const float* source, const float* target,
                             float* score, int n) {
  int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (v >= n) return;
  int first = start[v], last = start[v + 1];
  float mine = target[v], top = -3e38f, sum = 0;
  for (int e = first + lane; e < last; e += 32) {
    float s = source[column[e]] + mine;
    s = s > 0 ? s : 0.2f * s;
    score[e] = s;
    top = fmaxf(top, s);
  }
  top = warp_max(top);
  for (int e = first + lane; e < last; e += 32) sum += score[e] = __expf(score[e] - top);
  sum = 1 / warp_sum(sum);
  for (int e = first + lane; e < last; e += 32) score[e] *= sum;
}

// One round of Jones and Plassmann: a vertex with the highest priority among its uncoloured neighbours takes
// the lowest free colour of 64.
__global__ void colour_round(const int* start, const int* column, const unsigned* priority, const int* colour,
                             int* next, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  int mine = colour[v];
  if (mine < 0) {
    unsigned long long taken = 0;
    bool highest = true;
    for (int e = start[v]; e < start[v + 1] && highest; ++e) {
      int to = column[e], c = colour[to];
      if (c >= 0)
        taken |= 1ull << c;
      else if (to != v)
        highest = priority[to] < priority[v] || (priority[to] == priority[v] && to < v);
    }
    if (highest && ~taken) mine = __ffsll(static_cast<long long>(~taken)) - 1;
  }
  next[v] = mine;
}
