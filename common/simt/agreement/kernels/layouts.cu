// One particle update in four layouts. Every kernel reads position and velocity, and writes the position.
#include <cuda_runtime.h>

struct Particle {
  float x, y, z, vx, vy, vz, mass, charge;
};

extern "C" __global__ void update_aos(Particle* particles, float dt, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  particles[i].x += particles[i].vx * dt;
  particles[i].y += particles[i].vy * dt;
  particles[i].z += particles[i].vz * dt;
}

extern "C" __global__ void update_soa(float* x, float* y, float* z, const float* vx, const float* vy,
                                      const float* vz, float dt, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  x[i] += vx[i] * dt;
  y[i] += vy[i] * dt;
  z[i] += vz[i] * dt;
}

// Chunks of 32 particles, eight arrays in each.
extern "C" __global__ void update_aosoa(float* chunks, float dt, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float* const field = chunks + i / 32 * 256 + i % 32;
  field[0] += field[96] * dt;
  field[32] += field[128] * dt;
  field[64] += field[160] * dt;
}

// {x y z mass} and {vx vy vz charge}: two vectors, moved whole.
extern "C" __global__ void update_vectors(float4* particles, float dt, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 position = particles[2 * i];
  const float4 velocity = particles[2 * i + 1];
  position.x += velocity.x * dt;
  position.y += velocity.y * dt;
  position.z += velocity.z * dt;
  position.w += velocity.w;
  particles[2 * i] = position;
}
