// Lab 11: the given kernels. Their tiles lie row by row, as they do in memory: the case that yours improve
// on.
#include <cuda_fp16.h>
#include <mma.h>

#include "tensor_core.h"
#include "tensor_tiles.h"
#include "tile_probe.h"

__device__ int place(int row, int chunk) { return chunk; }

// [stage]
extern "C" __global__ void stage_plain(const __half* __restrict__ K, int tile, __half* __restrict__ out) {
  __shared__ uint4 chunks[TILE * CHUNKS];
  const uint4* const from = reinterpret_cast<const uint4*>(K) + (tile + blockIdx.x) * TILE * CHUNKS;
  uint4* const to = reinterpret_cast<uint4*>(out) + blockIdx.x * TILE * CHUNKS;
#pragma unroll
  for (int i = 0; i < TILE * CHUNKS / STAGE_BLOCK; ++i) {
    const int n = i * STAGE_BLOCK + threadIdx.x;
    chunks[n] = from[n];
  }

  __syncthreads();

#pragma unroll
  for (int i = 0; i < TILE * CHUNKS / STAGE_BLOCK; ++i) {
    const int n = i * STAGE_BLOCK + threadIdx.x;
    const int row = n % TILE;
    const int chunk = n / TILE;
    to[n] = chunks[row * CHUNKS + chunk];  // eight rows, one chunk: eight times the same four banks
  }
}
// [/stage]

// The worked example of README.md: 16 rows of Q times 16 rows of K, 16 halves deep. Launched on one warp.
// [product]
extern "C" __global__ void one_product(const uint4* Q, const uint4* K, float* S) {
  __shared__ uint4 queries[16 * 2];  // 16 rows of two chunks, row by row
  __shared__ uint4 keys[16 * 2];
  const int lane = threadIdx.x;
  queries[lane] = Q[lane];
  keys[lane] = K[lane];

  __syncwarp();

  uint32_t a[4];
  uint32_t b[4];  // b0 and b1 of keys 0 to 7, then of keys 8 to 15
  LDMATRIX_X4(a, &queries[lane % 16 * 2 + lane / 16]);
  LDMATRIX_X4(b, &keys[(lane / 16 * 8 + lane % 8) * 2 + lane / 8 % 2]);
  float left[4] = {};  // sums begin at 0: each product adds to them
  float right[4] = {};
  MMA_M16N8K16(left, a, b[0], b[1]);
  MMA_M16N8K16(right, a, b[2], b[3]);

  const int row = lane / 4;
  const int column = lane % 4 * 2;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    float* const to = S + (row + i / 2 * 8) * 16 + column + i % 2;  // sums 2 and 3 are 8 rows below
    to[0] = left[i];
    to[8] = right[i];
  }
}
// [/product]

// As a tutorial on tensor cores writes it. Each warp makes 16 rows of S.
// [wmma]
extern "C" __global__ void scores_wmma(const __half* __restrict__ Q, const __half* __restrict__ K,
                                       float* __restrict__ S, int keys) {
  using namespace nvcuda;
  __shared__ uint4 queries_tile[TILE * CHUNKS];
  __shared__ uint4 keys_tile[TILE * CHUNKS];
  const uint4* const of_q = reinterpret_cast<const uint4*>(Q) + blockIdx.y * TILE * CHUNKS;
  const uint4* const of_k = reinterpret_cast<const uint4*>(K) + blockIdx.x * TILE * CHUNKS;
#pragma unroll
  for (int i = 0; i < TILE * CHUNKS / MMA_BLOCK; ++i) {
    const int n = i * MMA_BLOCK + threadIdx.x;
    queries_tile[n] = of_q[n];
    keys_tile[n] = of_k[n];
  }

  __syncthreads();

  const int first_row = threadIdx.x / WARP * 16;
  const __half* const left = reinterpret_cast<const __half*>(queries_tile) + first_row * TILE;
  const __half* const right = reinterpret_cast<const __half*>(keys_tile);
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[TILE / 16];
  for (auto& sum : sums) wmma::fill_fragment(sum, 0.0F);
#pragma unroll
  for (int d = 0; d < TILE; d += 16) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
    wmma::load_matrix_sync(a, left + d, TILE);
#pragma unroll
    for (int n = 0; n < TILE / 16; ++n) {
      wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b;
      wmma::load_matrix_sync(b, right + n * 16 * TILE + d, TILE);
      wmma::mma_sync(sums[n], a, b, sums[n]);
    }
  }
  float* const to = S + (blockIdx.y * TILE + first_row) * keys + blockIdx.x * TILE;
#pragma unroll
  for (int n = 0; n < TILE / 16; ++n)
    wmma::store_matrix_sync(to + n * 16, sums[n], keys, wmma::mem_row_major);
}
// [/wmma]

extern "C" __global__ void draw_halves(__half* values, unsigned long long count, unsigned long long seed) {
  const unsigned long long step = 1ULL * gridDim.x * blockDim.x;
  for (unsigned long long i = 1ULL * blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
    unsigned long long mixed = (seed + i + 1) * 0x9E3779B97F4A7C15ULL;
    mixed = (mixed ^ mixed >> 31) * 0xBF58476D1CE4E5B9ULL;
    values[i] = __float2half(static_cast<float>(static_cast<int>((mixed >> 33) % 17) - 8));
  }
}
