/* +++
kind = "right"
summary = "Offsets in bytes in an int: the largest array of the contract has less than 2^31 bytes."
+++ */
// Every float is found by its offset in bytes, which an int holds within the contract.
#include "aos_to_soa.h"

constexpr int TILE_PITCH = BLOCK + 4;
constexpr int PARTICLE_BYTES = 32;

__device__ const float& at(const void* array, int byte) {
  return *reinterpret_cast<const float*>(static_cast<const char*>(array) + byte);
}

__device__ float& at(void* array, int byte) {
  return *reinterpret_cast<float*>(static_cast<char*>(array) + byte);
}

extern "C" __global__ void aos_to_soa(const Particle* aos, float* soa, int n, int pitch) {
  __shared__ float tile[FIELDS][TILE_PITCH];
  const int t = threadIdx.x;
  const int first = blockIdx.x * BLOCK;
  for (int w = t; w < BLOCK * FIELDS; w += BLOCK) {
    const int byte = first * PARTICLE_BYTES + w * 4;
    if (byte < n * PARTICLE_BYTES) tile[w % FIELDS][w / FIELDS] = at(aos, byte);
  }
  __syncthreads();
  const int i = first + t;
  for (int f = 0; f < FIELDS; ++f) {
    if (i < n) at(soa, 4 * (f * pitch + i)) = tile[f][t];
  }
}

extern "C" __global__ void soa_to_aos(const float* soa, Particle* aos, int n, int pitch) {
  __shared__ float tile[FIELDS][TILE_PITCH];
  const int t = threadIdx.x;
  const int first = blockIdx.x * BLOCK;
  const int i = first + t;
  for (int f = 0; f < FIELDS; ++f) {
    if (i < n) tile[f][t] = at(soa, 4 * (f * pitch + i));
  }
  __syncthreads();
  for (int w = t; w < BLOCK * FIELDS; w += BLOCK) {
    const int byte = first * PARTICLE_BYTES + w * 4;
    if (byte < n * PARTICLE_BYTES) at(aos, byte) = tile[w % FIELDS][w / FIELDS];
  }
}

extern "C" __global__ void update_soa(float* soa, int n, int pitch, float dt) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  for (int f = 0; f < 3; ++f) at(soa, 4 * (f * pitch + i)) += at(soa, 4 * ((f + 3) * pitch + i)) * dt;
}

extern "C" __global__ void update_aosoa(float* chunks, int n, float dt) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  const int byte = i / CHUNK * (CHUNK * PARTICLE_BYTES) + i % CHUNK * 4;
  for (int f = 0; f < 3; ++f) at(chunks, byte + f * CHUNK * 4) += at(chunks, byte + (f + 3) * CHUNK * 4) * dt;
}
