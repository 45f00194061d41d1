// Sparse matrices in the usual formats, and graphs.
#pragma once
#include <cuda_runtime.h>

namespace everyday {

// y = A x for a matrix in compressed rows, in double precision, with LANES threads a row.
template <int LANES>
__global__ void csr_times_double(const int* __restrict__ start, const int* __restrict__ column,
                                 const double* __restrict__ value, const double* __restrict__ x, double* y,
                                 int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
  double sum = 0;
  if (row < rows) {
    for (int i = start[row] + lane; i < start[row + 1]; i += LANES) sum += value[i] * x[column[i]];
  }
#pragma unroll
  for (int d = LANES / 2; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d, LANES);
  if (row < rows && lane == 0) y[row] = sum;
}

// One step of Jacobi's method for a matrix in compressed rows, a thread a row.
__global__ void csr_jacobi_step(const int* __restrict__ start, const int* __restrict__ column,
                                const float* __restrict__ value, const float* __restrict__ b,
                                const float* __restrict__ x, float* next, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = b[row], diagonal = 4;
  for (int i = start[row]; i < start[row + 1]; ++i) {
    int c = column[i];
    if (c == row) {
      diagonal += value[i];
    } else {
      sum -= value[i] * x[c];
    }
  }
  next[row] = sum / diagonal;
}

// y = A x for a matrix in ELLPACK by columns, where -1 pads short rows.
__global__ void ellpack_times_double(const int* __restrict__ column, const double* __restrict__ value,
                                     const double* __restrict__ x, double* y, int rows, int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  double sum = 0;
  for (int k = 0; k < width; ++k) {
    int c = column[k * rows + row];
    if (c >= 0) sum += value[k * rows + row] * x[c];
  }
  y[row] = sum;
}

// y += A x for a matrix of coordinates in double precision, with an atomic an entry.
__global__ void coordinates_times_double(const int* row, const int* column, const double* value,
                                         const double* x, double* y, int entries) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < entries; i += gridDim.x * blockDim.x) {
    atomicAdd(y + row[i], value[i] * x[column[i]]);
  }
}

// y = A x for a matrix of 3x3 blocks in compressed rows of blocks, a thread a row of a block.
__global__ void blocks_3x3_times(const int* __restrict__ start, const int* __restrict__ column,
                                 const float* __restrict__ value, const float* __restrict__ x, float* y,
                                 int block_rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, row = i / 3, r = i % 3;
  if (row >= block_rows) return;
  float sum = 0;
  for (int k = start[row]; k < start[row + 1]; ++k) {
    const float *a = value + k * 9 + r * 3, *v = x + column[k] * 3;
    sum += a[0] * v[0] + a[1] * v[1] + a[2] * v[2];
  }
  y[i] = sum;
}

// Writes the rows of a sparse matrix in full, a block a row.
__global__ void csr_to_dense(const int* start, const int* column, const float* value, float* dense,
                             int width) {
  int row = blockIdx.x;
  for (int i = threadIdx.x; i < width; i += blockDim.x) dense[row * width + i] = 0;
  __syncthreads();
  for (int i = start[row] + threadIdx.x; i < start[row + 1]; i += blockDim.x) {
    atomicAdd(dense + row * width + column[i], value[i]);
  }
}

// Scales the rows of a sparse matrix to sum 1, a warp a row.
__global__ void csr_rows_to_one(const int* start, float* value, int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  int first = start[row], last = start[row + 1];
  float sum = 0;
  for (int i = first + lane; i < last; i += 32) sum += value[i];
  for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  float scale = sum > 0 ? 1 / sum : 0;
  for (int i = first + lane; i < last; i += 32) value[i] *= scale;
}

// A level of a breadth-first search with masks: a thread a vertex, and those in the mask visit their
// neighbours.
__global__ void bfs_with_masks(const int* __restrict__ start, const int* __restrict__ to,
                               const unsigned char* __restrict__ mask, int* distance, int* next_mask,
                               int level, int vertices) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= vertices || !mask[v]) return;
  for (int i = start[v]; i < start[v + 1]; ++i) {
    int u = to[i];
    if (atomicCAS(distance + u, -1, level + 1) == -1) atomicOr(next_mask + u / 32, 1 << u % 32);
  }
}

// PageRank in double precision by pulling, four threads a vertex; it also adds up the change.
__global__ void pagerank_pull_quads(const int* __restrict__ start, const int* __restrict__ from,
                                    const double* __restrict__ share, double* rank, double* change,
                                    double base, int vertices) {
  int v = (blockIdx.x * blockDim.x + threadIdx.x) / 4, lane = threadIdx.x % 4;
  double sum = 0, moved = 0;
  if (v < vertices) {
    for (int i = start[v] + lane; i < start[v + 1]; i += 4) sum += share[from[i]];
  }
  sum += __shfl_xor_sync(~0u, sum, 1);
  sum += __shfl_xor_sync(~0u, sum, 2);
  if (v < vertices && lane == 0) {
    double next = base + 0.85 * sum;
    moved = fabs(next - rank[v]);
    rank[v] = next;
  }
  for (int d = 16; d; d /= 2) moved += __shfl_down_sync(~0u, moved, d);
  if (threadIdx.x % 32 == 0) atomicAdd(change, moved);
}

// Relaxes the edges of all vertices that changed, a warp a vertex, with least distances by atomics.
__global__ void relax_changed_vertices(const int* __restrict__ start, const int* __restrict__ to,
                                       const int* __restrict__ weight, const int* __restrict__ old_distance,
                                       const unsigned char* __restrict__ changed, int* distance, int* any,
                                       int vertices) {
  int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (v >= vertices || !changed[v]) return;
  int own = old_distance[v];
  bool better = false;
  for (int i = start[v] + lane; i < start[v + 1]; i += 32) {
    int length = own + weight[i];
    if (length < old_distance[to[i]]) better |= atomicMin(distance + to[i], length) > length;
  }
  if (__any_sync(~0u, better) && lane == 0) atomicAdd(any, 1);
}

// The share of each vertex's neighbours that join one another: its clustering, by marks in the block's shared
// memory for graphs of up to 8,192 vertices.
__global__ void clustering_by_marks(const int* __restrict__ start, const int* __restrict__ to,
                                    float* clustering, int vertices) {
  __shared__ unsigned marks[256];
  __shared__ int links;
  int v = blockIdx.x, first = start[v], degree = start[v + 1] - first;
  for (int i = threadIdx.x; i < (vertices + 31) / 32; i += blockDim.x) marks[i] = 0;
  if (threadIdx.x == 0) links = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < degree; i += blockDim.x) {
    atomicOr(marks + to[first + i] / 32, 1u << to[first + i] % 32);
  }
  __syncthreads();
  int own = 0;
  for (int i = threadIdx.x; i < degree; i += blockDim.x) {
    int u = to[first + i];
    for (int k = start[u]; k < start[u + 1]; ++k) own += marks[to[k] / 32] >> to[k] % 32 & 1;
  }
  if (own) atomicAdd(&links, own);
  __syncthreads();
  if (threadIdx.x == 0) clustering[v] = degree > 1 ? static_cast<float>(links) / (degree * (degree - 1)) : 0;
}

}  // namespace everyday
