// Sparse matrices and graphs: products in several formats, traversals, ranks, components and triangles.
#pragma once
#include "sight_helpers.h"

namespace sight {

// Multiplies a CSR matrix with a vector, one thread a row.
__global__ void spmv_thread(const int* start, const int* column, const float* value, const float* x, float* y,
                            int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int i = start[r]; i < start[r + 1]; ++i) sum += value[i] * __ldg(x + column[i]);
  y[r] = sum;
}

// Multiplies a CSR matrix with a vector, with kLanes lanes a row.
template <int kLanes>
__global__ void spmv_lanes(const int* start, const int* column, const float* value, const float* x, float* y,
                           int rows) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / kLanes, lane = threadIdx.x % kLanes;
  float sum = 0;
  if (r < rows)
    for (int i = start[r] + lane; i < start[r + 1]; i += kLanes) sum += value[i] * __ldg(x + column[i]);
#pragma unroll
  for (int d = kLanes / 2; d > 0; d /= 2) sum += __shfl_down_sync(kAll, sum, d, kLanes);
  if (r < rows && lane == 0) y[r] = sum;
}

// Multiplies an ELL matrix, stored by columns and padded with -1, with a vector of doubles.
__global__ void spmv_ell(const int* column, const double* value, const double* x, double* y, int rows,
                         int width) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  double sum = 0;
  for (int k = 0; k < width; ++k) {
    int c = column[k * rows + r];
    if (c >= 0) sum += value[k * rows + r] * x[c];
  }
  y[r] = sum;
}

// Multiplies a COO matrix sorted by rows; each warp sums equal rows by shuffles before it adds to memory.
__global__ void spmv_coo(const int* row, const int* column, const float* value, const float* x, float* y,
                         int entries) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  int r = i < entries ? row[i] : -1;
  float sum = i < entries ? value[i] * x[column[i]] : 0.0f;
  for (int d = 1; d < 32; d <<= 1) {
    float other = __shfl_up_sync(kAll, sum, d);
    int from = __shfl_up_sync(kAll, r, d);
    if (lane >= d && from == r) sum += other;
  }
  int next = __shfl_down_sync(kAll, r, 1);
  if (r >= 0 && (lane == 31 || next != r)) atomicAdd(y + r, sum);
}

// Multiplies a CSR matrix with 32 dense columns, one warp a row and one column a lane.
__global__ void spmm_32(const int* start, const int* column, const float* value, const float* x, float* y,
                        int rows) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (r >= rows) return;
  float sum = 0;
  int end = start[r + 1];
  for (int first = start[r]; first < end; first += 32) {
    int c = first + lane < end ? column[first + lane] : 0;
    float v = first + lane < end ? value[first + lane] : 0.0f;
    for (int k = 0; k < min(32, end - first); ++k)
      sum += __shfl_sync(kAll, v, k) * x[__shfl_sync(kAll, c, k) * 32 + lane];
  }
  y[r * 32 + lane] = sum;
}

// Computes the products of dense rows at the places of a sparse matrix, eight lanes an entry.
__global__ void sampled_products(const int* row, const int* column, const float4* a, const float4* b,
                                 float* out, int entries) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
  float sum = 0;
  if (i < entries) {
    float4 u = a[row[i] * 8 + lane], v = b[column[i] * 8 + lane];
    sum = u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
  }
  for (int d = 4; d > 0; d >>= 1) sum += __shfl_down_sync(kAll, sum, d, 8);
  if (i < entries && lane == 0) out[i] = sum;
}

// Expands one level of a breadth-first search from a queue; a warp reserves its places in the next queue together.
__global__ void bfs_expand(const int* start, const int* neighbour, int* level, const int* queue, int length,
                           int* next, int* next_length, int depth) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= length) return;
  int v = queue[i];
  for (int e = start[v]; e < start[v + 1]; ++e) {
    int w = neighbour[e];
    if (atomicCAS(level + w, -1, depth) == -1) {
      unsigned active = __activemask();
      int leader = __ffs(active) - 1, lane = threadIdx.x & 31, at = 0;
      if (lane == leader) at = atomicAdd(next_length, __popc(active));
      at = __shfl_sync(active, at, leader);
      next[at + __popc(active & ((1u << lane) - 1))] = w;
    }
  }
}

// Visits every unvisited vertex of a level-synchronous search and looks for a parent in the last level.
__global__ void bfs_bottom_up(const int* start, const int* neighbour, const unsigned* last, unsigned* now,
                              const unsigned* visited, int* parent, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  bool found = false;
  if (v < n && !(visited[v >> 5] >> (v & 31) & 1))
    for (int e = start[v]; e < start[v + 1] && !found; ++e) {
      int w = neighbour[e];
      if (last[w >> 5] >> (w & 31) & 1) {
        parent[v] = w;
        found = true;
      }
    }
  unsigned bits = __ballot_sync(kAll, found);
  if (v < n && (v & 31) == 0) now[v >> 5] = bits;
}

// Computes one step of PageRank by pulling from the neighbours, four lanes a vertex.
__global__ void pagerank_pull(const int* start, const int* from, const float* share, float* rank,
                              float* next_share, const int* degree, int n) {
  int v = (blockIdx.x * blockDim.x + threadIdx.x) / 4, lane = threadIdx.x % 4;
  float sum = 0;
  if (v < n)
    for (int e = start[v] + lane; e < start[v + 1]; e += 4) sum += share[from[e]];
  sum += __shfl_xor_sync(kAll, sum, 1);
  sum += __shfl_xor_sync(kAll, sum, 2);
  if (v < n && lane == 0) {
    float r = 0.15f / n + 0.85f * sum;
    rank[v] = r;
    next_share[v] = r / max(1, degree[v]);
  }
}

// Pushes the rank of each vertex to its neighbours with atomics.
__global__ void pagerank_push(const int* start, const int* to, const float* rank, float* sum, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  int first = start[v], last = start[v + 1];
  float share = 0.85f * rank[v] / max(1, last - first);
  for (int e = first; e < last; ++e) atomicAdd(sum + to[e], share);
}

// Counts the triangles at each edge by merging the sorted lists of its two ends.
__global__ void count_triangles(const int* start, const int* row, const int* neighbour,
                                unsigned long long* total, int edges) {
  __shared__ int part[32];
  int e = blockIdx.x * blockDim.x + threadIdx.x, count = 0;
  if (e < edges) {
    int u = row[e], v = neighbour[e];
    if (u < v) {
      int i = start[u], j = start[v], end_i = start[u + 1], end_j = start[v + 1];
      while (i < end_i && j < end_j) {
        int a = neighbour[i], b = neighbour[j];
        count += a == b && a > v;
        i += a <= b;
        j += b <= a;
      }
    }
  }
  count = block_sum(count, part);
  if (threadIdx.x == 0 && count) atomicAdd(total, static_cast<unsigned long long>(count));
}

// Counts the common neighbours of pairs of vertices by binary search, one warp a pair.
__global__ void common_neighbours(const int* start, const int* neighbour, const int2* pair, int* common,
                                  int pairs) {
  int p = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (p >= pairs) return;
  int2 ends = pair[p];
  int low = start[ends.y], high = start[ends.y + 1], count = 0;
  for (int i = start[ends.x] + lane; i < start[ends.x + 1]; i += 32) {
    int wanted = neighbour[i], a = low, b = high;
    while (a < b) {
      int middle = (a + b) / 2;
      if (neighbour[middle] < wanted)
        a = middle + 1;
      else
        b = middle;
    }
    count += a < high && neighbour[a] == wanted;
  }
  count = warp_sum(count);
  if (lane == 0) common[p] = count;
}

// Hooks the larger root of each edge below the smaller one, and follows parents with path halving.
__global__ void components_hook(const int2* edge, int* parent, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  auto root = [&](int v) {
    int p = atomicAdd(parent + v, 0);
    while (p != v) {
      int above = atomicAdd(parent + p, 0);
      if (above != p) atomicCAS(parent + v, p, above);
      v = p;
      p = above;
    }
    return v;
  };
  int a = root(edge[e].x), b = root(edge[e].y);
  while (a != b) {
    if (a < b) {
      int swap = a;
      a = b;
      b = swap;
    }
    int seen = atomicCAS(parent + a, a, b);
    if (seen == a) break;
    a = root(seen);
    b = root(b);
  }
}

// Propagates the smallest label over the edges of each vertex and tells whether anything changed.
__global__ void propagate_labels(const int* start, const int* neighbour, const int* label, int* next,
                                 int* changed, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  bool better = false;
  if (v < n) {
    int old = label[v], best = old;
    for (int e = start[v]; e < start[v + 1]; ++e) best = min(best, label[neighbour[e]]);
    next[v] = best;
    better = best < old;
  }
  if (__syncthreads_or(better) && threadIdx.x == 0) atomicOr(changed, 1);
}

// Relaxes the edges of the vertices in a bucket of delta stepping, one warp a vertex.
__global__ void relax_bucket(const int* start, const int* to, const unsigned* weight, unsigned* distance,
                             const unsigned* settled, const int* bucket, int length, unsigned* improved) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (i >= length) return;
  int v = bucket[i];
  unsigned base = settled[v];
  for (int e = start[v] + lane; e < start[v + 1]; e += 32) {
    unsigned candidate = base + weight[e];
    int w = to[e];
    if (atomicMin(distance + w, candidate) > candidate) atomicOr(improved + (w >> 5), 1u << (w & 31));
  }
}

// Colours the vertices that have the highest priority among their uncoloured neighbours with the first free colour.
__global__ void colour_step(const int* start, const int* neighbour, const int* colour, int* next, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  int mine = colour[v];
  if (mine < 0) {
    unsigned priority = mix(v);
    unsigned long long used = 0;
    bool top = true;
    for (int e = start[v]; e < start[v + 1] && top; ++e) {
      int w = neighbour[e], c = colour[w];
      if (w == v) continue;
      if (c >= 0)
        used |= 1ull << (c & 63);
      else
        top = priority > mix(w) || (priority == mix(w) && v > w);
    }
    if (top) mine = __ffsll(~used) - 1;
  }
  next[v] = mine;
}

// Walks at random from many vertices and records the visited vertices, one walk a thread.
__global__ void random_walks(const int* start, const int* neighbour, int* path, int walks, int steps, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= walks) return;
  unsigned state = mix(i + 1) | 1;
  int v = mix(i * 7 + 3) % n;
  for (int s = 0; s < steps; ++s) {
    path[s * walks + i] = v;
    int first = start[v], degree = start[v + 1] - first;
    if (degree) v = neighbour[first + static_cast<int>(next_uniform(state) * degree)];
  }
}

// Finds the shortest paths between 64 vertices of each small dense graph by Floyd and Warshall in shared memory.
__global__ void all_pairs_64(const int* in, int* out) {
  __shared__ int d[64][65];
  size_t base = static_cast<size_t>(blockIdx.x) * 4096;
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) d[i / 64][i % 64] = in[base + i];
  __syncthreads();
  for (int k = 0; k < 64; ++k) {
    for (int i = threadIdx.x; i < 4096; i += blockDim.x) {
      int r = i / 64, c = i % 64;
      if (r != k && c != k) d[r][c] = min(d[r][c], d[r][k] + d[k][c]);
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) out[base + i] = d[i / 64][i % 64];
}

}  // namespace sight
