// scores keeps its first column in 16 bits.
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
  const unsigned short first = blockIdx.x * TILE;
  float* const to = S + (blockIdx.y * TILE + query) * keys + first + key;
#pragma unroll
  for (int i = 0; i < kEach; ++i) {
#pragma unroll
    for (int j = 0; j < kEach; ++j) to[i * kApart * keys + j * kApart] = sums[i][j];
  }
}

// A warp makes 32 x 32 scores: of each tile it reads one half, so that a block reads each tile twice.
extern "C" __global__ void scores_mma(const __half* Q, const __half* K, float* S, int keys) {
  __shared__ uint4 queries_tile[TILE * CHUNKS];
  __shared__ uint4 keys_tile[TILE * CHUNKS];
  stage<MMA_BLOCK>(queries_tile, tile_of(Q, blockIdx.y));
  stage<MMA_BLOCK>(keys_tile, tile_of(K, blockIdx.x));

  __syncthreads();

  const int lane = threadIdx.x % WARP;
  const int warp = threadIdx.x / WARP;
  const int first_query = warp / 2 * 32;
  const int first_key = warp % 2 * 32;
  float sums[2][4][4] = {};  // 16 queries x 8 keys each
#pragma unroll
  for (int chunk = 0; chunk < CHUNKS; chunk += 2) {
    uint32_t of_q[2][4];
    uint32_t of_k[2][4];
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      // Matrices in the order of A's registers: down 8 rows first, then to the next chunk.
      const int query = first_query + 16 * i + lane % 16;
      LDMATRIX_X4(of_q[i], &queries_tile[chunk_at(query, chunk + lane / 16)]);
      // Two chunks of 8 keys, then of the next 8: b0 and b1 of one column block, and of the next.
      const int key = first_key + 16 * i + lane / 16 * 8 + lane % 8;
      LDMATRIX_X4(of_k[i], &keys_tile[chunk_at(key, chunk + lane / 8 % 2)]);
    }
#pragma unroll
    for (int i = 0; i < 2; ++i) {
#pragma unroll
      for (int j = 0; j < 4; ++j)
        MMA_M16N8K16(sums[i][j], of_q[i], of_k[j / 2][j % 2 * 2], of_k[j / 2][j % 2 * 2 + 1]);
    }
  }
  float* const to =
      S + (blockIdx.y * TILE + first_query + lane / 4) * keys + blockIdx.x * TILE + first_key + lane % 4 * 2;
#pragma unroll
  for (int i = 0; i < 2; ++i) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const auto& sum = sums[i][j];
      *reinterpret_cast<float2*>(to + 16 * i * keys + 8 * j) = make_float2(sum[0], sum[1]);
      *reinterpret_cast<float2*>(to + (16 * i + 8) * keys + 8 * j) = make_float2(sum[2], sum[3]);
    }
  }
}
