// Lab 2: the given kernels. update_aos updates the layout that yours are compared with; copy_particles is the
// best case of a conversion. Both are launched like your kernels.
#include "aos_to_soa.h"

// position += velocity * dt for each particle.
// [aos]
extern "C" __global__ void update_aos(Particle* particles, int n, float dt) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  particles[i].x += particles[i].vx * dt;
  particles[i].y += particles[i].vy * dt;
  particles[i].z += particles[i].vz * dt;
}
// [/aos]

// out[i] = in[i] for the 8 * n floats of n particles. A block moves 256 particles, as in a conversion.
// [copy]
extern "C" __global__ void copy_particles(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int first = blockIdx.x * BLOCK * FIELDS + threadIdx.x;
  for (int k = 0; k < FIELDS; ++k) {
    const int i = first + k * BLOCK;
    if (i < n * FIELDS) out[i] = in[i];
  }
}
// [/copy]
