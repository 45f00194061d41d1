/* +++
summary = "Gives each thread its own copies of its neighbours in shared memory, which it loads and stores itself."
outcome = "failed"
says = ""
earns = 10
lab = "lab9"
+++ */
// Each thread loads its four neighbours itself, and keeps them in five words of shared memory that no other thread reads.
#include "neighbours.h"

extern "C" __global__ void smooth_line(const float* in, float* out, int n, int passes) {}
extern "C" __global__ void stencil_direct(const float* in, float* out, int nx, int ny, int nz, float k) {}
extern "C" __global__ void stencil_walk(const float* in, float* out, int nx, int ny, int nz, float k) {}

extern "C" __global__ void stencil_plane(const float* in, float* out, int nx, int ny, int nz, float k) {
  __shared__ float own[4][BLOCK_Y][BLOCK_X];
  const int x = blockIdx.x * BLOCK_X + threadIdx.x;
  const int y = blockIdx.y * BLOCK_Y + threadIdx.y;
  const int first = max(int(blockIdx.z) * CHUNK, 1);
  const int end = min(int(blockIdx.z) * CHUNK + CHUNK, nz - 1);
  const bool inside = x > 0 && y > 0 && x < nx - 1 && y < ny - 1;
  const int layer = nx * ny;
  const int steps[4] = {-1, 1, -nx, nx};
  for (int z = first; z < end; ++z) {
    const int at = z * layer + y * nx + x;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      if (inside) own[i][threadIdx.y][threadIdx.x] = in[at + steps[i]];
    }
    __syncthreads();
    if (inside) {
      float sum = in[at - layer] + in[at + layer];
#pragma unroll
      for (int i = 0; i < 4; ++i) sum += own[i][threadIdx.y][threadIdx.x];
      out[at] = in[at] + k * (sum - 6.0F * in[at]);
    }
    __syncthreads();
  }
}
