// Lab 9: the two given kernels, with which yours are compared. In both every thread keeps to itself.
#include "neighbours.h"

// The same smoothing as smooth_line, and launched likewise. Each thread loads all elements that its result
// can depend on and smooths them in registers: a pass leaves one more at each end of `part` out of date, and
// the one in the middle is right to the last. [alone]
extern "C" __global__ void smooth_alone(const float* __restrict__ in, float* __restrict__ out, int n,
                                        int passes) {
  const int i = blockIdx.x * LINE + threadIdx.x;
  if (i >= n) return;
  float part[2 * MOST_PASSES + 1];
#pragma unroll
  for (int j = 0; j <= 2 * MOST_PASSES; ++j) {
    const int from = i - MOST_PASSES + j;
    part[j] = from >= 0 && from < n ? in[from] : 0.0F;
  }
#pragma unroll
  for (int pass = 0; pass < MOST_PASSES; ++pass) {
    if (pass == passes) break;
    float left = part[0];  // of the pass before
#pragma unroll
    for (int j = 1; j < 2 * MOST_PASSES; ++j) {
      const int at = i - MOST_PASSES + j;
      const float here = part[j];
      if (at > 0 && at < n - 1) part[j] = 0.25F * (left + 2.0F * here + part[j + 1]);
      left = here;
    }
  }
  out[i] = part[MOST_PASSES];
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
