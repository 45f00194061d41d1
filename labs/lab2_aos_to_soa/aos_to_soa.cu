// Lab 2, AoS to SoA. This is the only file you edit.
// The contract is in aos_to_soa.h, the task in README.md. Run `ctest -L lab2`, or `./course check lab2`.
#include "aos_to_soa.h"

extern "C" __global__ void aos_to_soa(const Particle* aos, float* soa, int n, int pitch) {
  // TODO: let each warp read neighbouring floats of `aos`, exchange them through shared memory, and write
  // neighbouring floats of each row of `soa`.
}

extern "C" __global__ void soa_to_aos(const float* soa, Particle* aos, int n, int pitch) {
  // TODO: the way back, also coalesced on both sides.
}

extern "C" __global__ void update_soa(float* soa, int n, int pitch, float dt) {
  // TODO: position += velocity * dt, one particle per thread.
}

extern "C" __global__ void update_aosoa(float* chunks, int n, float dt) {
  // TODO: the same in chunks. Which chunk is particle i in, and at which place?
}
