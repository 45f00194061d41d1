/* +++
kind = "right"
summary = "Both conversions share the shape of a tile of eight padded rows, and both updates loop over three fields."
+++ */
// Written plainly: most other answers of this lab change this one in one place.
#include "aos_to_soa.h"

constexpr int TILE_PITCH = BLOCK + 4;

extern "C" __global__ void aos_to_soa(const Particle* aos, float* soa, int n, int pitch) {
  __shared__ float tile[FIELDS][TILE_PITCH];
  const float* in = reinterpret_cast<const float*>(aos);
  const int t = threadIdx.x;
  const int first = blockIdx.x * BLOCK;
  for (int w = t; w < BLOCK * FIELDS; w += BLOCK) {
    if (first + w / FIELDS < n) tile[w % FIELDS][w / FIELDS] = in[first * FIELDS + w];
  }
  __syncthreads();
  if (first + t >= n) return;
  for (int f = 0; f < FIELDS; ++f) soa[f * pitch + first + t] = tile[f][t];
}

extern "C" __global__ void soa_to_aos(const float* soa, Particle* aos, int n, int pitch) {
  __shared__ float tile[FIELDS][TILE_PITCH];
  float* out = reinterpret_cast<float*>(aos);
  const int t = threadIdx.x;
  const int first = blockIdx.x * BLOCK;
  for (int f = 0; f < FIELDS; ++f) {
    if (first + t < n) tile[f][t] = soa[f * pitch + first + t];
  }
  __syncthreads();
  for (int w = t; w < BLOCK * FIELDS; w += BLOCK) {
    if (first + w / FIELDS < n) out[first * FIELDS + w] = tile[w % FIELDS][w / FIELDS];
  }
}

extern "C" __global__ void update_soa(float* soa, int n, int pitch, float dt) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  for (int f = 0; f < 3; ++f) soa[f * pitch + i] += soa[(f + 3) * pitch + i] * dt;
}

extern "C" __global__ void update_aosoa(float* chunks, int n, float dt) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  float* mine = chunks + i / CHUNK * CHUNK * FIELDS + i % CHUNK;
  for (int f = 0; f < 3; ++f) mine[f * CHUNK] += mine[(f + 3) * CHUNK] * dt;
}
