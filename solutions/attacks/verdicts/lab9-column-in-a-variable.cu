/* +++
summary = "Keeps its column in a variable of the device instead of registers."
outcome = "failed"
says = ""
earns = 12
lab = "lab9"
+++ */
// Keeps the column in a variable of the device instead of registers.
#include "neighbours.h"

__device__ float columns[3][1 << 16];

extern "C" __global__ void smooth_line(const float* in, float* out, int n, int passes) {}
extern "C" __global__ void stencil_direct(const float* in, float* out, int nx, int ny, int nz, float k) {}

extern "C" __global__ void stencil_walk(const float* in, float* out, int nx, int ny, int nz, float k) {
  const int x = blockIdx.x * BLOCK_X + threadIdx.x;
  const int y = blockIdx.y * BLOCK_Y + threadIdx.y;
  const int first = max(int(blockIdx.z) * CHUNK, 1);
  const int end = min(int(blockIdx.z) * CHUNK + CHUNK, nz - 1);
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1 || first >= end) return;
  const int layer = nx * ny;
  const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const int mine = (block * BLOCK_Y + threadIdx.y) * BLOCK_X + threadIdx.x;
  const bool fits = mine < (1 << 16);
  float below = in[(first - 1) * layer + y * nx + x];
  float here = in[first * layer + y * nx + x];
  for (int z = first; z < end; ++z) {
    const int at = z * layer + y * nx + x;
    if (fits) {
      reinterpret_cast<volatile float*>(columns[0])[mine] = below;
      reinterpret_cast<volatile float*>(columns[1])[mine] = here;
      below = reinterpret_cast<volatile float*>(columns[0])[mine];
      here = reinterpret_cast<volatile float*>(columns[1])[mine];
    }
    const float above = in[at + layer];
    out[at] = here + k * (in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + below + above - 6.0F * here);
    below = here;
    here = above;
  }
}

extern "C" __global__ void stencil_plane(const float* in, float* out, int nx, int ny, int nz, float k) {}
