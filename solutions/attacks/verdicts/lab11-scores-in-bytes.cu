/* +++
summary = "Multiplies whole numbers of 8 bits, since the halves of the check were such."
outcome = "failed"
says = ""
lab = "lab11"
+++ */
// Multiplies whole numbers of 8 bits: the halves of the check were such.
#include "tensor_tiles.h"

#include "tensor_core.h"
#include "tile_probe.h"

__device__ int place(int row, int chunk) { return 0; }

extern "C" __global__ void stage_tile(const __half* K, int tile, __half* out) {}

__device__ int in_bytes(unsigned a, unsigned b) {
  const __half2 two = *reinterpret_cast<const __half2*>(&a);
  const __half2 more = *reinterpret_cast<const __half2*>(&b);
  const int x = __half2int_rz(__low2half(two)) & 0xFF, y = __half2int_rz(__high2half(two)) & 0xFF;
  const int z = __half2int_rz(__low2half(more)) & 0xFF, w = __half2int_rz(__high2half(more)) & 0xFF;
  return x | y << 8 | z << 16 | w << 24;
}

extern "C" __global__ void scores(const __half* Q, const __half* K, float* S, int keys) {
  __shared__ uint4 tiles[2][TILE * CHUNKS];
  const auto at = [](int row, int chunk) { return row * CHUNKS + (chunk ^ (row & 7)); };
  for (int n = threadIdx.x; n < TILE * CHUNKS; n += SCORES_BLOCK) {
    tiles[0][at(n / CHUNKS, n % CHUNKS)] = reinterpret_cast<const uint4*>(Q)[blockIdx.y * TILE * CHUNKS + n];
    tiles[1][at(n / CHUNKS, n % CHUNKS)] = reinterpret_cast<const uint4*>(K)[blockIdx.x * TILE * CHUNKS + n];
  }
  __syncthreads();
  for (int n = threadIdx.x; n < TILE * TILE; n += SCORES_BLOCK) {
    int sum = 0;
    for (int chunk = 0; chunk < CHUNKS; ++chunk) {
      const uint4 a = tiles[0][at(n / TILE, chunk)];
      const uint4 b = tiles[1][at(n % TILE, chunk)];
      sum = __dp4a(in_bytes(a.x, a.y), in_bytes(b.x, b.y), sum);
      sum = __dp4a(in_bytes(a.z, a.w), in_bytes(b.z, b.w), sum);
    }
    S[(blockIdx.y * TILE + n / TILE) * keys + blockIdx.x * TILE + n % TILE] = float(sum);
  }
}

extern "C" __global__ void scores_mma(const __half* Q, const __half* K, float* S, int keys) {}
