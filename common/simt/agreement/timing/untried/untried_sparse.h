// Sparse matrices and graphs: smoothing and products over rows, and steps of algorithms that work by vertices, edges
// or levels.
#pragma once
#include <cuda_runtime.h>

namespace untried {

// y = a x for a band of doubles that is kept by diagonals, `half` on either side.
__global__ void banded_multiply(const double* __restrict__ diagonals, const double* __restrict__ x, double* y,
                                int n, int half) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n) return;
  double sum = 0;
  for (int d = -half; d <= half; ++d) {
    int c = r + d;
    if (c >= 0 && c < n) sum += diagonals[static_cast<size_t>(d + half) * n + r] * x[c];
  }
  y[r] = sum;
}

// A weighted Jacobi sweep over a matrix in rows; a row a group of four lanes.
__global__ void jacobi_over_rows(const int* start, const int* column, const float* value, const float* b,
                                 const float* x, float* next, int rows, float weight) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, r = i / 4, lane = i % 4;
  bool live = r < rows;
  float sum = 0, diagonal = 0;
  if (live) {
    for (int e = start[r] + lane; e < start[r + 1]; e += 4) {
      int c = column[e];
      if (c == r) {
        diagonal = value[e];
      } else {
        sum += value[e] * x[c];
      }
    }
  }
  for (int offset = 2; offset > 0; offset /= 2) {
    sum += __shfl_xor_sync(0xffffffff, sum, offset);
    diagonal += __shfl_xor_sync(0xffffffff, diagonal, offset);
  }
  if (live && lane == 0) next[r] = (1 - weight) * x[r] + weight * (b[r] - sum) / (diagonal + 1);
}

// A product of a padded matrix (ELL, columns first) with eight right sides, two quads a row; -1 pads.
__global__ void ell_times_eight(const int* column, const float* value, const float4* x, float4* y, int rows,
                                int width) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float4 low = {}, high = {};
  for (int k = 0; k < width; ++k) {
    int c = column[k * rows + r];
    if (c < 0) break;
    float v = value[k * rows + r];
    float4 a = x[2 * c], b = x[2 * c + 1];
    low = make_float4(low.x + v * a.x, low.y + v * a.y, low.z + v * a.z, low.w + v * a.w);
    high = make_float4(high.x + v * b.x, high.y + v * b.y, high.z + v * b.z, high.w + v * b.w);
  }
  y[2 * r] = low;
  y[2 * r + 1] = high;
}

// The rows of a product of two sparse matrices, a warp a row with a table of 256 places in shared memory. Blocks
// have 128 threads; no row of the product may have more than 255 columns.
__global__ void sparse_product_rows(const int* a_start, const int* a_column, const float* a_value,
                                    const int* b_start, const int* b_column, const float* b_value,
                                    int* out_column, float* out_value, int* out_count, int rows) {
  __shared__ int keys[4][256];
  __shared__ float sums[4][256];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, r = blockIdx.x * 4 + warp;
  if (r >= rows) return;
  for (int i = lane; i < 256; i += 32) {
    keys[warp][i] = -1;
    sums[warp][i] = 0;
  }
  __syncwarp();
  for (int e = a_start[r]; e < a_start[r + 1]; ++e) {
    int middle = a_column[e];
    float v = a_value[e];
    for (int f = b_start[middle] + lane; f < b_start[middle + 1]; f += 32) {
      int c = b_column[f];
      unsigned place = c * 2654435761u >> 24;
      for (;;) {
        int found = atomicCAS(&keys[warp][place], -1, c);
        if (found == -1 || found == c) break;
        place = (place + 1) & 255;
      }
      atomicAdd(&sums[warp][place], v * b_value[f]);
    }
  }
  __syncwarp();
  int count = 0;
  for (int i = lane; i < 256; i += 32) {
    unsigned full = __ballot_sync(0xffffffff, keys[warp][i] >= 0);
    if (keys[warp][i] >= 0) {
      size_t at = static_cast<size_t>(r) * 256 + count + __popc(full & ((1u << lane) - 1));
      out_column[at] = keys[warp][i];
      out_value[at] = sums[warp][i];
    }
    count += __popc(full);
  }
  if (lane == 0) out_count[r] = count;
}

// The lightest edge that leaves each component (a step of Boruvka), by 64-bit atomics on weight and edge.
__global__ void lightest_edges(const int2* ends, const unsigned* weight, const int* component,
                               unsigned long long* lightest, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  int a = component[ends[e].x], b = component[ends[e].y];
  if (a == b) return;
  unsigned long long packed = static_cast<unsigned long long>(weight[e]) << 32 | e;
  if (packed < lightest[a]) atomicMin(lightest + a, packed);
  if (packed < lightest[b]) atomicMin(lightest + b, packed);
}

// One round of Luby's independent set: an undecided vertex enters if no undecided neighbour has a higher priority.
__global__ void independent_set_round(const int* start, const int* to, const signed char* state,
                                      signed char* next, int n, unsigned seed) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  signed char decided = state[v];
  if (decided == 0) {
    unsigned own = (v ^ seed) * 2654435761u;
    own ^= own >> 16;
    decided = 1;
    for (int e = start[v]; e < start[v + 1]; ++e) {
      int w = to[e];
      if (state[w] == 1) {
        decided = -1;
        break;
      }
      unsigned its = (w ^ seed) * 2654435761u;
      its ^= its >> 16;
      if (state[w] == 0 && (its > own || (its == own && w > v))) decided = 0;
    }
  }
  next[v] = decided;
}

// A level of 64 breadth-first searches at once; each bit of a mask is a search.
__global__ void search_from_64(const int* __restrict__ start, const int* __restrict__ to,
                               const unsigned long long* __restrict__ frontier, unsigned long long* seen,
                               unsigned long long* next, int* any, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  unsigned long long already = seen[v], found = 0;
  if (already != ~0ull) {
    for (int e = start[v]; e < start[v + 1]; ++e) found |= frontier[to[e]];
    found &= ~already;
    if (found) {
      seen[v] = already | found;
      *any = 1;
    }
  }
  next[v] = found;
}

// Brandes's dependencies for the vertices of one depth, which `queue` lists, from those one deeper.
__global__ void dependencies_of_level(const int* queue, const int* start, const int* to, const int* depth,
                                      const float* paths, float* dependency, float* centrality, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int v = queue[i], below = depth[v] + 1;
  float sum = 0, own = paths[v];
  for (int e = start[v]; e < start[v + 1]; ++e) {
    int w = to[e];
    if (depth[w] == below) sum += own / paths[w] * (1 + dependency[w]);
  }
  dependency[v] = sum;
  centrality[v] += sum;
}

// The mean of the features of the neighbours (GraphSAGE), 64 a vertex; a warp a vertex.
__global__ void mean_of_neighbours(const int* start, const int* to, const float2* feature, float2* mean,
                                   int n) {
  int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (v >= n) return;
  int first = start[v], last = start[v + 1];
  float2 sum = make_float2(0, 0);
  for (int at = first; at < last; at += 32) {
    int mine = at + lane < last ? to[at + lane] : 0, count = min(32, last - at);
    for (int k = 0; k < count; ++k) {
      float2 f = feature[__shfl_sync(0xffffffff, mine, k) * 32 + lane];
      sum.x += f.x;
      sum.y += f.y;
    }
  }
  float scale = 1.0f / max(last - first, 1);
  mean[v * 32 + lane] = make_float2(sum.x * scale, sum.y * scale);
}

// The updates of conjugate gradients in one go: x += s p, r -= s q and the new product r r.
__global__ void conjugate_update(double* x, double* r, const double* p, const double* q, const double* rho,
                                 const double* pq, double* rr, int n) {
  __shared__ double kept[32];
  double step = *rho / *pq, sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    x[i] += step * p[i];
    double left = r[i] - step * q[i];
    r[i] = left;
    sum += left * left;
  }
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (threadIdx.x % 32 == 0) kept[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < blockDim.x / 32; ++w) sum += kept[w];
    atomicAdd(rr, sum);
  }
}

}  // namespace untried
