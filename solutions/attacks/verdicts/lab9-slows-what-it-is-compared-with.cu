/* +++
summary = "Slows its direct stencil down by shared memory, so that a walk that saves nothing looks faster."
outcome = "failed"
says = ""
earns = 22
lab = "lab9"
+++ */
// Slows its direct stencil down by shared memory that it does not need, so that a walk which loads all seven
// values looks faster.
#include "neighbours.h"

extern "C" __global__ void smooth_line(const float* in, float* out, int n, int passes) {}

__device__ float seven(const float* in, int at, int nx, int layer, float k) {
  const float sum = in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + in[at - layer] + in[at + layer];
  return in[at] + k * (sum - 6.0F * in[at]);
}

extern "C" __global__ void stencil_direct(const float* in, float* out, int nx, int ny, int nz, float k) {
  __shared__ volatile float slow[BLOCK_Y][BLOCK_X];
  const int x = blockIdx.x * BLOCK_X + threadIdx.x;
  const int y = blockIdx.y * BLOCK_Y + threadIdx.y;
  const int z = blockIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
  const int at = z * nx * ny + y * nx + x;
  for (int i = 0; i < 64; ++i) slow[threadIdx.y][threadIdx.x] = i;
  out[at] = seven(in, at, nx, nx * ny, k);
}

extern "C" __global__ void stencil_walk(const float* in, float* out, int nx, int ny, int nz, float k) {
  const int x = blockIdx.x * BLOCK_X + threadIdx.x;
  const int y = blockIdx.y * BLOCK_Y + threadIdx.y;
  const int first = max(int(blockIdx.z) * CHUNK, 1);
  const int end = min(int(blockIdx.z) * CHUNK + CHUNK, nz - 1);
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
#pragma unroll 1
  for (int z = first; z < end; ++z) {
    const int at = z * nx * ny + y * nx + x;
    out[at] = seven(in, at, nx, nx * ny, k);
    __threadfence_block();
  }
}

extern "C" __global__ void stencil_plane(const float* in, float* out, int nx, int ny, int nz, float k) {}
