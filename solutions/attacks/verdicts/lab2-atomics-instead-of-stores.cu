/* +++
summary = "Stores nothing, coalesced, and then converts by atomic exchanges on the side that is strided."
outcome = "failed"
says = ""
earns = 32
lab = "lab2"
+++ */
// Stores nothing, coalesced, and then converts by atomic exchanges on the side that is strided.
#include "aos_to_soa.h"

extern "C" __global__ void aos_to_soa(const Particle* aos, float* soa, int n, int pitch) {
  const float* const words = reinterpret_cast<const float*>(aos);
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  for (int field = 0; field < FIELDS; ++field)
    if (i < n) soa[field * pitch + i] = 0;
  __syncthreads();
  for (int k = 0; k < FIELDS; ++k) {
    const int word = blockIdx.x * BLOCK * FIELDS + k * BLOCK + threadIdx.x;
    if (word < n * FIELDS) atomicExch(soa + word % FIELDS * pitch + word / FIELDS, words[word]);
  }
}

extern "C" __global__ void soa_to_aos(const float* soa, Particle* aos, int n, int pitch) {
  float* const words = reinterpret_cast<float*>(aos);
  for (int k = 0; k < FIELDS; ++k) {
    const int word = blockIdx.x * BLOCK * FIELDS + k * BLOCK + threadIdx.x;
    if (word < n * FIELDS) words[word] = 0;
  }
  __syncthreads();
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  for (int field = 0; field < FIELDS; ++field)
    if (i < n) atomicExch(words + i * FIELDS + field, soa[field * pitch + i]);
}

extern "C" __global__ void update_soa(float* soa, int n, int pitch, float dt) {}
extern "C" __global__ void update_aosoa(float* chunks, int n, float dt) {}
