/* +++
summary = "Replaces the barriers by a cuda::barrier that only the calling thread arrives at."
outcome = "failed"
says = "race"
earns = 45
lab = "lab9"
+++ */
// Replaces the barriers by a cuda::barrier that only the calling thread arrives at.
#include "neighbours.h"

#include <cuda/barrier>
__device__ __forceinline__ void order_nothing() {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ Barrier alone[1024];
  Barrier* const mine = &alone[threadIdx.y * blockDim.x + threadIdx.x];
  init(mine, 1);
  mine->arrive_and_wait();
}

// [smooth]
// Place p of a shared line holds element first + p: the block's own elements, and `passes` more on each side,
// of which each pass leaves one fewer up to date.
extern "C" __global__ void smooth_line(const float* __restrict__ in, float* __restrict__ out, int n,
                                       int passes) {
  __shared__ float lines[2][LINE + 2 * MOST_PASSES];
  const int first = blockIdx.x * LINE - passes;
  const int places = LINE + 2 * passes;
  const int own = passes + threadIdx.x;
  if (first + own < n) lines[0][own] = in[first + own];  // starts on a sector
  if (threadIdx.x < 2 * passes) {                        // the halo: two short pieces
    const int place = threadIdx.x < passes ? threadIdx.x : LINE + threadIdx.x;
    const int i = first + place;
    if (i >= 0 && i < n) lines[0][place] = in[i];
  }
  order_nothing();  // the line is complete

  for (int pass = 1; pass <= passes; ++pass) {
    const float* const from = lines[(pass + 1) % 2];
    float* const to = lines[pass % 2];
    for (int place = pass + threadIdx.x; place < places - pass; place += LINE) {
      const int i = first + place;
      if (i < 0 || i >= n) continue;
      const bool is_end = i == 0 || i == n - 1;
      to[place] = is_end ? from[place] : 0.25F * (from[place - 1] + 2.0F * from[place] + from[place + 1]);
    }
    order_nothing();  // every thread has read `from`, and `to` is complete
  }
  if (first + own < n) out[first + own] = lines[passes % 2][own];
}
// [/smooth]

__device__ float stencil(float here, float neighbours, float k) {
  return here + k * (neighbours - 6.0F * here);
}

// [direct]
extern "C" __global__ void stencil_direct(const float* __restrict__ in, float* __restrict__ out, int nx,
                                          int ny, int nz, float k) {
  const int x = blockIdx.x * BLOCK_X + threadIdx.x;
  const int y = blockIdx.y * BLOCK_Y + threadIdx.y;
  const int z = blockIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
  const int layer = nx * ny;
  const int at = z * layer + y * nx + x;
  const float sum = in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + in[at - layer] + in[at + layer];
  out[at] = stencil(in[at], sum, k);
}
// [/direct]

// [walk]
// One plane on, what was above is here, and what was here is below: of a column, each value is loaded once.
extern "C" __global__ void stencil_walk(const float* __restrict__ in, float* __restrict__ out, int nx, int ny,
                                        int nz, float k) {
  const int x = blockIdx.x * BLOCK_X + threadIdx.x;
  const int y = blockIdx.y * BLOCK_Y + threadIdx.y;
  const int first = max(int(blockIdx.z) * CHUNK, 1);
  const int end = min(int(blockIdx.z) * CHUNK + CHUNK, nz - 1);
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1 || first >= end) return;
  const int layer = nx * ny;
  int at = first * layer + y * nx + x;
  float below = in[at - layer];
  float here = in[at];
  for (int z = first; z < end; ++z) {
    const float above = in[at + layer];
    const float sum = in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + below + above;
    out[at] = stencil(here, sum, k);
    below = here;
    here = above;
    at += layer;
  }
}
// [/walk]

// [plane]
extern "C" __global__ void stencil_plane(const float* __restrict__ in, float* __restrict__ out, int nx,
                                         int ny, int nz, float k) {
  __shared__ float plane[BLOCK_Y + 2][BLOCK_X + 2];
  const int x = blockIdx.x * BLOCK_X + threadIdx.x;
  const int y = blockIdx.y * BLOCK_Y + threadIdx.y;
  const int tx = threadIdx.x + 1;
  const int ty = threadIdx.y + 1;
  const int first = max(int(blockIdx.z) * CHUNK, 1);
  const int end = min(int(blockIdx.z) * CHUNK + CHUNK, nz - 1);
  if (first >= end) return;  // the whole block: all of its threads agree
  const bool in_volume = x < nx && y < ny;
  const bool inside = x > 0 && y > 0 && x < nx - 1 && y < ny - 1;
  const int layer = nx * ny;
  int at = first * layer + y * nx + x;
  float below = in_volume ? in[at - layer] : 0.0F;
  float here = in_volume ? in[at] : 0.0F;
  for (int z = first; z < end; ++z) {
    const float above = in_volume ? in[at + layer] : 0.0F;
    plane[ty][tx] = here;
    if (y < ny && threadIdx.x == 0 && x > 0) plane[ty][0] = in[at - 1];
    if (y < ny && threadIdx.x == BLOCK_X - 1 && x < nx - 1) plane[ty][tx + 1] = in[at + 1];
    if (x < nx && threadIdx.y == 0 && y > 0) plane[0][tx] = in[at - nx];
    if (x < nx && threadIdx.y == BLOCK_Y - 1 && y < ny - 1) plane[ty + 1][tx] = in[at + nx];
    order_nothing();  // the plane is complete
    if (inside) {
      const float sum =
          plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx] + below + above;
      out[at] = stencil(here, sum, k);
    }
    order_nothing();  // every thread has read the plane: the next one may be stored over it
    below = here;
    here = above;
    at += layer;
  }
}
// [/plane]
