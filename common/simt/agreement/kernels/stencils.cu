// Neighbours: three-point smoothing in one dimension, a 7-point stencil in three.
#include <cuda_runtime.h>

constexpr int kBlock = 128;

extern "C" __global__ void smooth_directly(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

// A block of at most kBlock threads keeps its part and one neighbour on each side in shared memory.
extern "C" __global__ void smooth_shared(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float part[kBlock + 2];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int at = threadIdx.x + 1;
  part[at] = i < n ? in[i] : 0.0F;
  if (threadIdx.x == 0) part[0] = i > 0 && i <= n ? in[i - 1] : 0.0F;
  if (threadIdx.x == blockDim.x - 1) part[at + 1] = i + 1 < n ? in[i + 1] : 0.0F;
  __syncthreads();
  if (i < n) out[i] = (part[at - 1] + part[at] + part[at + 1]) / 3;
}

// A pipeline of stages between two shared lines; the ends stay as they are.
extern "C" __global__ void smooth_pipeline(const float* __restrict__ in, float* __restrict__ out,
                                           int stages) {
  __shared__ float lines[2][kBlock];
  const int i = threadIdx.x;
  lines[0][i] = in[blockIdx.x * blockDim.x + i];
  __syncthreads();
  for (int stage = 0; stage < stages; ++stage) {
    const float* from = lines[stage % 2];
    float smoothed = from[i];
    if (i > 0 && i < blockDim.x - 1) smoothed = (from[i - 1] + smoothed + from[i + 1]) / 3;
    lines[(stage + 1) % 2][i] = smoothed;
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + i] = lines[stages % 2][i];
}

extern "C" __global__ void stencil_directly(const float* __restrict__ in, float* __restrict__ out, int nx,
                                            int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
  const int at = (z * ny + y) * nx + x;
  out[at] =
      in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + in[at - nx * ny] + in[at + nx * ny] - 6 * in[at];
}

// One plane in shared memory with its halo, the planes below and above in registers; blocks of 32 x 8.
extern "C" __global__ void stencil_planes(const float* __restrict__ in, float* __restrict__ out, int nx,
                                          int ny, int nz) {
  __shared__ float plane[10][34];
  const int x = blockIdx.x * 32 + threadIdx.x + 1;
  const int y = blockIdx.y * 8 + threadIdx.y + 1;
  const int tx = threadIdx.x + 1;
  const int ty = threadIdx.y + 1;
  const int layer = nx * ny;
  int at = y * nx + x;
  float below = in[at];
  float here = in[at + layer];
  for (int z = 1; z < nz - 1; ++z) {
    at += layer;
    const float above = in[at + layer];
    plane[ty][tx] = here;
    if (threadIdx.x == 0) plane[ty][0] = in[at - 1];
    if (threadIdx.x == 31) plane[ty][33] = in[at + 1];
    if (threadIdx.y == 0) plane[0][tx] = in[at - nx];
    if (threadIdx.y == 7) plane[9][tx] = in[at + nx];
    __syncthreads();
    out[at] = plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx] + below + above -
              6 * here;
    __syncthreads();
    below = here;
    here = above;
  }
}
