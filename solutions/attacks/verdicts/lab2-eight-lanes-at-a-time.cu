/* +++
summary = "Moves eight lanes at a time: whole sectors, in four times as many requests."
outcome = "failed"
says = "8 of 32 lanes take part on average"
earns = 72
lab = "lab2"
+++ */
// Moves eight lanes at a time: each request fills one sector, and there are four times as many.
#include "aos_to_soa.h"

constexpr int TILE_PITCH = BLOCK + 4;

__device__ bool is_its_turn(int turn) { return turn == threadIdx.x % 32 / 8; }

extern "C" __global__ void aos_to_soa(const Particle* aos, float* soa, int n, int pitch) {
  __shared__ float tile[FIELDS][TILE_PITCH];
  const int first = blockIdx.x * BLOCK;
  const float* const words = reinterpret_cast<const float*>(aos) + first * FIELDS;
  const int words_left = (n - first) * FIELDS;
#pragma unroll 1
  for (int turn = 0; turn < 4; ++turn) {
    for (int k = 0; k < FIELDS; ++k) {
      const int word = k * BLOCK + threadIdx.x;
      if (is_its_turn(turn) && word < words_left) tile[word % FIELDS][word / FIELDS] = words[word];
      __syncwarp();
    }
  }
  __syncthreads();
  const int i = first + threadIdx.x;
#pragma unroll 1
  for (int turn = 0; turn < 4; ++turn) {
    for (int field = 0; field < FIELDS; ++field) {
      if (is_its_turn(turn) && i < n) soa[field * pitch + i] = tile[field][threadIdx.x];
      __syncwarp();
    }
  }
}

extern "C" __global__ void soa_to_aos(const float* soa, Particle* aos, int n, int pitch) {
  __shared__ float tile[FIELDS][TILE_PITCH];
  const int first = blockIdx.x * BLOCK;
  float* const words = reinterpret_cast<float*>(aos) + first * FIELDS;
  const int words_left = (n - first) * FIELDS;
  const int i = first + threadIdx.x;
#pragma unroll 1
  for (int turn = 0; turn < 4; ++turn) {
    for (int field = 0; field < FIELDS; ++field) {
      if (is_its_turn(turn) && i < n) tile[field][threadIdx.x] = soa[field * pitch + i];
      __syncwarp();
    }
  }
  __syncthreads();
#pragma unroll 1
  for (int turn = 0; turn < 4; ++turn) {
    for (int k = 0; k < FIELDS; ++k) {
      const int word = k * BLOCK + threadIdx.x;
      if (is_its_turn(turn) && word < words_left) words[word] = tile[word % FIELDS][word / FIELDS];
      __syncwarp();
    }
  }
}

__device__ void move_in_turns(float* x, int stride, bool exists, float dt) {
#pragma unroll 1
  for (int turn = 0; turn < 4; ++turn) {
    if (is_its_turn(turn) && exists) {
      float position[3];
      float velocity[3];
      for (int axis = 0; axis < 3; ++axis) {
        position[axis] = x[axis * stride];
        velocity[axis] = x[(3 + axis) * stride];
      }
      for (int axis = 0; axis < 3; ++axis) x[axis * stride] = position[axis] + velocity[axis] * dt;
    }
    __syncwarp();
  }
}

extern "C" __global__ void update_soa(float* soa, int n, int pitch, float dt) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  move_in_turns(soa + i, pitch, i < n, dt);
}

extern "C" __global__ void update_aosoa(float* chunks, int n, float dt) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  move_in_turns(chunks + (i / CHUNK) * (CHUNK * FIELDS) + i % CHUNK, CHUNK, i < n, dt);
}
