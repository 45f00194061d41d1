// Lab 2, AoS to SoA: the kernels' contract.
//
// A particle is eight floats. `n` particles lie in memory in one of three layouts. Field f is the f-th member
// of Particle, counted from 0, of particle i:
//
//   AoS     a member of aos[i]                         all fields of a particle side by side
//   SoA     soa[f * pitch + i]                         a row of memory for each field
//   AoSoA   chunks[i / 32 * 256 + f * 32 + i % 32]     such rows in chunks of 32 particles
//
// pitch is n rounded up to a multiple of 32, so each row of the SoA starts on a line of 128 bytes. Its
// elements from n to pitch are nobody's: they are neither read nor written. The last chunk of the AoSoA is
// whole in memory; its places beyond particle n - 1 are nobody's, too.
//
// Any n from 1 to 2^26 - 1, so that an int holds every index, and every offset in bytes too. Every array
// starts on a line of 128 bytes. No two overlap.
//
// Every kernel is launched on ceil(n / 256) blocks of 256 threads: a thread has one particle to update, a
// block has 256 particles to convert.
#pragma once

#include <cuda_runtime.h>

// [particle]
struct Particle {
  float x, y, z;
  float vx, vy, vz;
  float mass, charge;
};
// [/particle]

constexpr int FIELDS = 8;   // of a particle
constexpr int CHUNK = 32;   // particles in a chunk of the AoSoA
constexpr int BLOCK = 256;  // threads of a block

// soa[f * pitch + i] = field f of aos[i], bit for bit, for all eight fields.
extern "C" __global__ void aos_to_soa(const Particle* aos, float* soa, int n, int pitch);

// And back: field f of aos[i] = soa[f * pitch + i].
extern "C" __global__ void soa_to_aos(const float* soa, Particle* aos, int n, int pitch);

// x += vx * dt, y += vy * dt, z += vz * dt for each particle. Mass and charge take no part: they are neither
// read nor written, nor is a velocity written.
extern "C" __global__ void update_soa(float* soa, int n, int pitch, float dt);

// The same in chunks.
extern "C" __global__ void update_aosoa(float* chunks, int n, float dt);
