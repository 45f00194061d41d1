/* +++
kind = "right"
summary = "Both conversions exchange values by shuffles, without shared memory."
+++ */
// Each warp turns its own 32 particles round in registers: no shared memory, no barrier.
#include "aos_to_soa.h"

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
  for (int f = 0; f < FIELDS; ++f) {  // field f of this lane's particle is word 8 * lane + f of the warp's
    float mine = 0.0F;
    for (int k = 0; k < FIELDS; ++k) {
      const float word = __shfl_sync(0xFFFFFFFFU, words[k], (lane * FIELDS + f) % 32);
      if (lane / 4 == k) mine = word;
    }
    if (i < n) soa[f * pitch + i] = mine;
  }
}

extern "C" __global__ void soa_to_aos(const float* soa, Particle* aos, int n, int pitch) {
  float* out = reinterpret_cast<float*>(aos);
  const int lane = threadIdx.x % 32;
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  const int first = (i - lane) * FIELDS;
  float fields[FIELDS];
  for (int f = 0; f < FIELDS; ++f) fields[f] = i < n ? soa[f * pitch + i] : 0.0F;
  for (int k = 0; k < FIELDS; ++k) {  // word 32 * k + lane is field lane % 8 of particle 4 * k + lane / 8
    float mine = 0.0F;
    for (int f = 0; f < FIELDS; ++f) {
      const float field = __shfl_sync(0xFFFFFFFFU, fields[f], 4 * k + lane / FIELDS);
      if (lane % FIELDS == f) mine = field;
    }
    const int w = first + 32 * k + lane;
    if (w < n * FIELDS) out[w] = mine;
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
