/* +++
summary = "Converts by strided accesses, beside a tile of which each thread reads back what it stored itself."
outcome = "failed"
says = "is not coalesced"
earns = 36
lab = "lab2"
+++ */
// Each thread moves the eight fields of its own particle through shared memory. No thread gets a field from another one.
#include "aos_to_soa.h"

extern "C" __global__ void aos_to_soa(const Particle* aos, float* soa, int n, int pitch) {
  __shared__ float tile[FIELDS][BLOCK];
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  const float* const words = reinterpret_cast<const float*>(aos) + i * FIELDS;
  for (int field = 0; field < FIELDS; ++field) {
    if (i < n) tile[field][threadIdx.x] = words[field];
  }
  __syncthreads();
  for (int field = 0; field < FIELDS; ++field) {
    if (i < n) soa[field * pitch + i] = tile[field][threadIdx.x];
  }
}

extern "C" __global__ void soa_to_aos(const float* soa, Particle* aos, int n, int pitch) {
  __shared__ float tile[FIELDS][BLOCK];
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  float* const words = reinterpret_cast<float*>(aos) + i * FIELDS;
  for (int field = 0; field < FIELDS; ++field) {
    if (i < n) tile[field][threadIdx.x] = soa[field * pitch + i];
  }
  __syncthreads();
  for (int field = 0; field < FIELDS; ++field) {
    if (i < n) words[field] = tile[field][threadIdx.x];
  }
}

extern "C" __global__ void update_soa(float* soa, int n, int pitch, float dt) {}
extern "C" __global__ void update_aosoa(float* chunks, int n, float dt) {}
