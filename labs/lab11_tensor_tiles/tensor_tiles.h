// Lab 11, tiles for tensor cores: the kernels' contract.
//
// A tile is 64 x 64 halves. A row of it has 128 bytes: eight chunks of 8 halves, 16 bytes each. In shared
// memory a chunk always stays whole, and a row stays in its 128 bytes; which of the eight places of the row a
// chunk takes is yours to choose.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

constexpr int WARP = 32;
constexpr int TILE = 64;              // rows of a tile, and halves of a row
constexpr int CHUNK = 8;              // halves in 16 bytes
constexpr int CHUNKS = TILE / CHUNK;  // of a row

// place: the place, 0 to 7, of chunk `chunk` in row `row` of a tile. 0 <= row < 64, 0 <= chunk < 8. The eight
// chunks of a row get eight different places. The same chunk of eight rows 8 g to 8 g + 7 gets eight
// different places, too. The kernels of tile_probe.h, which your file includes, call it.
__device__ int place(int row, int chunk);

// list_places (tile_probe.h): one block of 512 threads stores place(row, chunk) to places[8 * row + chunk].
extern "C" __global__ void list_places(int* places);

// tile_loads, tile_matrices (tile_probe.h): one block of PROBE_BLOCK threads reads a tile that is kept by
// place(), the same chunk of 32 rows with each instruction: 16 bytes a lane, or ldmatrix.x4. cycles[0] is the
// time of rounds * PROBE_LOADS such instructions of each warp. out[t] is the sum of all that thread t loaded.
constexpr int PROBE_BLOCK = 256;
constexpr int PROBE_LOADS = 16;
extern "C" __global__ void tile_loads(unsigned* out, long long* cycles, int rounds);
extern "C" __global__ void tile_matrices(unsigned* out, long long* cycles, int rounds);

// stage_tile: K is a matrix of rows of 64 halves, without gaps; its tile t is rows 64 t to 64 t + 63. Block b
// passes tile number `tile` + b through shared memory, and stores it to `out`, chunk by chunk:
//
//     out[4096 * b + 8 * (64 * chunk + row) + i] = K[64 * (64 * (tile + b) + row) + 8 * chunk + i]
//
// so that the eight rows of an 8 x 8 matrix become 128 contiguous bytes. Any bits, bit for bit. At most 8,192
// bytes of shared memory. Launched on as many blocks as there are tiles to store, STAGE_BLOCK threads each.
// K has fewer than 2^18 tiles, so that every index, and every offset in bytes, fits into an int.
constexpr int STAGE_BLOCK = 128;
extern "C" __global__ void stage_tile(const __half* K, int tile, __half* out);

// scores: S = Q K^T. Q and K have rows of 64 halves, S has rows of `keys` floats:
//
//     S[q * keys + k] = Q[64 * q] * K[64 * k] + ... + Q[64 * q + 63] * K[64 * k + 63], added up in float
//
// in any order, to within 1e-5 of the sum of the products' magnitudes.
// The numbers of queries and keys are multiples of 64, and their product is less than 2^29. Launched on
// (keys / 64) x (queries / 64) blocks of SCORES_BLOCK threads: blockIdx.x counts tiles of K, blockIdx.y tiles
// of Q. Both tiles pass through shared memory: at most 16,384 bytes.
constexpr int SCORES_BLOCK = 256;
extern "C" __global__ void scores(const __half* Q, const __half* K, float* S, int keys);

// scores_mma: the same with tensor cores. The tiles are read by ldmatrix, which nvcuda::wmma makes, too.
// Blocks of MMA_BLOCK threads; needs compute capability 8.0.
constexpr int MMA_BLOCK = 128;
extern "C" __global__ void scores_mma(const __half* Q, const __half* K, float* S, int keys);

// Given, with the contracts of stage_tile and scores_mma except for the conflicts: tiles row by row.
extern "C" __global__ void stage_plain(const __half* K, int tile, __half* out);
extern "C" __global__ void scores_wmma(const __half* Q, const __half* K, float* S, int keys);

// Given, the worked example: S = Q K^T of 16 rows of 16 halves each. Q and K are 32 chunks, S is 16 x 16. One block of 32 threads.
extern "C" __global__ void one_product(const uint4* Q, const uint4* K, float* S);

// Given, for timed rounds: whole numbers from -8 to 8, drawn from the seed.
extern "C" __global__ void draw_halves(__half* values, unsigned long long count, unsigned long long seed);
