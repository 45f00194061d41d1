/* +++
kind = "wrong"
summary = "The tile of lab 4: good on even sides; on odd ones a piece of C begins and ends within a sector."
fails = ["geam-faster"]

[[messages]]
check = "geam-faster"
contains = [", beta 0: ", "in L2 its traffic takes longer", "times cublasSgeam, 0.980 required", "32 floats touch 5 sectors"]

[measured.geam-bandwidth]
verdict = "failed"
why = "B is loaded behind the barrier, one element before each store to C: too few bytes are on their way. The bound knows only how many there are."
contains = ["beta 0.5", "times the bandwidth of cublasSgeam; 0.85 required", "without B it came to", "is B loaded behind the barrier"]
+++ */
// The padded tile of lab 4, with alpha and beta.
#include "geam_transpose.h"

constexpr int TILE = 32;
constexpr int BLOCK_ROWS = 8;

extern "C" __global__ void geam_launch(int rows, int cols, GeamLaunch* launch) {
  launch->grid_x = (cols + TILE - 1) / TILE;
  launch->grid_y = (rows + TILE - 1) / TILE;
  launch->block_x = TILE;
  launch->block_y = BLOCK_ROWS;
  launch->dynamic_shared_bytes = 0;
}

extern "C" __global__ void geam_transpose(const float* A, const float* B, float* C, float alpha, float beta,
                                          int rows, int cols) {
  __shared__ float tile[TILE][TILE + 1];
  const int row = blockIdx.y * TILE + threadIdx.y;
  const int col = blockIdx.x * TILE + threadIdx.x;
  for (int i = 0; i < TILE; i += BLOCK_ROWS) {
    if (row + i < rows && col < cols) tile[threadIdx.y + i][threadIdx.x] = A[(row + i) * cols + col];
  }
  __syncthreads();
  const int out_row = blockIdx.x * TILE + threadIdx.y;
  const int out_col = blockIdx.y * TILE + threadIdx.x;
  for (int i = 0; i < TILE; i += BLOCK_ROWS) {
    if (out_row + i >= cols || out_col >= rows) continue;
    const int to = (out_row + i) * rows + out_col;
    const float a = alpha * tile[threadIdx.x][threadIdx.y + i];
    C[to] = beta == 0.0F ? a : a + beta * B[to];
  }
}
