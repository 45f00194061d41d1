// Sparse matrices and steps over graphs.
#pragma once
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace pieces {

// y = A x for A in CSR, a thread a row.
__global__ void csr_thread_a_row(const int* __restrict__ start, const int* __restrict__ column,
                                 const float* __restrict__ value, const float* __restrict__ x, float* y,
                                 int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int k = start[r]; k < start[r + 1]; ++k) s += value[k] * x[column[k]];
  y[r] = s;
}

// y = A x for A in CSR, a group of Lanes threads a row.
template <int Lanes>
__global__ void csr_group_a_row(const int* __restrict__ start, const int* __restrict__ column,
                                const float* __restrict__ value, const float* __restrict__ x, float* y,
                                int rows) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / Lanes, lane = threadIdx.x % Lanes;
  float s = 0;
  if (r < rows)
    for (int k = start[r] + lane, end = start[r + 1]; k < end; k += Lanes)
      s += value[k] * __ldg(&x[column[k]]);
#pragma unroll
  for (int d = Lanes / 2; d > 0; d >>= 1) s += __shfl_down_sync(~0u, s, d, Lanes);
  if (r < rows && lane == 0) y[r] = s;
}

// y += A x for A as triples sorted by row, an entry a thread: sums of equal rows within the warp by shuffles,
// then an atomic addition for each row of the warp.
__global__ void coo_segments_in_warp(const int* row, const int* column, const float* value, const float* x,
                                     float* y, int entries) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  int r = i < entries ? row[i] : -1;
  float s = i < entries ? value[i] * x[column[i]] : 0;
  for (int d = 1; d < 32; d *= 2) {
    float other = __shfl_up_sync(~0u, s, d);
    int other_row = __shfl_up_sync(~0u, r, d);
    if (lane >= d && other_row == r) s += other;
  }
  int next = __shfl_down_sync(~0u, r, 1);
  if (r >= 0 && (lane == 31 || next != r)) atomicAdd(&y[r], s);
}

// y += A^T x for A in CSR: a warp a row scatters its entries with atomic additions.
__global__ void csr_transposed_scatter(const int* start, const int* column, const float* value,
                                       const float* x, float* y, int rows) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (r >= rows) return;
  float mine = x[r];
  for (int k = start[r] + threadIdx.x % 32; k < start[r + 1]; k += 32)
    atomicAdd(&y[column[k]], value[k] * mine);
}

// y = A x for A in ELL, its values in half precision and its columns in 16 bits, stored column by column.
__global__ void ell_half_short(const __half* value, const unsigned short* column, const float* x, float* y,
                               int rows, int width) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int k = 0; k < width; ++k) s += __half2float(value[k * rows + r]) * x[column[k * rows + r]];
  y[r] = s;
}

// Products of two rows of factors at the places of a sparse matrix (SDDMM); a
// warp an entry, 64 numbers a row.
__global__ void sampled_products_64(const int* row, const int* column, const float2* left,
                                    const float2* right, float* out, int entries) {
  int e = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (e >= entries) return;
  float2 a = left[row[e] * 32 + lane], b = right[column[e] * 32 + lane];
  float s = a.x * b.x + a.y * b.y;
  for (int d = 16; d > 0; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
  if (lane == 0) out[e] = s;
}

// C = A B for A in CSR and B dense with few columns; a block of 32 x 8 threads has eight rows.
__global__ void csr_times_dense(const int* start, const int* column, const float* value, const float* b,
                                float* c, int rows, int columns) {
  int r = blockIdx.x * 8 + threadIdx.y, j = blockIdx.y * 32 + threadIdx.x;
  if (r >= rows || j >= columns) return;
  float s = 0;
  for (int k = start[r]; k < start[r + 1]; ++k) s += value[k] * b[column[k] * columns + j];
  c[r * columns + j] = s;
}

// One level of breadth-first search from a queue of vertices to the next queue, a vertex a thread.
__global__ void bfs_queue_to_queue(const int* start, const int* edge, const int* queue, int queued, int* next,
                                   int* next_count, int* level, int depth) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= queued) return;
  int v = queue[i];
  for (int k = start[v]; k < start[v + 1]; ++k) {
    int w = edge[k];
    if (atomicCAS(&level[w], -1, depth) == -1) next[atomicAdd(next_count, 1)] = w;
  }
}

// A step of PageRank that pushes: each vertex shares its rank among its neighbours by atomic additions.
__global__ void push_ranks(const int* start, const int* edge, const float* rank, float* next, int vertices,
                           float damping) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= vertices) return;
  int from = start[v], to = start[v + 1];
  if (from == to) return;
  float share = damping * rank[v] / (to - from);
  for (int k = from; k < to; ++k) atomicAdd(&next[edge[k]], share);
}

// A step of connected components: each vertex takes the least label of its neighbours and itself.
__global__ void least_label(const int* __restrict__ start, const int* __restrict__ edge,
                            const int* __restrict__ label, int* next, int* changed, int vertices) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  bool moved = false;
  if (v < vertices) {
    int was = label[v], least = was;
    for (int k = start[v], end = start[v + 1]; k < end; ++k) least = min(least, label[edge[k]]);
    next[v] = least;
    moved = least != was;
  }
  if (__syncthreads_or(moved) && threadIdx.x == 0) atomicAdd(changed, 1);
}

// In- and out-degrees of an edge list.
__global__ void degrees_of_edges(const int2* edge, int* out_degree, int* in_degree, int edges) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < edges; i += gridDim.x * blockDim.x) {
    int2 e = edge[i];
    atomicAdd(&out_degree[e.x], 1);
    atomicAdd(&in_degree[e.y], 1);
  }
}

}  // namespace pieces
