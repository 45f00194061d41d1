/* +++
summary = "Keeps other bits in shared memory than those of its input, which the check then cannot mark."
outcome = "failed"
says = ""
earns = 16
lab = "lab9"
+++ */
// Keeps the bits of its plane turned around, so that nothing in shared memory looks like a value of the
// input.
#include "neighbours.h"

extern "C" __global__ void smooth_line(const float* in, float* out, int n, int passes) {}
extern "C" __global__ void stencil_direct(const float* in, float* out, int nx, int ny, int nz, float k) {}
extern "C" __global__ void stencil_walk(const float* in, float* out, int nx, int ny, int nz, float k) {}

extern "C" __global__ void stencil_plane(const float* in, float* out, int nx, int ny, int nz, float k) {
  __shared__ unsigned plane[BLOCK_Y + 2][BLOCK_X + 2];
  const int x = blockIdx.x * BLOCK_X + threadIdx.x;
  const int y = blockIdx.y * BLOCK_Y + threadIdx.y;
  const int tx = threadIdx.x + 1;
  const int ty = threadIdx.y + 1;
  const int first = max(int(blockIdx.z) * CHUNK, 1);
  const int end = min(int(blockIdx.z) * CHUNK + CHUNK, nz - 1);
  if (first >= end) return;
  const bool in_volume = x < nx && y < ny;
  const bool inside = x > 0 && y > 0 && x < nx - 1 && y < ny - 1;
  const int layer = nx * ny;
  int at = first * layer + y * nx + x;
  float below = in_volume ? in[at - layer] : 0.0F;
  float here = in_volume ? in[at] : 0.0F;
  for (int z = first; z < end; ++z) {
    const float above = in_volume ? in[at + layer] : 0.0F;
    plane[ty][tx] = ~__float_as_uint(here);
    if (y < ny && threadIdx.x == 0 && x > 0) plane[ty][0] = ~__float_as_uint(in[at - 1]);
    if (y < ny && threadIdx.x == BLOCK_X - 1 && x < nx - 1) plane[ty][tx + 1] = ~__float_as_uint(in[at + 1]);
    if (x < nx && threadIdx.y == 0 && y > 0) plane[0][tx] = ~__float_as_uint(in[at - nx]);
    if (x < nx && threadIdx.y == BLOCK_Y - 1 && y < ny - 1) plane[ty + 1][tx] = ~__float_as_uint(in[at + nx]);
    __syncthreads();
    if (inside) {
      const float sum = __uint_as_float(~plane[ty][tx - 1]) + __uint_as_float(~plane[ty][tx + 1]) +
                        __uint_as_float(~plane[ty - 1][tx]) + __uint_as_float(~plane[ty + 1][tx]);
      out[at] = here + k * (sum + below + above - 6.0F * here);
    }
    __syncthreads();
    below = here;
    here = above;
    at += layer;
  }
}
