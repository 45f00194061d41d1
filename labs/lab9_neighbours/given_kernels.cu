// Lab 9: the two given kernels, with which yours are compared. In both every thread keeps to itself.
#include "neighbours.h"

// The same smoothing as smooth_line, and launched likewise. Each thread loads all 2 * passes + 1 elements
// that its result depends on, and smooths them in registers. [alone]
extern "C" __global__ void smooth_alone(const float* __restrict__ in, float* __restrict__ out, int n,
                                        int passes) {
  const int i = blockIdx.x * LINE + threadIdx.x;
  if (i >= n) return;
  float part[2 * MOST_PASSES + 1];
  for (int j = 0; j <= 2 * passes; ++j) {
    const int from = i - passes + j;
    part[j] = from >= 0 && from < n ? in[from] : 0.0F;
  }
  for (int pass = 1; pass <= passes; ++pass) {
    float left = part[pass - 1];  // of the pass before
    for (int j = pass; j <= 2 * passes - pass; ++j) {
      const float here = part[j];
      const int at = i - passes + j;
      if (at > 0 && at < n - 1) part[j] = 0.25F * (left + 2.0F * here + part[j + 1]);
      left = here;
    }
  }
  out[i] = part[passes];
}
// [/alone]

// The stencil in bricks: a block of 4 x 8 x 8 threads computes 4 x 8 x 8 points, which have fewer neighbours
// outside the block than 32 x 8 x 1 points have. Launched on ceil(nx / 4) x ceil(ny / 8) x ceil(nz / 8)
// blocks.
// [bricks]
extern "C" __global__ void stencil_bricks(const float* __restrict__ in, float* __restrict__ out, int nx,
                                          int ny, int nz, float k) {
  const int x = blockIdx.x * 4 + threadIdx.x;
  const int y = blockIdx.y * 8 + threadIdx.y;
  const int z = blockIdx.z * 8 + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
  const int layer = nx * ny;
  const int at = z * layer + y * nx + x;
  const float sum = in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + in[at - layer] + in[at + layer];
  out[at] = in[at] + k * (sum - 6.0F * in[at]);
}
// [/bricks]
