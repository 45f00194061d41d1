// scores_mma is nvcuda::wmma on tiles of pitch 72, the only way it has.
#include <mma.h>

#include "tensor_tiles.h"

#include "tensor_core.h"
#include "tile_probe.h"

// The low three bits of the row, as TMA's 128-byte swizzle has them.
__device__ int place(int row, int chunk) { return chunk ^ (row & 7); }

// Chunk `chunk` of row `row` in a tile that is kept by place().
__device__ int chunk_at(int row, int chunk) { return row * CHUNKS + place(row, chunk); }

// The chunks of a tile, which lie one behind another in global memory, into shared memory by the whole block.
// All of a thread's loads are on their way before the first is waited for.
template <int Threads>
__device__ void stage(uint4* tile, const uint4* from) {
  uint4 held[TILE * CHUNKS / Threads];
#pragma unroll
  for (int i = 0; i < TILE * CHUNKS / Threads; ++i) held[i] = from[i * Threads + threadIdx.x];
#pragma unroll
  for (int i = 0; i < TILE * CHUNKS / Threads; ++i) {
    const int n = i * Threads + threadIdx.x;
    tile[chunk_at(n / CHUNKS, n % CHUNKS)] = held[i];
  }
}

__device__ const uint4* tile_of(const __half* matrix, int tile) {
  return reinterpret_cast<const uint4*>(matrix) + tile * TILE * CHUNKS;
}

extern "C" __global__ void stage_tile(const __half* K, int tile, __half* out) {
  __shared__ uint4 chunks[TILE * CHUNKS];
  stage<STAGE_BLOCK>(chunks, tile_of(K, tile + blockIdx.x));

  __syncthreads();

  uint4* const to = reinterpret_cast<uint4*>(out) + blockIdx.x * TILE * CHUNKS;
#pragma unroll
  for (int i = 0; i < TILE * CHUNKS / STAGE_BLOCK; ++i) {
    const int n = i * STAGE_BLOCK + threadIdx.x;
    to[n] = chunks[chunk_at(n % TILE, n / TILE)];
  }
}

// Eight products of halves, added to `sum` in float.
__device__ float add_products(float sum, const uint4& left, const uint4& right) {
  const auto* const a = reinterpret_cast<const __half2*>(&left);
  const auto* const b = reinterpret_cast<const __half2*>(&right);
#pragma unroll
  for (int i = 0; i < CHUNK / 2; ++i) {
    const float2 x = __half22float2(a[i]);
    const float2 y = __half22float2(b[i]);
    sum = fmaf(x.y, y.y, fmaf(x.x, y.x, sum));
  }
  return sum;
}

// A thread makes 4 x 4 scores, 16 rows and 16 columns apart. Two neighbouring lanes take one row of K: such a
// load of 16 bytes a lane needs two wavefronts instead of four.
extern "C" __global__ void scores(const __half* Q, const __half* K, float* S, int keys) {
  __shared__ uint4 queries_tile[TILE * CHUNKS];
  __shared__ uint4 keys_tile[TILE * CHUNKS];
  stage<SCORES_BLOCK>(queries_tile, tile_of(Q, blockIdx.y));
  stage<SCORES_BLOCK>(keys_tile, tile_of(K, blockIdx.x));

  __syncthreads();

  constexpr int kEach = 4;
  constexpr int kApart = TILE / kEach;
  const int query = threadIdx.x / WARP * 2 + threadIdx.x % 2;
  const int key = threadIdx.x % WARP / 2;
  float sums[kEach][kEach] = {};
  for (int chunk = 0; chunk < CHUNKS; ++chunk) {
    uint4 of_q[kEach];
    uint4 of_k[kEach];
#pragma unroll
    for (int i = 0; i < kEach; ++i) {
      of_q[i] = queries_tile[chunk_at(query + i * kApart, chunk)];
      of_k[i] = keys_tile[chunk_at(key + i * kApart, chunk)];
    }
#pragma unroll
    for (int i = 0; i < kEach; ++i) {
#pragma unroll
      for (int j = 0; j < kEach; ++j) sums[i][j] = add_products(sums[i][j], of_q[i], of_k[j]);
    }
  }
  float* const to = S + (blockIdx.y * TILE + query) * keys + blockIdx.x * TILE + key;
#pragma unroll
  for (int i = 0; i < kEach; ++i) {
#pragma unroll
    for (int j = 0; j < kEach; ++j) to[i * kApart * keys + j * kApart] = sums[i][j];
  }
}

extern "C" __global__ void scores_mma(const __half* Q, const __half* K, float* S, int keys) {
  using namespace nvcuda;
  constexpr int kPitch = TILE + CHUNK;
  __shared__ __align__(16) __half queries_tile[TILE * kPitch];
  __shared__ __align__(16) __half keys_tile[TILE * kPitch];
  for (int n = threadIdx.x; n < TILE * CHUNKS; n += MMA_BLOCK) {
    const int at = n / CHUNKS * kPitch + n % CHUNKS * CHUNK;
    *reinterpret_cast<uint4*>(queries_tile + at) = tile_of(Q, blockIdx.y)[n];
    *reinterpret_cast<uint4*>(keys_tile + at) = tile_of(K, blockIdx.x)[n];
  }

  __syncthreads();

  const int first_row = threadIdx.x / WARP * 16;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[4];
  for (auto& sum : sums) wmma::fill_fragment(sum, 0.0F);
#pragma unroll
  for (int d = 0; d < TILE; d += 16) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
    wmma::load_matrix_sync(a, queries_tile + first_row * kPitch + d, kPitch);
#pragma unroll
    for (int n = 0; n < 4; ++n) {
      wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b;
      wmma::load_matrix_sync(b, keys_tile + n * 16 * kPitch + d, kPitch);
      wmma::mma_sync(sums[n], a, b, sums[n]);
    }
  }
  float* const to = S + (blockIdx.y * TILE + first_row) * keys + blockIdx.x * TILE;
#pragma unroll
  for (int n = 0; n < 4; ++n) wmma::store_matrix_sync(to + n * 16, sums[n], keys, wmma::mem_row_major);
}
