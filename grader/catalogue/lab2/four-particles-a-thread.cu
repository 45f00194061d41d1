// Both updates move four particles a thread; the last n % 4 are moved one by one.
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

// Four neighbouring particles, whose positions and velocities lie `ahead` floats apart.
__device__ void move_four(float* at, int ahead, int axis, float dt) {
  float4* const position = reinterpret_cast<float4*>(at + axis * ahead);
  const float4 velocity = *reinterpret_cast<const float4*>(at + (axis + 3) * ahead);
  float4 moved = *position;
  moved.x += velocity.x * dt;
  moved.y += velocity.y * dt;
  moved.z += velocity.z * dt;
  moved.w += velocity.w * dt;
  *position = moved;
}

__device__ void move_one(float* at, int ahead, int axis, float dt) {
  at[axis * ahead] += at[(axis + 3) * ahead] * dt;
}

extern "C" __global__ void update_soa(float* soa, int n, int pitch, float dt) {
  const int t = blockIdx.x * BLOCK + threadIdx.x;
  for (int axis = 0; axis < 3; ++axis) {
    if (t < n / 4) move_four(soa + 4 * t, pitch, axis, dt);
  }
  if (t > 0) return;
  for (int i = n / 4 * 4; i < n; ++i) {
    for (int axis = 0; axis < 3; ++axis) move_one(soa + i, pitch, axis, dt);
  }
}

__device__ float* particle_of(float* chunks, int i) {
  return chunks + i / CHUNK * CHUNK * FIELDS + i % CHUNK;
}

extern "C" __global__ void update_aosoa(float* chunks, int n, float dt) {
  const int t = blockIdx.x * BLOCK + threadIdx.x;
  for (int axis = 0; axis < 3; ++axis) {
    if (t < n / 4) move_four(particle_of(chunks, 4 * t), CHUNK, axis, dt);
  }
  if (t > 0) return;
  for (int i = n / 4 * 4; i < n; ++i) {
    for (int axis = 0; axis < 3; ++axis) move_one(particle_of(chunks, i), CHUNK, axis, dt);
  }
}
