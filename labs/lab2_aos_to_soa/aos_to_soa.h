// Lab 2, AoS to SoA: the kernels' contract.
//
// A particle is eight floats. `n` particles are stored in one of three layouts. Field f of particle i, where
// f counts the members of Particle from 0, is
//
//   AoS     a member of aos[i]                         all fields of a particle side by side
//   SoA     soa[f * pitch + i]                         one row of memory per field
//   AoSoA   chunks[i / 32 * 256 + f * 32 + i % 32]     such rows in chunks of 32 particles
//
// pitch is n rounded up to a multiple of 32, so each row of the SoA is 128-byte aligned. The elements from n
// to pitch - 1 of a row belong to no particle: do not read or write them. The last chunk of the AoSoA is
// allocated whole; its places beyond particle n - 1 belong to no particle either.
//
// Any n from 1 to 2^26 - 1, so that every index, and every offset in bytes, fits into an int. Every array is
// 128-byte aligned. No two overlap.
//
// Every kernel is launched on ceil(n / 256) blocks of 256 threads: one particle per thread to update, 256
// particles per block to convert.
#pragma once

#include <cuda_runtime.h>

// [particle]
struct Particle {
  float x, y, z;
  float vx, vy, vz;
  float mass, charge;
};
// [/particle]

constexpr int FIELDS = 8;   // fields of a particle
constexpr int CHUNK = 32;   // particles per chunk of the AoSoA
constexpr int BLOCK = 256;  // threads per block

// soa[f * pitch + i] = field f of aos[i], bit for bit, for all eight fields.
extern "C" __global__ void aos_to_soa(const Particle* aos, float* soa, int n, int pitch);

// The way back: field f of aos[i] = soa[f * pitch + i].
extern "C" __global__ void soa_to_aos(const float* soa, Particle* aos, int n, int pitch);

// x += vx * dt, y += vy * dt, z += vz * dt for each particle. Mass and charge are neither read nor written,
// and velocities are not written.
extern "C" __global__ void update_soa(float* soa, int n, int pitch, float dt);

// The same in chunks.
extern "C" __global__ void update_aosoa(float* chunks, int n, float dt);
