/* +++
summary = "An honest answer that recurses, divides 128-bit numbers, calls virtual functions and keeps arrays: right, and slow."
outcome = "failed"
says = "times the bandwidth of the copy"
earns = 90
on_every_push = true
+++ */
// An honest answer that recurses, divides 128-bit numbers, calls virtual functions and keeps arrays.
#include "tiled_transpose.h"

struct Pitch {
  virtual __device__ int of(int row) const { return row; }
};
struct Padded : Pitch {
  __device__ int of(int row) const override { return row * 33; }
};
struct Bare : Pitch {
  __device__ int of(int row) const override { return row * 32; }
};

typedef int (*Step)(int);
__device__ int one(int n) { return n + BLOCK_ROWS; }
__device__ int other(int n) { return n + SMALL_TILE; }

// Recursive: it cannot be inlined.
__device__ int largest_divisor(int a, int b) { return b == 0 ? a : largest_divisor(b, a % b); }

__device__ int odd_zero(int n) {
  const __int128 wide = (static_cast<__int128>(n) << 70) / ((n & 7) + 1);
  int table[4] = {n, -n, n, -n};
  int sum = static_cast<int>(wide >> 127);
  for (int i = 0; i < 4; ++i) sum += table[(i + n) & 3];
  return sum;
}

template <int Tile, int Rows, class Rule>
__device__ void through_tile(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[Tile * 33];
  const Rule rule;
  const Pitch& pitch = rule;
  const Step next = Rows == BLOCK_ROWS ? one : other;
  const int none = odd_zero(rows) + (largest_divisor(96, 36) - 12);
  const int x = blockIdx.x * Tile + threadIdx.x;
  for (int i = threadIdx.y; i < Tile; i = next(i)) {
    const int y = blockIdx.y * Tile + i;
    if (x < cols && y < rows) tile[pitch.of(i) + threadIdx.x + none] = in[y * cols + x];
  }
  __syncthreads();
  const int r = blockIdx.y * Tile + threadIdx.x;
  for (int i = threadIdx.y; i < Tile; i = next(i)) {
    const int c = blockIdx.x * Tile + i;
    if (c < cols && r < rows) out[c * rows + r] = tile[pitch.of(threadIdx.x) + i];
  }
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  through_tile<TILE, BLOCK_ROWS, Bare>(in, out, rows, cols);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {
  through_tile<TILE, BLOCK_ROWS, Padded>(in, out, rows, cols);
}

struct Seventeen : Pitch {
  __device__ int of(int row) const override { return row * 17; }
};
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {
  through_tile<SMALL_TILE, SMALL_TILE, Seventeen>(in, out, rows, cols);
}
