// Kernels written in November 2026 in the manner of courses, textbooks, libraries and forums by someone who
// knew neither the model of kernel time nor its errors; textbook.cu launches them, to judge the model.
#pragma once
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>

#include <cstdint>

constexpr unsigned kFull = 0xffffffffu;

template <class T>
__device__ inline T sum_of_warp(T v) {
#pragma unroll
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(kFull, v, d);
  return v;
}

__device__ inline unsigned xorshift32(unsigned& s) {
  s ^= s << 13;
  s ^= s >> 17;
  s ^= s << 5;
  return s;
}

__device__ inline float unit(unsigned bits) { return (bits >> 8) * (1.0f / 16777216.0f); }

// ---- dense linear algebra

// LU with partial pivoting of a panel of 16 columns, kept column by column; a block has one panel
__global__ void lu_panel(float* panels, int* pivots, int n) {
  extern __shared__ float best[];
  int* where = reinterpret_cast<int*>(best + blockDim.x);
  float* a = panels + (size_t)blockIdx.x * n * 16;
  int t = threadIdx.x;
  for (int k = 0; k < 16; ++k) {
    float biggest = -1;
    int row = k;
    for (int i = k + t; i < n; i += blockDim.x) {
      float v = fabsf(a[k * n + i]);
      if (v > biggest) biggest = v, row = i;
    }
    best[t] = biggest;
    where[t] = row;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
      if (t < s && best[t + s] > best[t]) {
        best[t] = best[t + s];
        where[t] = where[t + s];
      }
      __syncthreads();
    }
    int p = where[0];
    if (t == 0) pivots[blockIdx.x * 16 + k] = p;
    if (t < 16 && p != k) {
      float v = a[t * n + k];
      a[t * n + k] = a[t * n + p];
      a[t * n + p] = v;
    }
    __syncthreads();
    float inverse = 1.0f / a[k * n + k];
    for (int i = k + 1 + t; i < n; i += blockDim.x) {
      float l = a[k * n + i] * inverse;
      a[k * n + i] = l;
      for (int j = k + 1; j < 16; ++j) a[j * n + i] -= l * a[j * n + k];
    }
    __syncthreads();
  }
}

// back substitution with one 32 x 32 upper triangle: a warp has one right-hand side, a lane one unknown
__global__ void back_substitute_warp(const float* __restrict__ u, const float* __restrict__ b, float* x,
                                     int systems) {
  __shared__ float upper[32][33];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) upper[i / 32][i % 32] = u[i];
  __syncthreads();
  int lane = threadIdx.x % 32, warps = gridDim.x * blockDim.x / 32;
  for (int s = (blockIdx.x * blockDim.x + threadIdx.x) / 32; s < systems; s += warps) {
    float v = b[s * 32 + lane];
    for (int k = 31; k >= 0; --k) {
      float solved = __shfl_sync(kFull, v, k) / upper[k][k];
      if (lane < k) v -= upper[lane][k] * solved;
      if (lane == k) v = solved;
    }
    x[s * 32 + lane] = v;
  }
}

// Cholesky of 32 x 32 matrices: a warp has one matrix, a lane one row in registers
__global__ void __launch_bounds__(128) cholesky_warp(const float* __restrict__ in, float* out, int count) {
  int m = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (m >= count) return;
  float a[32];
#pragma unroll
  for (int j = 0; j < 32; ++j) a[j] = in[m * 1024 + j * 32 + lane];
#pragma unroll
  for (int k = 0; k < 32; ++k) {
    float diagonal = sqrtf(__shfl_sync(kFull, a[k], k));
    float l = lane > k ? a[k] / diagonal : lane == k ? diagonal : 0.0f;
    a[k] = l;
#pragma unroll
    for (int j = k + 1; j < 32; ++j) a[j] -= l * __shfl_sync(kFull, l, j);
  }
#pragma unroll
  for (int j = 0; j < 32; ++j) out[m * 1024 + j * 32 + lane] = a[j];
}

// modified Gram-Schmidt of tall matrices in shared memory, a block each; warps share the later columns
template <class T, int Rows, int Columns>
__global__ void gram_schmidt(const T* in, T* q) {
  __shared__ T a[Columns][Rows];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  size_t base = (size_t)blockIdx.x * Rows * Columns;
  for (int i = threadIdx.x; i < Rows * Columns; i += blockDim.x) a[i / Rows][i % Rows] = in[base + i];
  __syncthreads();
  for (int k = 0; k < Columns; ++k) {
    if (warp == 0) {
      T squares = 0;
      for (int i = lane; i < Rows; i += 32) squares += a[k][i] * a[k][i];
      squares = __shfl_sync(kFull, sum_of_warp(squares), 0);
      T scale = 1 / sqrt(squares);
      for (int i = lane; i < Rows; i += 32) a[k][i] *= scale;
    }
    __syncthreads();
    for (int j = k + 1 + warp; j < Columns; j += warps) {
      T dot = 0;
      for (int i = lane; i < Rows; i += 32) dot += a[k][i] * a[j][i];
      dot = __shfl_sync(kFull, sum_of_warp(dot), 0);
      for (int i = lane; i < Rows; i += 32) a[j][i] -= dot * a[k][i];
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < Rows * Columns; i += blockDim.x) q[base + i] = a[i / Rows][i % Rows];
}

// y = A x with a symmetric A of which only the lower triangle is kept, row after row
__global__ void symv_packed(const float* __restrict__ lower, const float* __restrict__ x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int j = 0; j < n; ++j) {
    int big = max(i, j), small = min(i, j);
    sum += lower[big * (big + 1) / 2 + small] * x[j];
  }
  y[i] = sum;
}

// tridiagonal systems by parallel cyclic reduction, a block each, a thread an equation
template <class T>
__global__ void parallel_cyclic_reduction(const T* lo, const T* mid, const T* up, const T* rhs, T* x) {
  extern __shared__ unsigned char pool[];
  int n = blockDim.x, t = threadIdx.x, g = blockIdx.x * n + t;
  T *a = reinterpret_cast<T*>(pool), *b = a + n, *c = b + n, *d = c + n;
  a[t] = t ? lo[g] : T(0);
  b[t] = mid[g];
  c[t] = t + 1 < n ? up[g] : T(0);
  d[t] = rhs[g];
  __syncthreads();
  for (int s = 1; s < n; s *= 2) {
    T na = 0, nb = b[t], nc = 0, nd = d[t];
    if (t >= s) {
      T k = a[t] / b[t - s];
      na = -a[t - s] * k;
      nb -= c[t - s] * k;
      nd -= d[t - s] * k;
    }
    if (t + s < n) {
      T k = c[t] / b[t + s];
      nc = -c[t + s] * k;
      nb -= a[t + s] * k;
      nd -= d[t + s] * k;
    }
    __syncthreads();
    a[t] = na, b[t] = nb, c[t] = nc, d[t] = nd;
    __syncthreads();
  }
  x[g] = d[t] / b[t];
}

// eigenvalues of symmetric 3 x 3 matrices by Jacobi rotations until the rest is small
__global__ void eigenvalues_3x3(const double* __restrict__ six, double* values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double a[3][3];
  a[0][0] = six[i], a[1][1] = six[n + i], a[2][2] = six[2 * n + i];
  a[0][1] = a[1][0] = six[3 * n + i];
  a[0][2] = a[2][0] = six[4 * n + i];
  a[1][2] = a[2][1] = six[5 * n + i];
  for (int sweep = 0; sweep < 10; ++sweep) {
    double rest = fabs(a[0][1]) + fabs(a[0][2]) + fabs(a[1][2]);
    if (rest < 1e-9) break;
#pragma unroll
    for (int k = 0; k < 3; ++k) {
      int p = k == 2 ? 1 : 0, q = k == 0 ? 1 : 2, r = 3 - p - q;
      if (fabs(a[p][q]) < 1e-12) continue;
      double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
      double t = copysign(1.0, theta) / (fabs(theta) + sqrt(theta * theta + 1));
      double c = 1 / sqrt(t * t + 1), s = t * c;
      a[p][p] -= t * a[p][q];
      a[q][q] += t * a[p][q];
      a[p][q] = a[q][p] = 0;
      double arp = a[r][p], arq = a[r][q];
      a[r][p] = a[p][r] = c * arp - s * arq;
      a[r][q] = a[q][r] = s * arp + c * arq;
    }
  }
  values[i] = a[0][0], values[n + i] = a[1][1], values[2 * n + i] = a[2][2];
}

// C += A B by tiles of 16; blocks in z share the inner dimension and add with atomics
__global__ void gemm_split_k(const float* a, const float* b, float* c, int m, int n, int k, int part) {
  __shared__ float as[16][16], bs[16][17];
  int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
  int first = blockIdx.z * part, last = min(k, first + part);
  float sum = 0;
  for (int t = first; t < last; t += 16) {
    as[y][x] = row < m && t + x < last ? a[row * k + t + x] : 0.0f;
    bs[y][x] = col < n && t + y < last ? b[(t + y) * n + col] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; ++i) sum += as[y][i] * bs[i][x];
    __syncthreads();
  }
  if (row < m && col < n) atomicAdd(c + row * n + col, sum);
}

// C = A B^T, a warp for each element, float4 loads
__global__ void gemm_nt_warp(const float4* __restrict__ a, const float4* __restrict__ b, float* c, int m,
                             int n, int k4) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (warp >= m * n) return;
  const float4 *p = a + (size_t)(warp / n) * k4, *q = b + (size_t)(warp % n) * k4;
  float sum = 0;
  for (int i = lane; i < k4; i += 32) {
    float4 u = p[i], v = q[i];
    sum += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
  }
  sum = sum_of_warp(sum);
  if (lane == 0) c[warp] = sum;
}

// bytes times bytes in the tensor cores, one warp a tile of 16 x 16, straight from global memory
__global__ void wmma_bytes(const signed char* a, const signed char* b, int* c, int m, int n, int k) {
  using namespace nvcuda;
  int warp = threadIdx.y, row = (blockIdx.y * blockDim.y + warp) * 16, col = blockIdx.x * 16;
  if (row >= m) return;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc;
  wmma::fill_fragment(acc, 0);
  for (int t = 0; t < k; t += 16) {
    wmma::load_matrix_sync(fa, a + row * k + t, k);
    wmma::load_matrix_sync(fb, b + col * k + t, k);
    wmma::mma_sync(acc, fa, fb, acc);
  }
  wmma::store_matrix_sync(c + row * n + col, acc, n, wmma::mem_row_major);
}

// ---- sparse matrices

// the first entries of a row in ELL columns, the rest in a short CSR
__global__ void spmv_hybrid(const int* __restrict__ ell_column, const float* __restrict__ ell_value,
                            int width, const int* __restrict__ rest_start,
                            const int* __restrict__ rest_column, const float* __restrict__ rest_value,
                            const float* __restrict__ x, float* y, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int k = 0; k < width; ++k) {
    int c = ell_column[k * rows + r];
    if (c < 0) break;
    sum += ell_value[k * rows + r] * __ldg(x + c);
  }
  for (int e = rest_start[r]; e < rest_start[r + 1]; ++e) sum += rest_value[e] * __ldg(x + rest_column[e]);
  y[r] = sum;
}

// CSR by merge path: every thread has equally many rows and entries together
__global__ void spmv_merge(const int* __restrict__ row_end, const int* __restrict__ column,
                           const float* __restrict__ value, const float* __restrict__ x, float* y, int rows,
                           int entries, int per_thread) {
  int total = rows + entries, d = (blockIdx.x * blockDim.x + threadIdx.x) * per_thread;
  if (d >= total) return;
  int last = min(d + per_thread, total), lo = max(d - entries, 0), hi = min(d, rows);
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (row_end[mid] <= d - mid - 1) {
      lo = mid + 1;
    } else {
      hi = mid;
    }
  }
  int row = lo, e = d - lo;
  float sum = 0;
  for (; d < last; ++d) {
    if (e < row_end[row]) {
      sum += value[e] * x[column[e]];
      ++e;
    } else {
      atomicAdd(y + row, sum);
      sum = 0;
      ++row;
    }
  }
  if (row < rows) atomicAdd(y + row, sum);
}

// jagged diagonals: rows in the order of their lengths, entry k of all rows together
__global__ void spmv_jagged(const int* __restrict__ diagonal, int diagonals, const int* __restrict__ column,
                            const double* __restrict__ value, const int* __restrict__ order,
                            const double* __restrict__ x, double* y, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  double sum = 0;
  for (int k = 0; k < diagonals; ++k) {
    int at = diagonal[k] + r;
    if (at >= diagonal[k + 1]) break;
    sum += value[at] * x[column[at]];
  }
  y[order[r]] = sum;
}

// one level of a sparse triangular solve: the rows of the level need only earlier unknowns
__global__ void triangular_level(const int* level, int count, const int* start, const int* column,
                                 const float* value, const float* diagonal, const float* b, float* x) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (warp >= count) return;
  int r = level[warp];
  float sum = 0;
  for (int e = start[r] + lane; e < start[r + 1]; e += 32) sum += value[e] * x[column[e]];
  sum = sum_of_warp(sum);
  if (lane == 0) x[r] = (b[r] - sum) / diagonal[r];
}

// how many entries a row of A A has: a block a row, a hash table in shared memory
__global__ void spgemm_count(const int* __restrict__ start, const int* __restrict__ column, int* count) {
  __shared__ int table[512];
  __shared__ int found;
  for (int i = threadIdx.x; i < 512; i += blockDim.x) table[i] = -1;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  int lane = threadIdx.x % 8, group = threadIdx.x / 8, groups = blockDim.x / 8, fresh = 0;
  for (int e = start[blockIdx.x] + group; e < start[blockIdx.x + 1]; e += groups) {
    int k = column[e];
    for (int f = start[k] + lane; f < start[k + 1]; f += 8) {
      int c = column[f];
      unsigned slot = (unsigned)c * 2654435761u >> 23;
      while (true) {
        int old = atomicCAS(table + slot, -1, c);
        if (old == -1) ++fresh;
        if (old == -1 || old == c) break;
        slot = (slot + 1) % 512;
      }
    }
  }
  if (fresh) atomicAdd(&found, fresh);
  __syncthreads();
  if (threadIdx.x == 0) count[blockIdx.x] = found;
}

// CSR to CSC: every entry takes the next place of its column
__global__ void csr_to_csc(const int* row, const int* column, const float* value, int* next, int* out_row,
                           float* out_value, int entries) {
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < entries; e += gridDim.x * blockDim.x) {
    int at = atomicAdd(next + column[e], 1);
    out_row[at] = row[e];
    out_value[at] = value[e];
  }
}

// ---- graphs

// bottom-up step of a breadth-first search over bit maps; a warp writes one word of the next frontier
__global__ void bfs_bottom_up(const int* __restrict__ start, const int* __restrict__ column,
                              const unsigned* __restrict__ frontier, const unsigned* __restrict__ visited,
                              unsigned* next, int* parent, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  bool found = false;
  if (v < n && !(visited[v >> 5] >> (v & 31) & 1)) {
    for (int e = start[v], last = start[v + 1]; e < last; ++e) {
      int u = column[e];
      if (frontier[u >> 5] >> (u & 31) & 1) {
        parent[v] = u;
        found = true;
        break;
      }
    }
  }
  unsigned word = __ballot_sync(kFull, found);
  if (v < n && (threadIdx.x & 31) == 0) next[v >> 5] = word;
}

// relaxes the edges of the active vertices and queues each improved vertex once
__global__ void sssp_worklist(const int* __restrict__ active, int count, const int* __restrict__ start,
                              const int* __restrict__ column, const int* __restrict__ weight,
                              const int* __restrict__ distance, int* distance_out, int* marked, int* queue,
                              int* queued) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int u = active[i], du = distance[u];
  for (int e = start[u]; e < start[u + 1]; ++e) {
    int v = column[e], d = du + weight[e];
    if (d >= distance[v]) continue;
    atomicMin(distance_out + v, d);
    if (atomicExch(marked + v, 1) == 0) queue[atomicAdd(queued, 1)] = v;
  }
}

// connected components, hooking: the larger root takes the smaller one
__global__ void hook(const int2* __restrict__ edges, const int* __restrict__ parent, int* parent_out, int m) {
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < m; e += blockDim.x * gridDim.x) {
    int2 uv = edges[e];
    int a = parent[uv.x], b = parent[uv.y];
    if (a != b) atomicMin(parent_out + max(a, b), min(a, b));
  }
}

// connected components, shortcutting: every vertex walks to its root
__global__ void shortcut(const int* __restrict__ parent, int* root, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  int p = parent[v];
  while (p != parent[p]) p = parent[p];
  root[v] = p;
}

// triangles through a vertex: a block marks its neighbours in a bit map and looks up theirs
__global__ void triangles_by_bitmap(const int* __restrict__ start, const int* __restrict__ column,
                                    unsigned long long* total, int n) {
  extern __shared__ unsigned bits[];
  int v = blockIdx.x, words = (n + 31) / 32;
  for (int w = threadIdx.x; w < words; w += blockDim.x) bits[w] = 0;
  __syncthreads();
  int first = start[v], last = start[v + 1];
  for (int e = first + threadIdx.x; e < last; e += blockDim.x)
    atomicOr(bits + (column[e] >> 5), 1u << (column[e] & 31));
  __syncthreads();
  int found = 0, lane = threadIdx.x % 32;
  for (int e = first + threadIdx.x / 32; e < last; e += blockDim.x / 32) {
    int u = column[e];
    if (u <= v) continue;
    for (int f = start[u] + lane; f < start[u + 1]; f += 32) {
      int w = column[f];
      if (w > u && (bits[w >> 5] >> (w & 31) & 1)) ++found;
    }
  }
  found = sum_of_warp(found);
  if (lane == 0 && found) atomicAdd(total, (unsigned long long)found);
}

// random walks along edges, as for node embeddings
__global__ void graph_walks(const int* __restrict__ start, const int* __restrict__ column, int* path,
                            int walkers, int steps, int n) {
  int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w >= walkers) return;
  unsigned s = w * 747796405u + 2891336453u;
  int v = w % n;
  for (int k = 0; k < steps; ++k) {
    path[k * walkers + w] = v;
    int first = start[v], degree = start[v + 1] - first;
    if (degree == 0) {
      v = xorshift32(s) % n;
    } else {
      v = column[first + xorshift32(s) % degree];
    }
  }
}

// ---- dynamic programming

// the cheapest order of a product of n matrices, one block, by lengths of the chain
__global__ void matrix_chain(const int* dims, long long* cost, int* cut, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) cost[i * n + i] = 0;
  __syncthreads();
  for (int length = 2; length <= n; ++length) {
    for (int i = threadIdx.x; i + length <= n; i += blockDim.x) {
      int j = i + length - 1, at = i;
      long long least = 0x7fffffffffffffffll, outer = (long long)dims[i] * dims[j + 1];
      for (int k = i; k < j; ++k) {
        long long c = cost[i * n + k] + cost[(k + 1) * n + j] + outer * dims[k + 1];
        if (c < least) least = c, at = k;
      }
      cost[i * n + j] = least;
      cut[i * n + j] = at;
    }
    __syncthreads();
  }
}

// edit distance of a read to a pattern of 64 letters with Myers' bit vectors, a thread a read
__global__ void myers_distance(const unsigned char* __restrict__ pattern,
                               const unsigned char* __restrict__ text, int* distance, int reads, int length) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= reads) return;
  unsigned long long equal[4] = {0, 0, 0, 0};
  for (int i = 0; i < 64; ++i) equal[pattern[i]] |= 1ull << i;
  unsigned long long pv = ~0ull, mv = 0;
  int score = 64;
  for (int j = 0; j < length; ++j) {
    unsigned long long eq = equal[text[(size_t)j * reads + id]];
    unsigned long long xv = eq | mv, xh = (((eq & pv) + pv) ^ pv) | eq;
    unsigned long long ph = mv | ~(xh | pv), mh = pv & xh;
    score += (int)(ph >> 63) - (int)(mh >> 63);
    ph = ph << 1 | 1;
    mh <<= 1;
    pv = mh | ~(xv | ph);
    mv = ph & xv;
  }
  distance[id] = score;
}

// forward algorithm of a hidden Markov model of 64 states, scaled at each step; a block a sequence
__global__ void __launch_bounds__(64)
    hmm_forward(const float* transition, const float* emission, const unsigned char* seen, float* likelihood,
                int steps, int symbols) {
  __shared__ float move[64][64], alpha[64], halves[2];
  int t = threadIdx.x;
  for (int i = 0; i < 64; ++i) move[i][t] = transition[i * 64 + t];
  alpha[t] = 1.0f / 64;
  float logs = 0;
  __syncthreads();
  for (int s = 0; s < steps; ++s) {
    float sum = 0;
#pragma unroll 8
    for (int i = 0; i < 64; ++i) sum += alpha[i] * move[i][t];
    sum *= emission[t * symbols + seen[blockIdx.x * steps + s]];
    float part = sum_of_warp(sum);
    if (t % 32 == 0) halves[t / 32] = part;
    __syncthreads();
    float scale = halves[0] + halves[1];
    alpha[t] = sum / scale;
    logs += logf(scale);
    __syncthreads();
  }
  if (t == 0) likelihood[blockIdx.x] = logs;
}

// dynamic time warping of two series of blockDim.x samples, a block a pair, by anti-diagonals
__global__ void time_warp(const float* a, const float* b, float* result) {
  extern __shared__ float lines[];
  int n = blockDim.x, i = threadIdx.x;
  float* other = lines + 3 * n;
  float mine = a[blockIdx.x * n + i];
  other[i] = b[blockIdx.x * n + i];
  for (int k = 0; k < 3; ++k) lines[k * n + i] = 1e30f;
  __syncthreads();
  for (int d = 0; d < 2 * n - 1; ++d) {
    int j = d - i;
    float *now = lines + d % 3 * n, *before = lines + (d + 2) % 3 * n, *old = lines + (d + 1) % 3 * n;
    if (j >= 0 && j < n) {
      float best = before[i];
      if (i > 0) best = fminf(best, fminf(before[i - 1], old[i - 1]));
      if (d == 0) best = 0;
      now[i] = fabsf(mine - other[j]) + best;
      if (d == 2 * n - 2) result[blockIdx.x] = now[i];
    }
    __syncthreads();
  }
}

// subset sums as a bit set that is shifted and joined, one block, two buffers
__global__ void subset_sums(const int* items, int count, unsigned* reachable, int words) {
  extern __shared__ unsigned sets[];
  unsigned *now = sets, *next = sets + words;
  for (int w = threadIdx.x; w < words; w += blockDim.x) now[w] = w == 0;
  __syncthreads();
  for (int k = 0; k < count; ++k) {
    int far = items[k] / 32, bits = items[k] % 32;
    for (int w = threadIdx.x; w < words; w += blockDim.x) {
      unsigned high = w >= far ? now[w - far] : 0, low = w > far ? now[w - far - 1] : 0;
      next[w] = now[w] | __funnelshift_l(low, high, bits);
    }
    __syncthreads();
    unsigned* swap = now;
    now = next;
    next = swap;
  }
  for (int w = threadIdx.x; w < words; w += blockDim.x) reachable[w] = now[w];
}

// ---- sorting and selection

// merge sort of one key a thread: each finds its place in the sibling run by binary search
__global__ void merge_sort_block(const int* in, int* out) {
  extern __shared__ int keys[];
  int n = blockDim.x, t = threadIdx.x;
  int *from = keys, *to = keys + n;
  from[t] = in[blockIdx.x * n + t];
  __syncthreads();
  for (int width = 1; width < n; width *= 2) {
    int key = from[t], run = t / width, lo = (run ^ 1) * width, first = lo, hi = lo + width;
    bool right = run & 1;
    while (lo < hi) {
      int mid = (lo + hi) / 2;
      if (from[mid] < key || (right && from[mid] == key)) {
        lo = mid + 1;
      } else {
        hi = mid;
      }
    }
    to[(run & ~1) * width + t % width + lo - first] = key;
    __syncthreads();
    int* swap = from;
    from = to;
    to = swap;
  }
  out[blockIdx.x * n + t] = from[t];
}

// sample sort: the bucket of every key by a tree of 63 splitters, and how many each bucket has
__global__ void splitter_buckets(const unsigned* __restrict__ keys, const unsigned* __restrict__ tree,
                                 unsigned char* bucket, int* counts, int n) {
  __shared__ unsigned splitters[64];
  __shared__ int mine[64];
  if (threadIdx.x < 64) {
    splitters[threadIdx.x] = tree[threadIdx.x];
    mine[threadIdx.x] = 0;
  }
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned key = keys[i];
    int node = 1;
#pragma unroll
    for (int level = 0; level < 6; ++level) node = 2 * node + (key > splitters[node]);
    bucket[i] = node - 64;
    atomicAdd(mine + node - 64, 1);
  }
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(counts + threadIdx.x, mine[threadIdx.x]);
}

// quicksort's partition: a block ranks its keys by ballots and reserves room at either end
__global__ void partition_step(const int* in, int* out, int pivot, int* left, int* right, int n) {
  __shared__ int below[32], base_left, base_right;
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int key = i < n ? in[i] : 0;
  bool small = i < n && key < pivot;
  unsigned vote = __ballot_sync(kFull, small);
  if (lane == 0) below[warp] = __popc(vote);
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int w = 0; w < blockDim.x / 32; ++w) {
      int c = below[w];
      below[w] = sum;
      sum += c;
    }
    int here = min((int)blockDim.x, n - (int)(blockIdx.x * blockDim.x));
    base_left = atomicAdd(left, sum);
    base_right = atomicAdd(right, here - sum);
  }
  __syncthreads();
  if (i >= n) return;
  int rank = below[warp] + __popc(vote & ((1u << lane) - 1));
  if (small) {
    out[base_left + rank] = key;
  } else {
    out[n - 1 - base_right - ((int)threadIdx.x - rank)] = key;
  }
}

// heap sort of 32 numbers of one's own
__global__ void heap_sort_own(const float* in, float* out, int n) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= n) return;
  float heap[32];
  for (int k = 0; k < 32; ++k) heap[k] = in[k * n + id];
  for (int end = 31, root = 15; end > 0;) {
    float v;
    int at;
    if (root >= 0) {
      at = root;
      v = heap[root--];
    } else {
      v = heap[end];
      heap[end--] = heap[0];
      at = 0;
    }
    for (int child = 2 * at + 1; child <= end; child = 2 * at + 1) {
      if (child < end && heap[child + 1] > heap[child]) ++child;
      if (heap[child] <= v) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = v;
  }
  for (int k = 0; k < 32; ++k) out[k * n + id] = heap[k];
}

// ---- scans

// Sklansky's scan of 64-bit numbers: half of the threads add at every step
__global__ void scan_sklansky(const long long* in, long long* out, long long* sums) {
  extern __shared__ long long part[];
  int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
  part[t] = in[g];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    if (t & d) part[t] += part[(t & ~(2 * d - 1)) + d - 1];
    __syncthreads();
  }
  out[g] = part[t];
  if (t == blockDim.x - 1) sums[blockIdx.x] = part[t];
}

// the recurrence h = a h + b along rows: four steps a thread, pairs joined by shuffles, a block a row
__global__ void __launch_bounds__(256)
    recurrence_scan(const float4* __restrict__ a4, const float4* __restrict__ b4, float4* h4, int row4) {
  __shared__ float warp_a[8], warp_b[8];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float state = 0;
  for (int base = 0; base < row4; base += blockDim.x) {
    int i = blockIdx.x * row4 + base + threadIdx.x;
    float4 a = a4[i], b = b4[i];
    float pa = a.x * a.y * a.z * a.w, pb = ((b.x * a.y + b.y) * a.z + b.z) * a.w + b.w;
    for (int d = 1; d < 32; d *= 2) {
      float ua = __shfl_up_sync(kFull, pa, d), ub = __shfl_up_sync(kFull, pb, d);
      if (lane >= d) {
        pb = ub * pa + pb;
        pa *= ua;
      }
    }
    if (lane == 31) warp_a[warp] = pa, warp_b[warp] = pb;
    float before_a = __shfl_up_sync(kFull, pa, 1), before_b = __shfl_up_sync(kFull, pb, 1);
    if (lane == 0) before_a = 1, before_b = 0;
    __syncthreads();
    float h = state, after = state;
    for (int w = 0; w < 8; ++w) {
      if (w < warp) h = warp_a[w] * h + warp_b[w];
      after = warp_a[w] * after + warp_b[w];
    }
    h = before_a * h + before_b;
    float4 r;
    r.x = a.x * h + b.x;
    r.y = a.y * r.x + b.y;
    r.z = a.z * r.y + b.z;
    r.w = a.w * r.z + b.w;
    h4[i] = r;
    state = after;
    __syncthreads();
  }
}

// ---- reductions

// a float sum with Kahan's correction in each thread, then one tree
__global__ void kahan_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  float sum = 0, lost = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
    float y = in[i] - lost, t = sum + y;
    lost = (t - sum) - y;
    sum = t;
  }
  part[threadIdx.x] = sum;
  for (int s = 128; s > 0; s >>= 1) {
    __syncthreads();
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

// the inner product of two complex vectors, warps add to the result with atomics
__global__ void complex_dot(const float2* __restrict__ x, const float2* __restrict__ y, float2* result,
                            int n) {
  float re = 0, im = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float2 a = x[i], b = y[i];
    re += a.x * b.x + a.y * b.y;
    im += a.x * b.y - a.y * b.x;
  }
  re = sum_of_warp(re);
  im = sum_of_warp(im);
  if (threadIdx.x % 32 == 0) {
    atomicAdd(&result->x, re);
    atomicAdd(&result->y, im);
  }
}

// the least and the greatest of 16-bit samples, a block of outputs each
__global__ void minmax_short(const short4* __restrict__ in, short2* out, int n4) {
  __shared__ int lows[32], highs[32];
  int low = 32767, high = -32768;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
    short4 v = in[i];
    low = min(min(low, min(v.x, v.y)), min(v.z, v.w));
    high = max(max(high, max(v.x, v.y)), max(v.z, v.w));
  }
  low = __reduce_min_sync(kFull, low);
  high = __reduce_max_sync(kFull, high);
  if (threadIdx.x % 32 == 0) lows[threadIdx.x / 32] = low, highs[threadIdx.x / 32] = high;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < blockDim.x / 32; ++w) low = min(low, lows[w]), high = max(high, highs[w]);
    out[blockIdx.x] = make_short2(low, high);
  }
}

// a product of 64-bit numbers modulo a prime
__global__ void product_modulo(const unsigned long long* in, unsigned long long* out, int n,
                               unsigned long long prime) {
  extern __shared__ unsigned long long factors[];
  unsigned long long product = 1;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    product = product * (in[i] % prime) % prime;
  factors[threadIdx.x] = product;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (threadIdx.x < s) factors[threadIdx.x] = factors[threadIdx.x] * factors[threadIdx.x + s] % prime;
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = factors[0];
}

// ---- histograms

// many bins in dynamic shared memory, few large blocks
__global__ void histogram_wide(const unsigned short* __restrict__ values, unsigned* bins, int n, int count) {
  extern __shared__ unsigned own[];
  for (int b = threadIdx.x; b < count; b += blockDim.x) own[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(own + values[i], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < count; b += blockDim.x)
    if (own[b]) atomicAdd(bins + b, own[b]);
}

// red, green and blue of a picture, a thread a bin at the end
__global__ void histogram_rgb(const uchar4* __restrict__ pixels, unsigned* bins, int n) {
  __shared__ unsigned red[256], green[256], blue[256];
  red[threadIdx.x] = green[threadIdx.x] = blue[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
    uchar4 p = pixels[i];
    atomicAdd(red + p.x, 1u);
    atomicAdd(green + p.y, 1u);
    atomicAdd(blue + p.z, 1u);
  }
  __syncthreads();
  atomicAdd(bins + threadIdx.x, red[threadIdx.x]);
  atomicAdd(bins + 256 + threadIdx.x, green[threadIdx.x]);
  atomicAdd(bins + 512 + threadIdx.x, blue[threadIdx.x]);
}

// ---- grids of physics

// heat in a plane, four cells of a row a thread
__global__ void heat_float4(const float4* __restrict__ in, float4* out, int w4, int h, float k) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w4 || y >= h) return;
  const float* cells = reinterpret_cast<const float*>(in);
  int i = y * w4 + x;
  float4 c = in[i], up = in[max(y - 1, 0) * w4 + x], down = in[min(y + 1, h - 1) * w4 + x];
  float left = x ? cells[4 * i - 1] : c.x, right = x + 1 < w4 ? cells[4 * i + 4] : c.w;
  float4 r;
  r.x = c.x + k * (up.x + down.x + left + c.y - 4 * c.x);
  r.y = c.y + k * (up.y + down.y + c.x + c.z - 4 * c.y);
  r.z = c.z + k * (up.z + down.z + c.y + c.w - 4 * c.z);
  r.w = c.w + k * (up.w + down.w + c.z + right - 4 * c.w);
  out[i] = r;
}

// Yee's scheme in space: the three electric components from the magnetic ones
__global__ void yee_electric(float* ex, float* ey, float* ez, const float* __restrict__ hx,
                             const float* __restrict__ hy, const float* __restrict__ hz,
                             const float* __restrict__ epsilon, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= nx || y >= ny || z >= nz) return;
  int i = (z * ny + y) * nx + x, dy = nx, dz = nx * ny;
  float c = 0.5f / epsilon[i];
  ex[i] += c * ((hz[i] - hz[i - dy]) - (hy[i] - hy[i - dz]));
  ey[i] += c * ((hx[i] - hx[i - dz]) - (hz[i] - hz[i - 1]));
  ez[i] += c * ((hy[i] - hy[i - 1]) - (hx[i] - hx[i - dy]));
}

__constant__ int lbm_x[19] = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0};
__constant__ int lbm_y[19] = {0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1};
__constant__ int lbm_z[19] = {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1};

// lattice Boltzmann in space with 19 velocities: pull, collide, periodic sides of a power of two
__global__ void lbm_d3q19(const float* __restrict__ in, float* out, int bits, float omega) {
  int side = 1 << bits, cells = 1 << 3 * bits, i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= cells) return;
  int x = i & (side - 1), y = i >> bits & (side - 1), z = i >> 2 * bits;
  float f[19], rho = 0, ux = 0, uy = 0, uz = 0;
#pragma unroll
  for (int q = 0; q < 19; ++q) {
    int sx = (x - lbm_x[q]) & (side - 1), sy = (y - lbm_y[q]) & (side - 1), sz = (z - lbm_z[q]) & (side - 1);
    f[q] = in[q * cells + (sz << 2 * bits | sy << bits | sx)];
    rho += f[q];
    ux += lbm_x[q] * f[q];
    uy += lbm_y[q] * f[q];
    uz += lbm_z[q] * f[q];
  }
  ux /= rho, uy /= rho, uz /= rho;
  float square = 1.5f * (ux * ux + uy * uy + uz * uz);
#pragma unroll
  for (int q = 0; q < 19; ++q) {
    float w = q == 0 ? 1.0f / 3 : q < 7 ? 1.0f / 18 : 1.0f / 36;
    float along = 3 * (lbm_x[q] * ux + lbm_y[q] * uy + lbm_z[q] * uz);
    float rest = w * rho * (1 + along + 0.5f * along * along - square);
    out[q * cells + i] = f[q] - omega * (f[q] - rest);
  }
}

// multigrid: full weighting of a residual onto the coarser grid
__global__ void restrict_full(const double* __restrict__ fine, double* coarse, int coarse_w, int coarse_h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= coarse_w || y >= coarse_h) return;
  int w = 2 * coarse_w + 1, at = (2 * y + 1) * w + 2 * x + 1;
  coarse[y * coarse_w + x] =
      0.25 * fine[at] + 0.125 * (fine[at - 1] + fine[at + 1] + fine[at - w] + fine[at + w]) +
      0.0625 * (fine[at - w - 1] + fine[at - w + 1] + fine[at + w - 1] + fine[at + w + 1]);
}

// Lax-Wendroff on a line: a block advances its tile by several steps, the tile shrinks at its sides
template <int Steps>
__global__ void lax_wendroff_tile(const float* __restrict__ in, float* out, int n, float c) {
  __shared__ float line[2][256];
  int t = threadIdx.x, inner = 256 - 2 * Steps, g = blockIdx.x * inner + t - Steps;
  line[0][t] = in[min(max(g, 0), n - 1)];
  __syncthreads();
  for (int s = 0; s < Steps; ++s) {
    const float* now = line[s & 1];
    if (t > s && t < 255 - s) {
      float l = now[t - 1], m = now[t], r = now[t + 1];
      line[~s & 1][t] = m - 0.5f * c * (r - l) + 0.5f * c * c * (r - 2 * m + l);
    }
    __syncthreads();
  }
  if (t >= Steps && t < 256 - Steps && g < n) out[g] = line[Steps & 1][t];
}

// one direction of an alternating-direction step: a thread solves a line, along rows or down columns
template <bool Rows>
__global__ void adi_sweep(const float* __restrict__ u, float* out, const float* __restrict__ reduced, int w,
                          int h, float k) {
  int line = blockIdx.x * blockDim.x + threadIdx.x, lines = Rows ? h : w, length = Rows ? w : h;
  if (line >= lines) return;
  int step = Rows ? 1 : w, base = Rows ? line * w : line;
  float before = 0;
  for (int i = 0; i < length; ++i) {
    float c = i ? __ldg(reduced + i - 1) : 0.0f;
    before = (u[base + i * step] + k * before) / (1 + 2 * k + k * c);
    out[base + i * step] = before;
  }
  for (int i = length - 2; i >= 0; --i) {
    before = out[base + i * step] - reduced[i] * before;
    out[base + i * step] = before;
  }
}

// Cahn-Hilliard: the Laplacian of a chemical potential that itself has a Laplacian, periodic
__global__ void cahn_hilliard(const double* __restrict__ c, double* out, int w, int h, double dt) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  auto at = [=](int i, int j) { return c[(j + h) % h * w + (i + w) % w]; };
  auto potential = [=](int i, int j) {
    double v = at(i, j);
    double laplacian = at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1) - 4 * v;
    return v * v * v - v - 0.5 * laplacian;
  };
  double mu = potential(x - 1, y) + potential(x + 1, y) + potential(x, y - 1) + potential(x, y + 1) -
              4 * potential(x, y);
  out[y * w + x] = at(x, y) + dt * mu;
}

// ---- pictures

// unsharp mask: a 5 x 5 binomial blur of bytes in a tile with its rim, then the difference is added
__global__ void unsharp_mask(const unsigned char* __restrict__ in, unsigned char* out, int w, int h,
                             float amount) {
  __shared__ unsigned char tile[20][20];
  int bx = blockIdx.x * 16 - 2, by = blockIdx.y * 16 - 2;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < 400; i += 256) {
    int x = min(max(bx + i % 20, 0), w - 1), y = min(max(by + i / 20, 0), h - 1);
    tile[i / 20][i % 20] = in[y * w + x];
  }
  __syncthreads();
  const int weights[5] = {1, 4, 6, 4, 1};
  int sum = 0;
#pragma unroll
  for (int dy = 0; dy < 5; ++dy)
#pragma unroll
    for (int dx = 0; dx < 5; ++dx)
      sum += weights[dy] * weights[dx] * tile[threadIdx.y + dy][threadIdx.x + dx];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h) return;
  float v = tile[threadIdx.y + 2][threadIdx.x + 2];
  v += amount * (v - sum * (1.0f / 256));
  out[y * w + x] = (unsigned char)fminf(fmaxf(v, 0.0f), 255.0f);
}

// Harris' corner measure with gradients summed over 3 x 3, all from global memory
__global__ void harris(const float* __restrict__ in, float* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 2 || y < 2 || x >= w - 2 || y >= h - 2) return;
  float xx = 0, yy = 0, xy = 0;
  for (int j = y - 1; j <= y + 1; ++j) {
    for (int i = x - 1; i <= x + 1; ++i) {
      float dx = 0.5f * (in[j * w + i + 1] - in[j * w + i - 1]);
      float dy = 0.5f * (in[(j + 1) * w + i] - in[(j - 1) * w + i]);
      xx += dx * dx, yy += dy * dy, xy += dx * dy;
    }
  }
  float trace = xx + yy;
  out[y * w + x] = xx * yy - xy * xy - 0.04f * trace * trace;
}

// distances to the nearest set pixel of the same column, a thread a column, down and up
__global__ void distance_columns(const unsigned char* __restrict__ mask, int* distance, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= w) return;
  int d = 10000;
  for (int y = 0; y < h; ++y) {
    d = mask[y * w + x] ? 0 : d + 1;
    distance[y * w + x] = d;
  }
  for (int y = h - 2; y >= 0; --y) {
    d = min(d + 1, distance[y * w + x]);
    distance[y * w + x] = d;
  }
}

// camera bytes YUYV to RGBA, two pixels a thread, integer arithmetic
__global__ void yuyv_to_rgba(const uchar4* __restrict__ in, uchar4* out, int pairs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pairs) return;
  uchar4 p = in[i];
  int u = p.y - 128, v = p.w - 128;
  int r = 409 * v + 128, g = -100 * u - 208 * v + 128, b = 516 * u + 128;
  for (int k = 0; k < 2; ++k) {
    int y = 298 * ((k ? p.z : p.x) - 16);
    auto byte = [](int value) { return (unsigned char)min(max(value >> 8, 0), 255); };
    out[2 * i + k] = make_uchar4(byte(y + r), byte(y + g), byte(y + b), 255);
  }
}

__constant__ float homography[9];

// a perspective view of a grey picture with bilinear samples
__global__ void warp_perspective(const unsigned char* __restrict__ in, unsigned char* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float d = homography[6] * x + homography[7] * y + homography[8];
  float sx = (homography[0] * x + homography[1] * y + homography[2]) / d;
  float sy = (homography[3] * x + homography[4] * y + homography[5]) / d;
  unsigned char result = 0;
  if (sx >= 0 && sy >= 0 && sx < w - 1 && sy < h - 1) {
    int ix = (int)sx, iy = (int)sy;
    float fx = sx - ix, fy = sy - iy;
    const unsigned char* p = in + iy * w + ix;
    float top = p[0] + fx * (p[1] - p[0]), low = p[w] + fx * (p[w + 1] - p[w]);
    result = (unsigned char)(top + fy * (low - top) + 0.5f);
  }
  out[y * w + x] = result;
}

// stereo: the disparity whose census words differ least over a window of a row
__global__ void census_match(const unsigned* __restrict__ left, const unsigned* __restrict__ right,
                             unsigned char* disparity, int w, int range) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * w;
  if (x >= w) return;
  int least = 1 << 30, at = 0;
  for (int d = 0; d < range; ++d) {
    int cost = 0;
#pragma unroll
    for (int k = -2; k <= 2; ++k) {
      int l = min(max(x + k, 0), w - 1), r = max(l - d, 0);
      cost += __popc(left[row + l] ^ right[row + r]);
    }
    if (cost < least) least = cost, at = d;
  }
  disparity[row + x] = at;
}

// Otsu's threshold of a histogram, one block of 256
__global__ void otsu(const unsigned* bins, int* threshold) {
  __shared__ float count[256], weight[256];
  __shared__ unsigned long long best;
  int t = threadIdx.x;
  float c = bins[t], m = c * t;
  count[t] = c, weight[t] = m;
  if (t == 0) best = 0;
  for (int d = 1; d < 256; d *= 2) {
    __syncthreads();
    float pc = t >= d ? count[t - d] : 0.0f, pm = t >= d ? weight[t - d] : 0.0f;
    __syncthreads();
    count[t] += pc, weight[t] += pm;
  }
  __syncthreads();
  float all = count[255], mass = weight[255], low = count[t], high = all - low;
  float between = 0;
  if (low > 0 && high > 0) {
    float difference = weight[t] / low - (mass - weight[t]) / high;
    between = low / all * (high / all) * difference * difference;
  }
  atomicMax(&best, (unsigned long long)__float_as_uint(between) << 32 | t);
  __syncthreads();
  if (t == 0) *threshold = (int)(best & 255);
}

// colours to the screen: exposure, a filmic curve and the power of the display
__global__ void tone_map(const float4* __restrict__ in, uchar4* out, float exposure, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = in[i];
  auto curve = [=](float v) {
    v *= exposure;
    v = v * (2.51f * v + 0.03f) / (v * (2.43f * v + 0.59f) + 0.14f);
    return (unsigned char)(255.0f * powf(fminf(v, 1.0f), 1.0f / 2.2f) + 0.5f);
  };
  out[i] = make_uchar4(curve(p.x), curve(p.y), curve(p.z), 255);
}

// ---- machine learning

// Winograd's F(2x2, 3x3): the transform of input tiles, a thread a tile of one channel
__global__ void winograd_input(const float* __restrict__ in, float* v, int channels, int h, int w) {
  int tiles_x = w / 2, tiles = tiles_x * (h / 2), i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= tiles * channels) return;
  int tile = i % tiles, channel = i / tiles, x0 = tile % tiles_x * 2 - 1, y0 = tile / tiles_x * 2 - 1;
  float d[4][4], b[4][4];
#pragma unroll
  for (int y = 0; y < 4; ++y)
#pragma unroll
    for (int x = 0; x < 4; ++x) {
      bool inside = x0 + x >= 0 && x0 + x < w && y0 + y >= 0 && y0 + y < h;
      d[y][x] = inside ? in[(channel * h + y0 + y) * w + x0 + x] : 0.0f;
    }
#pragma unroll
  for (int x = 0; x < 4; ++x) {
    b[0][x] = d[0][x] - d[2][x];
    b[1][x] = d[1][x] + d[2][x];
    b[2][x] = d[2][x] - d[1][x];
    b[3][x] = d[1][x] - d[3][x];
  }
#pragma unroll
  for (int y = 0; y < 4; ++y) {
    size_t at = (size_t)(4 * y) * tiles * channels + i, step = (size_t)tiles * channels;
    v[at] = b[y][0] - b[y][2];
    v[at + step] = b[y][1] + b[y][2];
    v[at + 2 * step] = b[y][2] - b[y][1];
    v[at + 3 * step] = b[y][1] - b[y][3];
  }
}

// one step of a gated recurrent unit: a warp a unit of a sample, three inner products with the state
__global__ void gru_cell(const float* __restrict__ weights, const float* __restrict__ from_input,
                         const float* __restrict__ state, float* next, int batch, int hidden) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  int unit = warp % hidden, sample = warp / hidden;
  if (sample >= batch) return;
  const float *wr = weights + unit * hidden, *wz = wr + hidden * hidden, *wn = wz + hidden * hidden;
  const float* h = state + sample * hidden;
  float r = 0, z = 0, n = 0;
  for (int k = lane; k < hidden; k += 32) {
    float hk = h[k];
    r += wr[k] * hk;
    z += wz[k] * hk;
    n += wn[k] * hk;
  }
  r = sum_of_warp(r);
  z = sum_of_warp(z);
  n = sum_of_warp(n);
  if (lane) return;
  const float* g = from_input + sample * 3 * hidden + unit;
  r = 1 / (1 + expf(-r - g[0]));
  z = 1 / (1 + expf(-z - g[hidden]));
  n = tanhf(g[2 * hidden] + r * n);
  next[sample * hidden + unit] = (1 - z) * n + z * h[unit];
}

__device__ inline float log_add(float a, float b) {
  float high = fmaxf(a, b), low = fminf(a, b);
  return high + log1pf(expf(low - high));
}

// the forward pass of a connectionist temporal loss: a block a sample, a thread a state
__global__ void ctc_alpha(const float* __restrict__ logs, const int* __restrict__ labels, float* loss,
                          int steps, int symbols, int length) {
  extern __shared__ float alphas[];
  int s = threadIdx.x, states = 2 * length + 1;
  const int* label = labels + blockIdx.x * length;
  const float* row = logs + (size_t)blockIdx.x * steps * symbols;
  int symbol = s < states && (s & 1) ? label[s / 2] : 0;
  bool skip = s >= 3 && s < states && (s & 1) && label[s / 2 - 1] != symbol;
  float *now = alphas, *next = alphas + blockDim.x;
  now[s] = s < 2 ? row[symbol] : -1e20f;
  __syncthreads();
  for (int t = 1; t < steps; ++t) {
    row += symbols;
    float v = now[s];
    if (s > 0) v = log_add(v, now[s - 1]);
    if (skip) v = log_add(v, now[s - 2]);
    next[s] = s < states ? v + row[symbol] : -1e20f;
    __syncthreads();
    float* swap = now;
    now = next;
    next = swap;
  }
  if (s == 0) loss[blockIdx.x] = -log_add(now[states - 1], now[states - 2]);
}

// non-maximum suppression: the overlaps of 64 boxes with 64 others as bit masks
__global__ void overlap_masks(const float4* __restrict__ boxes, unsigned long long* masks, int n,
                              float limit) {
  if (blockIdx.x < blockIdx.y) return;
  __shared__ float4 others[64];
  int t = threadIdx.x, columns = min(n - (int)blockIdx.x * 64, 64);
  if (t < columns) others[t] = boxes[blockIdx.x * 64 + t];
  __syncthreads();
  int i = blockIdx.y * 64 + t;
  if (i >= n) return;
  float4 a = boxes[i];
  float area = (a.z - a.x) * (a.w - a.y);
  unsigned long long mask = 0;
  for (int k = blockIdx.x == blockIdx.y ? t + 1 : 0; k < columns; ++k) {
    float4 b = others[k];
    float w = fmaxf(fminf(a.z, b.z) - fmaxf(a.x, b.x), 0.0f);
    float h = fmaxf(fminf(a.w, b.w) - fmaxf(a.y, b.y), 0.0f);
    float shared = w * h;
    if (shared / (area + (b.z - b.x) * (b.w - b.y) - shared) > limit) mask |= 1ull << k;
  }
  masks[(size_t)i * gridDim.x + blockIdx.x] = mask;
}

// features of regions by four bilinear samples a cell, 7 x 7 cells
__global__ void region_align(const float* __restrict__ features, const float4* __restrict__ regions,
                             float* out, int count, int channels, int h, int w) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count * channels * 49;
       i += gridDim.x * blockDim.x) {
    int px = i % 7, py = i / 7 % 7, c = i / 49 % channels, r = i / 49 / channels;
    float4 box = regions[r];
    float bw = (box.z - box.x) / 7, bh = (box.w - box.y) / 7, sum = 0;
    const float* plane = features + c * h * w;
    for (int k = 0; k < 4; ++k) {
      float y = box.y + (py + (k / 2 + 0.5f) / 2) * bh, x = box.x + (px + (k % 2 + 0.5f) / 2) * bw;
      int y0 = min((int)y, h - 2), x0 = min((int)x, w - 2);
      float fy = y - y0, fx = x - x0;
      const float* p = plane + y0 * w + x0;
      sum += (1 - fy) * ((1 - fx) * p[0] + fx * p[1]) + fy * ((1 - fx) * p[w] + fx * p[w + 1]);
    }
    out[i] = 0.25f * sum;
  }
}

// momentum with half gradients over many tensors; a block has a chunk of one of them
__global__ void momentum_chunks(float* const* weights, const __half* const* gradients, float* const* momenta,
                                const int2* chunks, const int* sizes, int chunk, float rate, float decay) {
  int tensor = chunks[blockIdx.x].x, first = chunks[blockIdx.x].y * chunk;
  int last = min(first + chunk, sizes[tensor]);
  float *w = weights[tensor], *m = momenta[tensor];
  const __half* g = gradients[tensor];
  for (int i = first + threadIdx.x; i < last; i += blockDim.x) {
    float v = 0.9f * m[i] + __half2float(g[i]) + decay * w[i];
    m[i] = v;
    w[i] -= rate * v;
  }
}

// the gate of a mixture of 8 experts: two best of a token, their softmax, places in the experts' queues
__global__ void expert_gate(const float4* __restrict__ scores, int2* chosen_two, float2* weights, int* load,
                            int tokens) {
  __shared__ int mine[8];
  if (threadIdx.x < 8) mine[threadIdx.x] = 0;
  __syncthreads();
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < tokens) {
    float4 a = scores[2 * t], b = scores[2 * t + 1];
    float s[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
    int first = 0, second = -1;
#pragma unroll
    for (int k = 1; k < 8; ++k)
      if (s[k] > s[first]) first = k;
#pragma unroll
    for (int k = 0; k < 8; ++k)
      if (k != first && (second < 0 || s[k] > s[second])) second = k;
    float e = __expf(s[second] - s[first]);
    weights[t] = make_float2(1 / (1 + e), e / (1 + e));
    chosen_two[t] = make_int2(first, second);
    atomicAdd(mine + first, 1);
    atomicAdd(mine + second, 1);
  }
  __syncthreads();
  if (threadIdx.x < 8) atomicAdd(load + threadIdx.x, mine[threadIdx.x]);
}

// the gradient of a 3 x 3 max pool with stride 2: finds the greatest again and adds to its place
__global__ void max_pool_gradient(const float* __restrict__ in, const float* __restrict__ grad, float* out,
                                  int planes, int h, int w) {
  int ow = (w - 3) / 2 + 1, oh = (h - 3) / 2 + 1, i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= planes * oh * ow) return;
  int x = i % ow * 2, y = i / ow % oh * 2, at = (i / (ow * oh) * h + y) * w + x, best = at;
  float high = in[at];
  for (int k = 1; k < 9; ++k) {
    float v = in[at + k / 3 * w + k % 3];
    if (v > high) high = v, best = at + k / 3 * w + k % 3;
  }
  atomicAdd(out + best, grad[i]);
}

// nucleus sampling: the threshold above which a row's probabilities make p, by halving; a block a row
__global__ void nucleus_threshold(const float* __restrict__ probability, float* threshold, int columns,
                                  float p) {
  __shared__ float warps[8];
  __shared__ float total;
  const float* row = probability + (size_t)blockIdx.x * columns;
  float low = 0, high = 1;
  for (int round = 0; round < 16; ++round) {
    float middle = 0.5f * (low + high), sum = 0;
    for (int c = threadIdx.x; c < columns; c += blockDim.x) {
      float v = row[c];
      if (v >= middle) sum += v;
    }
    sum = sum_of_warp(sum);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
      float s = 0;
      for (int w = 0; w < blockDim.x / 32; ++w) s += warps[w];
      total = s;
    }
    __syncthreads();
    if (total >= p) {
      low = middle;
    } else {
      high = middle;
    }
  }
  if (threadIdx.x == 0) threshold[blockIdx.x] = low;
}

// linear attention of one head a block: a state of 32 x 64 that decays, a thread a column of it
__global__ void __launch_bounds__(64)
    linear_attention(const float* __restrict__ q, const float* __restrict__ k, const float* __restrict__ v,
                     float* out, int tokens) {
  __shared__ float query[32], key[32];
  float state[32];
#pragma unroll
  for (int i = 0; i < 32; ++i) state[i] = 0;
  int t = threadIdx.x;
  float decay = 1.0f - exp2f(-5.0f - blockIdx.x % 8);
  for (int n = 0; n < tokens; ++n) {
    size_t at = (size_t)blockIdx.x * tokens + n;
    if (t < 32) {
      query[t] = q[at * 32 + t];
    } else {
      key[t - 32] = k[at * 32 + t - 32];
    }
    float value = v[at * 64 + t], sum = 0;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 32; ++i) {
      state[i] = decay * state[i] + key[i] * value;
      sum += query[i] * state[i];
    }
    out[at * 64 + t] = sum;
    __syncthreads();
  }
}

// instance norm of half planes in pairs, a block a plane, mean first and then the squares about it
__global__ void instance_norm(const __half2* __restrict__ in, __half2* out, int pairs) {
  __shared__ float warps[32];
  __shared__ float total;
  const __half2* p = in + (size_t)blockIdx.x * pairs;
  float shift = 0, value = 0;
  for (int pass = 0; pass < 2; ++pass) {
    float sum = 0;
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
      float2 v = __half22float2(p[i]);
      sum += pass ? (v.x - shift) * (v.x - shift) + (v.y - shift) * (v.y - shift) : v.x + v.y;
    }
    sum = sum_of_warp(sum);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
      float s = sum_of_warp(threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : 0.0f);
      if (threadIdx.x == 0) total = s / (2 * pairs);
    }
    __syncthreads();
    if (pass) {
      value = rsqrtf(total + 1e-5f);
    } else {
      shift = total;
    }
    __syncthreads();
  }
  __half2 middle = __float2half2_rn(shift), scale = __float2half2_rn(value);
  for (int i = threadIdx.x; i < pairs; i += blockDim.x)
    out[(size_t)blockIdx.x * pairs + i] = __hmul2(__hsub2(p[i], middle), scale);
}

// ---- chance and finance

__constant__ unsigned sobol[2][32];

// a quarter circle measured with a sequence of Sobol in Gray-code order, a thread a run of points
__global__ void sobol_quarter(unsigned* inside, int points) {
  unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * points, gray = first ^ first >> 1, x = 0, y = 0;
  for (int b = 0; b < 32; ++b) {
    if (gray >> b & 1) x ^= sobol[0][b], y ^= sobol[1][b];
  }
  unsigned hits = 0;
  for (unsigned i = first; i < first + points; ++i) {
    float u = unit(x), v = unit(y);
    hits += u * u + v * v < 1.0f;
    int b = __ffs(~i) - 1;
    x ^= sobol[0][b];
    y ^= sobol[1][b];
  }
  hits = __reduce_add_sync(kFull, hits);
  if (threadIdx.x % 32 == 0) atomicAdd(inside, hits);
}

// Heston's volatility paths with normals by Box and Muller
__global__ void heston_paths(float* payoff, int paths, int steps, float dt) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= paths) return;
  unsigned s = p * 2654435761u ^ 0x9e3779b9u;
  float price = 100, variance = 0.04f, root = sqrtf(dt);
  for (int k = 0; k < steps; ++k) {
    float u = fmaxf(unit(xorshift32(s)), 1e-7f), a, b;
    float radius = sqrtf(-2 * logf(u));
    sincosf(6.2831853f * unit(xorshift32(s)), &a, &b);
    float z1 = radius * a, z2 = -0.7f * z1 + 0.71414284f * radius * b;
    float v = fmaxf(variance, 0.0f), sigma = sqrtf(v);
    price *= expf((0.03f - 0.5f * v) * dt + sigma * root * z1);
    variance += 1.5f * (0.04f - v) * dt + 0.3f * sigma * root * z2;
  }
  payoff[p] = fmaxf(price - 100, 0.0f);
}

// American puts on trinomial trees in shared memory, a block an option, two buffers
__global__ void trinomial_tree(const float2* __restrict__ options, float* value, int steps, float dt) {
  extern __shared__ float nodes[];
  int width = 2 * steps + 1;
  float *now = nodes, *next = nodes + width;
  float2 o = options[blockIdx.x];
  float strike = o.x, sigma = o.y, up = expf(sigma * sqrtf(3 * dt)), log_up = logf(up);
  float half_drift = (0.02f - 0.5f * sigma * sigma) * sqrtf(dt / (12 * sigma * sigma));
  float discount = expf(-0.02f * dt);
  float pu = discount * (1.0f / 6 + half_drift), pm = discount * (2.0f / 3);
  float pd = discount * (1.0f / 6 - half_drift);
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    now[i] = fmaxf(strike - 100 * expf(log_up * (i - steps)), 0.0f);
  __syncthreads();
  for (int s = steps - 1; s >= 0; --s) {
    for (int i = threadIdx.x; i <= 2 * s; i += blockDim.x) {
      float hold = pd * now[i] + pm * now[i + 1] + pu * now[i + 2];
      next[i] = fmaxf(hold, strike - 100 * __expf(log_up * (i - s)));
    }
    __syncthreads();
    float* swap = now;
    now = next;
    next = swap;
  }
  if (threadIdx.x == 0) value[blockIdx.x] = now[0];
}

// implied volatilities by Newton's method until the price is met, double
__global__ void implied_volatility(const double* __restrict__ price, const double* __restrict__ strike,
                                   const double* __restrict__ years, double* sigma, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double k = strike[i], t = years[i], target = price[i], v = 0.5, root = sqrt(t);
  for (int round = 0; round < 20; ++round) {
    double d1 = (log(100 / k) + 0.5 * v * v * t) / (v * root), d2 = d1 - v * root;
    double value = 100 * normcdf(d1) - k * normcdf(d2), miss = value - target;
    if (fabs(miss) < 1e-8) break;
    double vega = 100 * root * 0.3989422804014327 * exp(-0.5 * d1 * d1);
    v = fmin(fmax(v - miss / fmax(vega, 1e-3), 0.01), 4.0);
  }
  sigma[i] = v;
}

// Mersenne twisters in shared memory, a block a generator: three dependent parts a turn, then tempering
__global__ void mersenne_twister(const unsigned* seeds, unsigned* out, int turns) {
  __shared__ unsigned mt[624];
  for (int i = threadIdx.x; i < 624; i += blockDim.x) mt[i] = seeds[blockIdx.x * 624 + i];
  __syncthreads();
  for (int turn = 0; turn < turns; ++turn) {
    for (int base = 0; base < 624; base += 227) {
      int i = base + threadIdx.x;
      bool active = threadIdx.x < 227 && i < 624;
      unsigned v = 0;
      if (active) {
        unsigned y = (mt[i] & 0x80000000u) | (mt[(i + 1) % 624] & 0x7fffffffu);
        v = mt[(i + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0u);
      }
      __syncthreads();
      if (active) mt[i] = v;
      __syncthreads();
    }
    for (int i = threadIdx.x; i < 624; i += blockDim.x) {
      unsigned y = mt[i];
      y ^= y >> 11;
      y ^= y << 7 & 0x9d2c5680u;
      y ^= y << 15 & 0xefc60000u;
      y ^= y >> 18;
      out[((size_t)blockIdx.x * turns + turn) * 624 + i] = y;
    }
    __syncthreads();
  }
}

// ---- particles

// smoothed particles: densities over the 3 x 3 cells about a particle, particles sorted by cells
__global__ void sph_density(const float2* __restrict__ position, const int* __restrict__ cell_start,
                            float* density, int n, int side, float radius) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float2 p = position[i];
  int cx = min((int)(p.x / radius), side - 1), cy = min((int)(p.y / radius), side - 1);
  float sum = 0, r2 = radius * radius;
  for (int y = max(cy - 1, 0); y <= min(cy + 1, side - 1); ++y) {
    int first = cell_start[y * side + max(cx - 1, 0)],
        last = cell_start[y * side + min(cx + 1, side - 1) + 1];
    for (int j = first; j < last; ++j) {
      float2 q = position[j];
      float d2 = (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
      if (d2 < r2) sum += (r2 - d2) * (r2 - d2) * (r2 - d2);
    }
  }
  density[i] = sum;
}

// the reciprocal part of Ewald's sum: a block a wave vector, sines and cosines over all charges
__global__ void structure_factors(const float4* __restrict__ charges, const float3* __restrict__ waves,
                                  float2* factors, int n) {
  __shared__ float2 part[128];
  float3 k = waves[blockIdx.x];
  float re = 0, im = 0;
  for (int i = threadIdx.x; i < n; i += 128) {
    float4 q = charges[i];
    float s, c;
    sincosf(k.x * q.x + k.y * q.y + k.z * q.z, &s, &c);
    re += q.w * c;
    im += q.w * s;
  }
  part[threadIdx.x] = make_float2(re, im);
  __syncthreads();
  for (int d = 64; d > 0; d /= 2) {
    if (threadIdx.x < d) {
      part[threadIdx.x].x += part[threadIdx.x + d].x;
      part[threadIdx.x].y += part[threadIdx.x + d].y;
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) factors[blockIdx.x] = part[0];
}

// harmonic bonds: both atoms get their forces by atomics
__global__ void bond_forces(const int2* __restrict__ bonds, const float4* __restrict__ position, float* force,
                            int n, float length, float stiffness) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int2 b = bonds[i];
  float4 p = position[b.x], q = position[b.y];
  float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
  float r = sqrtf(dx * dx + dy * dy + dz * dz + 1e-12f), f = stiffness * (r - length) / r;
  atomicAdd(force + 3 * b.x, f * dx);
  atomicAdd(force + 3 * b.x + 1, f * dy);
  atomicAdd(force + 3 * b.x + 2, f * dz);
  atomicAdd(force + 3 * b.y, -f * dx);
  atomicAdd(force + 3 * b.y + 1, -f * dy);
  atomicAdd(force + 3 * b.y + 2, -f * dz);
}

// ---- signals

// one pass of Stockham's Fourier transform with radix 4
__global__ void fft_radix4_pass(const float2* __restrict__ in, float2* out, int n, int span) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 4) return;
  int k = i & (span - 1);
  float2 a = in[i], v[3];
#pragma unroll
  for (int r = 1; r < 4; ++r) {
    float2 b = in[i + r * (n / 4)];
    float s, c;
    sincospif(-0.5f * r * k / span, &s, &c);
    v[r - 1] = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
  }
  float2 s0 = make_float2(a.x + v[1].x, a.y + v[1].y), s1 = make_float2(a.x - v[1].x, a.y - v[1].y);
  float2 s2 = make_float2(v[0].x + v[2].x, v[0].y + v[2].y),
         s3 = make_float2(v[0].x - v[2].x, v[0].y - v[2].y);
  int at = (i - k) * 4 + k;
  out[at] = make_float2(s0.x + s2.x, s0.y + s2.y);
  out[at + span] = make_float2(s1.x + s3.y, s1.y - s3.x);
  out[at + 2 * span] = make_float2(s0.x - s2.x, s0.y - s2.y);
  out[at + 3 * span] = make_float2(s1.x - s3.y, s1.y + s3.x);
}

__constant__ float decimation_taps[64];

// a filter of 64 taps that keeps every fourth sample, the samples of a block in shared memory
__global__ void filter_decimate(const short* __restrict__ in, short* out, int outputs) {
  __shared__ float window[128 * 4 + 64];
  int first = blockIdx.x * 128 * 4;
  for (int i = threadIdx.x; i < 128 * 4 + 64; i += 128)
    window[i] = first + i < outputs * 4 + 64 ? in[first + i] : 0.0f;
  __syncthreads();
  int o = blockIdx.x * 128 + threadIdx.x;
  if (o >= outputs) return;
  float sum = 0;
#pragma unroll 16
  for (int k = 0; k < 64; ++k) sum += decimation_taps[k] * window[4 * threadIdx.x + k];
  out[o] = (short)rintf(sum);
}

// Haar's wavelets of 1024 samples in shared memory, all levels, a block a series
__global__ void haar_levels(const float* in, float* out) {
  __shared__ float line[1024], next[512];
  int t = threadIdx.x;
  size_t base = (size_t)blockIdx.x * 1024;
  line[t] = in[base + t];
  line[t + 512] = in[base + t + 512];
  __syncthreads();
  for (int half = 512; half > 0; half /= 2) {
    if (t < half) {
      float a = line[2 * t], b = line[2 * t + 1];
      next[t] = (a + b) * 0.70710678f;
      out[base + half + t] = (a - b) * 0.70710678f;
    }
    __syncthreads();
    if (t < half) line[t] = next[t];
    __syncthreads();
  }
  if (t == 0) out[base] = line[0];
}

// Goertzel's filters: a thread a tone of a channel, all samples one after the other
__global__ void goertzel(const float* __restrict__ samples, float* power, int count, int tones) {
  int tone = threadIdx.x;
  const float* x = samples + (size_t)blockIdx.x * count;
  float c = 2 * cospif(2.0f * (tone + 8) / tones / 4), s1 = 0, s2 = 0;
  for (int i = 0; i < count; ++i) {
    float s = x[i] + c * s1 - s2;
    s2 = s1;
    s1 = s;
  }
  if (tone < tones) power[blockIdx.x * tones + tone] = s1 * s1 + s2 * s2 - c * s1 * s2;
}

// ---- tables and queries

// looks keys up in two tables of a cuckoo hash
__global__ void cuckoo_lookup(const uint2* __restrict__ first, const uint2* __restrict__ second,
                              const unsigned* __restrict__ keys, unsigned* values, int n, unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned key = keys[i], found = kFull;
  uint2 e = first[(key * 2654435761u >> 7) & mask];
  if (e.x == key) {
    found = e.y;
  } else {
    e = second[((key ^ key >> 15) * 2246822519u >> 9) & mask];
    if (e.x == key) found = e.y;
  }
  values[i] = found;
}

// sums by key: a block has a small hash table in shared memory and adds it to the whole at the end
__global__ void group_sums(const int* __restrict__ keys, const float* __restrict__ amounts, float* sums,
                           int* counts, int n) {
  __shared__ int slot_key[1024], slot_count[1024];
  __shared__ float slot_sum[1024];
  for (int s = threadIdx.x; s < 1024; s += blockDim.x) slot_key[s] = -1, slot_count[s] = 0, slot_sum[s] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int key = keys[i];
    unsigned s = (unsigned)key * 2654435761u >> 22;
    for (int old; (old = atomicCAS(slot_key + s, -1, key)) != -1 && old != key;) s = (s + 1) & 1023;
    atomicAdd(slot_sum + s, amounts[i]);
    atomicAdd(slot_count + s, 1);
  }
  __syncthreads();
  for (int s = threadIdx.x; s < 1024; s += blockDim.x) {
    if (slot_key[s] < 0) continue;
    atomicAdd(sums + slot_key[s], slot_sum[s]);
    atomicAdd(counts + slot_key[s], slot_count[s]);
  }
}

// a query over columns: revenue of a year's small orders with a discount in a range
__global__ void revenue_query(const int* __restrict__ date, const float* __restrict__ discount,
                              const signed char* __restrict__ quantity, const float* __restrict__ price,
                              double* revenue, int n) {
  double sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int d = date[i];
    if (d < 730 || d >= 1095) continue;
    float off = discount[i];
    if (off >= 0.05f && off <= 0.07f && quantity[i] < 24) sum += price[i] * off;
  }
  sum = sum_of_warp(sum);
  if ((threadIdx.x & 31) == 0) atomicAdd(revenue, sum);
}

// run-length encoding: a block writes the places where its runs begin, in order
__global__ void run_heads(const unsigned char* __restrict__ in, int* head, int* heads, int n) {
  __shared__ int warps[8];
  int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  bool begins = i < n && (i == 0 || in[i] != in[i - 1]);
  unsigned vote = __ballot_sync(kFull, begins);
  if (lane == 0) warps[warp] = __popc(vote);
  __syncthreads();
  int before = 0, all = 0;
#pragma unroll
  for (int w = 0; w < 8; ++w) {
    if (w < warp) before += warps[w];
    all += warps[w];
  }
  if (begins) head[blockIdx.x * 256 + before + __popc(vote & ((1u << lane) - 1))] = i;
  if (threadIdx.x == 0) heads[blockIdx.x] = all;
}

// interpolation search of 64-bit keys in a sorted column
__global__ void interpolation_search(const long long* __restrict__ sorted, const long long* __restrict__ keys,
                                     int* place, int n, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  long long key = keys[i], low_key = sorted[0], high_key = sorted[n - 1];
  int lo = 0, hi = n - 1;
  while (lo < hi && low_key < key) {
    if (key >= high_key) {
      lo = hi;
      break;
    }
    int mid = lo + (int)((key - low_key) * (hi - lo) / (high_key - low_key));
    mid = min(max(mid, lo), hi - 1);
    long long v = sorted[mid];
    if (v < key) {
      lo = mid + 1;
      low_key = sorted[lo];
    } else {
      hi = mid;
      high_key = v;
    }
  }
  place[i] = lo;
}

// ---- strings and cryptography

// ten rounds in the manner of AES with four tables in shared memory, a thread a block of 16 bytes
__global__ void table_cipher(const uint4* __restrict__ in, uint4* out, const unsigned* __restrict__ tables,
                             const uint4* __restrict__ keys, int n) {
  __shared__ unsigned table[4][256];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) table[i / 256][i % 256] = tables[i];
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    uint4 s = in[i], k = keys[0];
    s.x ^= k.x, s.y ^= k.y, s.z ^= k.z, s.w ^= k.w;
#pragma unroll 2
    for (int round = 1; round <= 10; ++round) {
      auto mix = [](unsigned a, unsigned b, unsigned c, unsigned d) {
        return table[0][a & 255] ^ table[1][b >> 8 & 255] ^ table[2][c >> 16 & 255] ^ table[3][d >> 24];
      };
      k = keys[round];
      s = make_uint4(mix(s.x, s.y, s.z, s.w) ^ k.x, mix(s.y, s.z, s.w, s.x) ^ k.y,
                     mix(s.z, s.w, s.x, s.y) ^ k.z, mix(s.w, s.x, s.y, s.z) ^ k.w);
    }
    out[i] = s;
  }
}

// the permutation of SHA-3 over 25 words of 64 bits, a thread a state
__global__ void keccak(const unsigned long long* __restrict__ in, unsigned long long* out,
                       const unsigned long long* __restrict__ constants, int n) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= n) return;
  unsigned long long a[25], c[5], b[25];
  constexpr int turn[25] = {0,  1,  62, 28, 27, 36, 44, 6,  55, 20, 3,  10, 43,
                            25, 39, 41, 45, 15, 21, 8,  18, 2,  61, 56, 14};
  auto rotated = [](unsigned long long v, int by) { return by ? v << by | v >> (64 - by) : v; };
#pragma unroll
  for (int i = 0; i < 25; ++i) a[i] = in[i * n + id];
#pragma unroll 1
  for (int round = 0; round < 24; ++round) {
#pragma unroll
    for (int x = 0; x < 5; ++x) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
#pragma unroll
    for (int i = 0; i < 25; ++i) a[i] ^= c[(i % 5 + 4) % 5] ^ rotated(c[(i % 5 + 1) % 5], 1);
#pragma unroll
    for (int y = 0; y < 5; ++y)
#pragma unroll
      for (int x = 0; x < 5; ++x) b[(2 * x + 3 * y) % 5 * 5 + y] = rotated(a[y * 5 + x], turn[y * 5 + x]);
#pragma unroll
    for (int i = 0; i < 25; ++i) a[i] = b[i] ^ (~b[i / 5 * 5 + (i + 1) % 5] & b[i / 5 * 5 + (i + 2) % 5]);
    a[0] ^= __ldg(constants + round);
  }
#pragma unroll
  for (int i = 0; i < 25; ++i) out[i * n + id] = a[i];
}

// binary search of words of 12 letters in a suffix array
__global__ void suffix_search(const char* __restrict__ text, const int* __restrict__ suffixes,
                              const char* __restrict__ words, int* place, int n, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const char* word = words + i * 12;
  int lo = 0, hi = n;
  while (lo < hi) {
    int mid = (lo + hi) / 2, at = suffixes[mid], k = 0, order = 0;
    for (; k < 12 && at + k < n; ++k) {
      order = text[at + k] - word[k];
      if (order) break;
    }
    if (order < 0 || (order == 0 && k < 12)) {
      lo = mid + 1;
    } else {
      hi = mid;
    }
  }
  place[i] = lo;
}

// a regular expression as a table of states: a thread reads its line until the end or a dead state
__global__ void match_lines(const unsigned char* __restrict__ text, const int* __restrict__ line_start,
                            const unsigned char* __restrict__ transitions, unsigned char* matched, int lines,
                            int states) {
  extern __shared__ unsigned char table[];
  for (int i = threadIdx.x; i < states * 64; i += blockDim.x) table[i] = transitions[i];
  __syncthreads();
  int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line >= lines) return;
  int state = 1;
  for (int at = line_start[line], end = line_start[line + 1]; at < end && state != 0; ++at)
    state = table[state * 64 + (text[at] & 63)];
  matched[line] = state == states - 1;
}

// ---- geometry

__constant__ float2 polygon[240];

// points in a polygon by crossings
__global__ void points_in_polygon(const float2* __restrict__ points, bool* inside, int n, int corners) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float2 p = points[i];
  bool in = false;
  for (int k = 0, j = corners - 1; k < corners; j = k++) {
    float2 a = polygon[k], b = polygon[j];
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) in = !in;
  }
  inside[i] = in;
}

// the closest pair by tiles of points in shared memory; the least distance by atomics on its bits
__global__ void closest_pair(const float2* __restrict__ points, unsigned* least, int n) {
  __shared__ float2 tile[128];
  if (blockIdx.x > blockIdx.y) return;
  int other = blockIdx.y * 128 + threadIdx.x, mine = blockIdx.x * 128 + threadIdx.x;
  if (other < n) tile[threadIdx.x] = points[other];
  __syncthreads();
  float best = 1e30f;
  if (mine < n) {
    float2 p = points[mine];
    int count = min(128, n - (int)blockIdx.y * 128);
    for (int k = blockIdx.x == blockIdx.y ? threadIdx.x + 1 : 0; k < count; ++k) {
      float dx = tile[k].x - p.x, dy = tile[k].y - p.y;
      best = fminf(best, dx * dx + dy * dy);
    }
  }
  unsigned bits = __reduce_min_sync(kFull, __float_as_uint(best));
  if (threadIdx.x % 32 == 0) atomicMin(least, bits);
}

struct Box {
  float low[3], high[3];
};

// nearest hits of rays with triangles through a tree of boxes kept as a heap, with a stack of one's own
__global__ void trace_tree(const Box* __restrict__ boxes, const float* __restrict__ corners, int leaves,
                           float* depth, int w, int h) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= w || py >= h) return;
  float d[3] = {(px + 0.5f) / w - 0.5f, (py + 0.5f) / h - 0.5f, 0.8f}, o[3] = {0.5f, 0.5f, -1.0f};
  float inverse[3];
  for (int a = 0; a < 3; ++a) inverse[a] = 1 / (fabsf(d[a]) < 1e-6f ? 1e-6f : d[a]);
  float nearest = 1e30f;
  int stack[24], top = 0;
  stack[top++] = 1;
  while (top) {
    int node = stack[--top];
    Box b = boxes[node];
    float enter = 0, leave = nearest;
#pragma unroll
    for (int a = 0; a < 3; ++a) {
      float u = (b.low[a] - o[a]) * inverse[a], v = (b.high[a] - o[a]) * inverse[a];
      enter = fmaxf(enter, fminf(u, v));
      leave = fminf(leave, fmaxf(u, v));
    }
    if (enter > leave) continue;
    if (node < leaves) {
      stack[top++] = 2 * node;
      stack[top++] = 2 * node + 1;
      continue;
    }
    const float* c = corners + (node - leaves) * 9;
    float e1[3], e2[3], s[3];
    for (int a = 0; a < 3; ++a) e1[a] = c[3 + a] - c[a], e2[a] = c[6 + a] - c[a], s[a] = o[a] - c[a];
    float p0 = d[1] * e2[2] - d[2] * e2[1], p1 = d[2] * e2[0] - d[0] * e2[2],
          p2 = d[0] * e2[1] - d[1] * e2[0];
    float det = e1[0] * p0 + e1[1] * p1 + e1[2] * p2;
    if (fabsf(det) < 1e-12f) continue;
    float u = (s[0] * p0 + s[1] * p1 + s[2] * p2) / det;
    if (u < 0 || u > 1) continue;
    float q0 = s[1] * e1[2] - s[2] * e1[1], q1 = s[2] * e1[0] - s[0] * e1[2],
          q2 = s[0] * e1[1] - s[1] * e1[0];
    float v = (d[0] * q0 + d[1] * q1 + d[2] * q2) / det;
    if (v < 0 || u + v > 1) continue;
    float t = (e2[0] * q0 + e2[1] * q1 + e2[2] * q2) / det;
    if (t > 0 && t < nearest) nearest = t;
  }
  depth[py * w + px] = nearest;
}

// one step of jump flooding: the nearest of the seeds that nine cells at a distance know
__global__ void jump_flood(const short2* __restrict__ seed, short2* out, int w, int h, int step) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  short2 best = make_short2(-1, -1);
  int least = 1 << 30;
  for (int dy = -step; dy <= step; dy += step) {
    for (int dx = -step; dx <= step; dx += step) {
      if (x + dx < 0 || x + dx >= w || y + dy < 0 || y + dy >= h) continue;
      short2 s = seed[(y + dy) * w + x + dx];
      if (s.x < 0) continue;
      int d = (s.x - x) * (s.x - x) + (s.y - y) * (s.y - y);
      if (d < least) least = d, best = s;
    }
  }
  out[y * w + x] = best;
}

// k-means, the sums of each cluster: in shared memory first, then added to the whole
__global__ void cluster_sums(const float* __restrict__ points, const int* __restrict__ cluster, float* sums,
                             int* counts, int n, int clusters, int d) {
  extern __shared__ float partial[];
  int* members = reinterpret_cast<int*>(partial + clusters * d);
  for (int i = threadIdx.x; i < clusters * d; i += blockDim.x) partial[i] = 0;
  for (int i = threadIdx.x; i < clusters; i += blockDim.x) members[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int c = cluster[i];
    atomicAdd(members + c, 1);
    for (int k = 0; k < d; ++k) atomicAdd(partial + c * d + k, points[k * n + i]);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < clusters * d; i += blockDim.x) atomicAdd(sums + i, partial[i]);
  for (int i = threadIdx.x; i < clusters; i += blockDim.x) atomicAdd(counts + i, members[i]);
}

// ---- compression

// differences of 32 sorted numbers in as few bits as they need: a warp packs planes of bits by ballots
__global__ void pack_differences(const unsigned* __restrict__ in, unsigned* packed, unsigned char* widths,
                                 int groups) {
  int lane = threadIdx.x % 32, warps = gridDim.x * blockDim.x / 32;
  for (int g = (blockIdx.x * blockDim.x + threadIdx.x) / 32; g < groups; g += warps) {
    unsigned v = in[g * 32 + lane], before = __shfl_up_sync(kFull, v, 1);
    unsigned difference = lane ? v - before : 0, any = __reduce_or_sync(kFull, difference);
    int width = 32 - __clz(any);
    unsigned word = 0;
    for (int b = 0; b < width; ++b) {
      unsigned plane = __ballot_sync(kFull, difference >> b & 1);
      if (lane == b) word = plane;
    }
    if (lane < width) packed[g * 32 + lane] = word;
    if (lane == 0) widths[g] = width;
  }
}

// Huffman decoding, a thread a chunk of symbols, a table of 9 bits in shared memory
__global__ void huffman_decode(const unsigned* __restrict__ stream, const unsigned* __restrict__ chunk_bit,
                               const unsigned short* __restrict__ code, unsigned char* out, int chunks,
                               int symbols) {
  __shared__ unsigned short table[512];
  for (int i = threadIdx.x; i < 512; i += blockDim.x) table[i] = code[i];
  __syncthreads();
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= chunks) return;
  unsigned bit = chunk_bit[c];
  for (int k = 0; k < symbols; ++k) {
    unsigned high = stream[bit >> 5], low = stream[(bit >> 5) + 1];
    unsigned entry = table[__funnelshift_l(low, high, bit & 31) >> 23];
    out[(size_t)c * symbols + k] = entry & 255;
    bit += entry >> 8;
  }
}

// move to front of bytes below 64, a thread a piece of the text, the list in memory of its own
__global__ void move_to_front(const unsigned char* __restrict__ in, unsigned char* out, int pieces,
                              int length) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= pieces) return;
  unsigned char list[64];
  for (int i = 0; i < 64; ++i) list[i] = i;
  for (int k = 0; k < length; ++k) {
    unsigned char c = in[k * pieces + p], before = list[0];
    int at = 0;
    while (before != c) {
      ++at;
      unsigned char v = list[at];
      list[at] = before;
      before = v;
    }
    list[0] = c;
    out[k * pieces + p] = at;
  }
}

// ---- simulations

// rule 110 on rings of 1024 cells: a warp a ring, a lane 32 cells, neighbours by shuffles
__global__ void rule_110(const unsigned* in, unsigned* out, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  unsigned cells = in[i];
  for (int s = 0; s < steps; ++s) {
    unsigned before = __shfl_sync(kFull, cells, (lane + 31) % 32);
    unsigned after = __shfl_sync(kFull, cells, (lane + 1) % 32);
    unsigned left = __funnelshift_l(before, cells, 1), right = __funnelshift_r(cells, after, 1);
    cells = (cells | right) & ~(left & cells & right);
  }
  out[i] = cells;
}

// a step of a sand pile: cells of four grains or more topple; counts blocks in which any did
__global__ void sand_pile(const int* __restrict__ in, int* out, int* busy_blocks, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  bool topples = false;
  if (x < w && y < h) {
    int i = y * w + x, v = in[i];
    topples = v >= 4;
    int r = topples ? v - 4 : v;
    if (x > 0 && in[i - 1] >= 4) ++r;
    if (x + 1 < w && in[i + 1] >= 4) ++r;
    if (y > 0 && in[i - w] >= 4) ++r;
    if (y + 1 < h && in[i + w] >= 4) ++r;
    out[i] = r;
  }
  int any = __syncthreads_or(topples);
  if (any && threadIdx.x == 0 && threadIdx.y == 0) atomicAdd(busy_blocks, 1);
}

// walks on a lattice that avoid themselves, marked in 32 x 32 bits of one's own, until they are stuck
__global__ void avoiding_walks(int* length, int walks) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= walks) return;
  unsigned seen[32];
  for (int i = 0; i < 32; ++i) seen[i] = 0;
  unsigned s = id * 747796405u + 12345;
  int x = 16, y = 16, steps = 0;
  seen[16] = 1u << 16;
  for (; steps < 200; ++steps) {
    int open = 0, ways = 0;
    for (int d = 0; d < 4; ++d) {
      int nx = x + (d == 0) - (d == 1), ny = y + (d == 2) - (d == 3);
      if (nx < 0 || ny < 0 || nx > 31 || ny > 31 || (seen[ny] >> nx & 1)) continue;
      open |= d << 2 * ways++;
    }
    if (ways == 0) break;
    int d = open >> 2 * (xorshift32(s) % ways) & 3;
    x += (d == 0) - (d == 1);
    y += (d == 2) - (d == 3);
    seen[y] |= 1u << x;
  }
  length[id] = steps;
}

// a flock: every bird looks at all others by tiles, with separation, alignment and cohesion
__global__ void flock(const float4* __restrict__ birds, float2* turn, int n, float near, float far) {
  __shared__ float4 tile[192];
  int i = blockIdx.x * 192 + threadIdx.x;
  float4 me = birds[min(i, n - 1)];
  float2 apart = make_float2(0, 0), along = apart, middle = apart;
  int count = 0;
  for (int base = 0; base < n; base += 192) {
    int j = base + threadIdx.x;
    if (j < n) tile[threadIdx.x] = birds[j];
    __syncthreads();
    int here = min(192, n - base);
    for (int k = 0; k < here; ++k) {
      float4 b = tile[k];
      float dx = b.x - me.x, dy = b.y - me.y, d2 = dx * dx + dy * dy;
      if (d2 > far) continue;
      if (d2 < near) {
        apart.x -= dx, apart.y -= dy;
      } else {
        along.x += b.z, along.y += b.w;
        middle.x += dx, middle.y += dy;
        ++count;
      }
    }
    __syncthreads();
  }
  if (i >= n) return;
  float share = count ? 1.0f / count : 0.0f;
  turn[i] = make_float2(apart.x + share * (along.x + middle.x), apart.y + share * (along.y + middle.y));
}

// ---- plain movements

struct Order {
  int customer, product, day;
  float price, discount, tax;
  int amount, shop, flags;
};

__global__ void copy_orders(const Order* in, Order* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

// x y z to z x y, straight from global memory with a block in three dimensions
template <class T>
__global__ void rotate_axes(const T* __restrict__ in, T* out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz) out[(y * nx + x) * nz + z] = in[(z * ny + y) * nx + x];
}

__global__ void bit_reversal(const float2* __restrict__ in, float2* out, int bits) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[__brev(i) >> (32 - bits)] = in[i];
}

// stereo samples of 16 bits to two float channels, four pairs a thread
__global__ void split_stereo(const int4* __restrict__ in, float4* left, float4* right, int n4) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
    int4 v = in[i];
    const float s = 1.0f / 32768;
    auto low = [=](int w) { return (short)(w & 0xffff) * s; };
    auto high = [=](int w) { return (w >> 16) * s; };
    left[i] = make_float4(low(v.x), low(v.y), low(v.z), low(v.w));
    right[i] = make_float4(high(v.x), high(v.y), high(v.z), high(v.w));
  }
}

// copies a window of a pitched picture of doubles into another
__global__ void copy_window(const double* in, size_t in_pitch, double* out, size_t out_pitch, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  const double* from = reinterpret_cast<const double*>(reinterpret_cast<const char*>(in) + y * in_pitch);
  double* to = reinterpret_cast<double*>(reinterpret_cast<char*>(out) + y * out_pitch);
  to[x] = from[x];
}

// turns each row round to the left by its own number of places, through shared memory
__global__ void rotate_rows(const short* __restrict__ in, short* out, const int* __restrict__ by,
                            int columns) {
  extern __shared__ short row[];
  size_t base = (size_t)blockIdx.x * columns;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) row[c] = in[base + c];
  __syncthreads();
  int shift = by[blockIdx.x];
  for (int c = threadIdx.x; c < columns; c += blockDim.x) {
    int from = c + shift;
    out[base + c] = row[from >= columns ? from - columns : from];
  }
}
