// Thought: particles are moved whole. Of the chunks' stride the compiler knows nothing: it cannot leave out
// what is needless.
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

__device__ void update_whole(float* first, int stride, float dt) {
  float field[FIELDS];
  for (int f = 0; f < FIELDS; ++f) field[f] = first[f * stride];
  for (int f = 0; f < 3; ++f) field[f] += field[f + 3] * dt;
  for (int f = 0; f < FIELDS; ++f) first[f * stride] = field[f];
}

extern "C" __global__ void update_soa(float* soa, int n, int pitch, float dt) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) update_whole(soa + i, pitch, dt);
}

extern "C" __global__ void update_aosoa(float* chunks, int n, float dt) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) update_whole(chunks + i / CHUNK * CHUNK * FIELDS + i % CHUNK, CHUNK * gridDim.y, dt);
}
