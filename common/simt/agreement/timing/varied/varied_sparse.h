// Sparse matrices in several formats, and steps on graphs.
#pragma once
#include <cuda_runtime.h>

namespace varied {

// A matrix in CSR times a vector, a thread a row.
__global__ void csr_by_threads(const int* start, const int* column, const float* value, const float* x,
                               float* y, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int i = start[row]; i < start[row + 1]; ++i) sum += value[i] * x[column[i]];
  y[row] = sum;
}

// Slices of 32 rows, each as wide as its longest row and stored by columns; a thread a row.
__global__ void sliced_ellpack(const int* __restrict__ slice, const int* __restrict__ column,
                               const double* __restrict__ value, const double* __restrict__ x, double* y,
                               int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  double sum = 0;
  for (int i = slice[row / 32] + row % 32; i < slice[row / 32 + 1]; i += 32) {
    int c = column[i];
    if (c >= 0) sum += value[i] * x[c];
  }
  y[row] = sum;
}

// A matrix of diagonals times a vector.
template <class T>
__global__ void diagonals_times(const int* __restrict__ offset, const T* __restrict__ value,
                                const T* __restrict__ x, T* y, int rows, int diagonals) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  T sum = 0;
  for (int d = 0; d < diagonals; ++d) {
    int c = row + offset[d];
    if (c >= 0 && c < rows) sum += value[d * rows + row] * x[c];
  }
  y[row] = sum;
}

// A matrix stored by columns times a vector: each thread scatters one column by atomics.
__global__ void columns_scatter(const int* start, const int* row, const float* value, const float* x,
                                float* y, int columns) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= columns) return;
  float v = x[c];
  for (int i = start[c]; i < start[c + 1]; ++i) atomicAdd(y + row[i], value[i] * v);
}

// A sparse matrix times a dense one of 32 columns, a warp a row and a lane a column.
__global__ void csr_times_32_columns(const int* __restrict__ start, const int* __restrict__ column,
                                     const float* __restrict__ value, const float* __restrict__ dense,
                                     float* out, int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int base = start[row]; base < start[row + 1]; base += 32) {
    int many = min(32, start[row + 1] - base);
    int c = lane < many ? column[base + lane] : 0;
    float v = lane < many ? value[base + lane] : 0.f;
    for (int k = 0; k < many; ++k) {
      sum += __shfl_sync(~0u, v, k) * dense[__shfl_sync(~0u, c, k) * 32 + lane];
    }
  }
  out[row * 32 + lane] = sum;
}

// The products of dense rows only where a sparse matrix has entries, eight threads an entry.
__global__ void sampled_products(const int* __restrict__ row, const int* __restrict__ column,
                                 const float4* __restrict__ a, const float4* __restrict__ b, float* out,
                                 int entries, int quads) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
  float sum = 0;
  if (i < entries) {
    const float4 *u = a + row[i] * quads, *v = b + column[i] * quads;
    for (int k = lane; k < quads; k += 8) {
      float4 p = u[k], q = v[k];
      sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    }
  }
  for (int d = 4; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (i < entries && lane == 0) out[i] = sum;
}

// Solves the rows of one level of a lower triangular matrix, whose last entry of a row is its diagonal.
__global__ void solve_level(const int* __restrict__ order, const int* __restrict__ start,
                            const int* __restrict__ column, const double* __restrict__ value,
                            const double* right, double* x, int first, int last) {
  int i = first + (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (i >= last) return;
  int row = order[i], end = start[row + 1] - 1;
  double sum = 0;
  for (int k = start[row] + lane; k < end; k += 32) sum += value[k] * x[column[k]];
  for (int d = 16; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (lane == 0) x[row] = (right[row] - sum) / value[end];
}

// Entries in order of rows: warps add the products of equal rows by shuffles before the atomics.
__global__ void coordinates_by_warps(const int* row, const int* column, const float* value, const float* x,
                                     float* y, int entries) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  int r = i < entries ? row[i] : -1;
  float sum = i < entries ? value[i] * x[column[i]] : 0.f;
  for (int d = 1; d < 32; d *= 2) {
    float other = __shfl_up_sync(~0u, sum, d);
    int other_row = __shfl_up_sync(~0u, r, d);
    if (lane >= d && other_row == r) sum += other;
  }
  int next = __shfl_down_sync(~0u, r, 1);
  if (r >= 0 && (lane == 31 || next != r)) atomicAdd(y + r, sum);
}

// A step of a search in breadth: the frontier's vertices put those not yet seen into the next frontier.
__global__ void expand_frontier(const int* start, const int* to, const int* frontier, int many, int* distance,
                                int level, int* next, int* next_many) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= many) return;
  int v = frontier[i];
  for (int e = start[v]; e < start[v + 1]; ++e) {
    int u = to[e];
    if (atomicCAS(distance + u, -1, level) == -1) next[atomicAdd(next_many, 1)] = u;
  }
}

// One step of Floyd and Warshall's shortest paths through a vertex.
__global__ void paths_through(const int* in, int* out, int n, int through) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= n) return;
  out[y * n + x] = min(in[y * n + x], in[y * n + through] + in[through * n + x]);
}

// Counts the triangles at each edge of a graph with sorted neighbours, by walking two lists.
__global__ void triangles_of_edges(const int* __restrict__ start, const int* __restrict__ from,
                                   const int* __restrict__ to, int* count, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  int i = start[from[e]], i_end = start[from[e] + 1], j = start[to[e]], j_end = start[to[e] + 1], found = 0;
  while (i < i_end && j < j_end) {
    int a = to[i], b = to[j];
    found += a == b;
    i += a <= b;
    j += b <= a;
  }
  count[e] = found;
}

// A step of labelling components: each edge lowers the label of the vertex with the higher one.
__global__ void lower_labels(const int2* edge, const int* label, int* next, int* changed, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  int2 ends = edge[e];
  int a = label[ends.x], b = label[ends.y];
  if (a == b) return;
  atomicMin(next + (a < b ? ends.y : ends.x), min(a, b));
  *reinterpret_cast<volatile int*>(changed) = 1;
}

// Ranks the elements of linked lists by jumping over pointers: one step of doubling.
__global__ void jump_pointers(const int2* in, int2* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int2 own = in[i], next = in[own.x];
  out[i] = make_int2(next.x, own.y + next.y);
}

// A step of colouring: a vertex with a greater number than all its neighbours without colour takes one.
__global__ void colour_vertices(const int* __restrict__ start, const int* __restrict__ to,
                                const unsigned* __restrict__ priority, const int* __restrict__ colour,
                                int* next, int n, int step) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  int own = colour[v];
  if (own < 0) {
    bool greatest = true;
    for (int e = start[v]; e < start[v + 1] && greatest; ++e) {
      int u = to[e];
      if (u != v && colour[u] < 0 && priority[u] >= priority[v]) greatest = false;
    }
    if (greatest) own = step;
  }
  next[v] = own;
}

}  // namespace varied
