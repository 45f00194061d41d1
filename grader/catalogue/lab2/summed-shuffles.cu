// Thought: instead of a choice, a sum in which all but one term are 0.
#include "aos_to_soa.h"

constexpr int TILE_PITCH = BLOCK + 4;

extern "C" __global__ void aos_to_soa(const Particle* aos, float* soa, int n, int pitch) {
  const float* in = reinterpret_cast<const float*>(aos);
  const int lane = threadIdx.x % 32;
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  const int first = (i - lane) * FIELDS;  // the warp's first float
  float words[FIELDS];
  for (int k = 0; k < FIELDS; ++k) {
    const int w = first + 32 * k + lane;
    words[k] = w < n * FIELDS ? in[w] : 0.0F;
  }
  for (int f = 0; f < FIELDS; ++f) {
    float sum = 0.0F;
    for (int k = 0; k < FIELDS; ++k) {
      const float word = __shfl_sync(0xFFFFFFFFU, words[k], (lane * FIELDS + f) % 32);
      sum += lane / 4 == k ? word : 0.0F;
    }
    if (i < n) soa[f * pitch + i] = sum;
  }
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
