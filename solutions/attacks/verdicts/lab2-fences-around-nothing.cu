/* +++
summary = "Replaces the barriers by fences around an atomic operation on a word that means nothing."
outcome = "failed"
says = "race"
earns = 36
lab = "lab2"
+++ */
// Replaces the barriers by fences around an atomic operation on a word that means nothing.
#include "aos_to_soa.h"

__device__ int means_nothing;
__device__ __forceinline__ void order_nothing() {
  __threadfence();
  atomicAdd(&means_nothing, 0);
  __threadfence();
}

// [tile]
// A row of the tile holds one field of the block's 256 particles, and is 4 words longer than that. A warp
// moves four particles at a time on the AoS side, so it meets 8 rows x 4 neighbours there: with rows 4 banks
// apart these are 32 banks. On the SoA side it meets 32 neighbours of one row.
constexpr int TILE_PITCH = BLOCK + 4;

extern "C" __global__ void aos_to_soa(const Particle* __restrict__ aos, float* __restrict__ soa, int n,
                                      int pitch) {
  __shared__ float tile[FIELDS][TILE_PITCH];
  const int first = blockIdx.x * BLOCK;  // the block's first particle
  const float* const words = reinterpret_cast<const float*>(aos) + first * FIELDS;
  const int words_left = (n - first) * FIELDS;

  for (int k = 0; k < FIELDS; ++k) {  // a warp reads 32 neighbouring words, whatever fields they are
    const int word = k * BLOCK + threadIdx.x;
    if (word < words_left) tile[word % FIELDS][word / FIELDS] = words[word];
  }

  order_nothing();  // outside every `if`: all threads of the block come here

  const int i = first + threadIdx.x;
  for (int field = 0; field < FIELDS; ++field) {  // and writes 32 neighbouring particles of one field
    if (i < n) soa[field * pitch + i] = tile[field][threadIdx.x];
  }
}
// [/tile]

extern "C" __global__ void soa_to_aos(const float* __restrict__ soa, Particle* __restrict__ aos, int n,
                                      int pitch) {
  __shared__ float tile[FIELDS][TILE_PITCH];
  const int first = blockIdx.x * BLOCK;
  float* const words = reinterpret_cast<float*>(aos) + first * FIELDS;
  const int words_left = (n - first) * FIELDS;

  const int i = first + threadIdx.x;
  for (int field = 0; field < FIELDS; ++field) {
    if (i < n) tile[field][threadIdx.x] = soa[field * pitch + i];
  }

  order_nothing();

  for (int k = 0; k < FIELDS; ++k) {
    const int word = k * BLOCK + threadIdx.x;
    if (word < words_left) words[word] = tile[word % FIELDS][word / FIELDS];
  }
}

// position += velocity * dt for a particle whose fields lie `stride` floats apart, the first at `x`. All six
// loads stand before the first store: the compiler must not move a load above a store to the same array.
__device__ void move_particle(float* x, int stride, float dt) {
  float position[3];
  float velocity[3];
  for (int axis = 0; axis < 3; ++axis) {
    position[axis] = x[axis * stride];
    velocity[axis] = x[(3 + axis) * stride];
  }
  for (int axis = 0; axis < 3; ++axis) x[axis * stride] = position[axis] + velocity[axis] * dt;
}

extern "C" __global__ void update_soa(float* soa, int n, int pitch, float dt) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) move_particle(soa + i, pitch, dt);
}

extern "C" __global__ void update_aosoa(float* chunks, int n, float dt) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) move_particle(chunks + (i / CHUNK) * (CHUNK * FIELDS) + i % CHUNK, CHUNK, dt);
}
