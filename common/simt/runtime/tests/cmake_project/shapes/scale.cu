#include "scale.h"

__device__ int calls;
__constant__ float factor;

static __device__ float next_to(float x) { return x + 1; }
__device__ float scaled(float x) {
  atomicAdd(&calls, 1);
  return next_to(x) * factor;
}
