// The AoS side in float4, flat: a thread meets half a particle of somebody else.
#include "aos_to_soa.h"

constexpr int TILE_PITCH = BLOCK + 4;

extern "C" __global__ void aos_to_soa(const Particle* aos, float* soa, int n, int pitch) {
  __shared__ float tile[FIELDS][TILE_PITCH];
  const int t = threadIdx.x;
  const int first = blockIdx.x * BLOCK;
  const float4* in = reinterpret_cast<const float4*>(aos + first);
  for (int k = 0; k < 2; ++k) {
    const int half = t + k * BLOCK;
    const int p = half / 2;
    const int f = half % 2 * 4;
    if (first + p < n) {
      const float4 fields = in[half];
      tile[f][p] = fields.x;
      tile[f + 1][p] = fields.y;
      tile[f + 2][p] = fields.z;
      tile[f + 3][p] = fields.w;
    }
  }
  __syncthreads();
  if (first + t >= n) return;
  for (int f = 0; f < FIELDS; ++f) soa[f * pitch + first + t] = tile[f][t];
}

extern "C" __global__ void soa_to_aos(const float* soa, Particle* aos, int n, int pitch) {
  __shared__ float tile[FIELDS][TILE_PITCH];
  const int t = threadIdx.x;
  const int first = blockIdx.x * BLOCK;
  float4* out = reinterpret_cast<float4*>(aos + first);
  for (int f = 0; f < FIELDS; ++f) {
    if (first + t < n) tile[f][t] = soa[f * pitch + first + t];
  }
  __syncthreads();
  for (int k = 0; k < 2; ++k) {
    const int half = t + k * BLOCK;
    const int p = half / 2;
    const int f = half % 2 * 4;
    if (first + p < n) out[half] = make_float4(tile[f][p], tile[f + 1][p], tile[f + 2][p], tile[f + 3][p]);
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
