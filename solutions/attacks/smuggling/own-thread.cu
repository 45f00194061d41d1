/* +++
summary = "Starts a thread that outlives the kernel."
outcome = "compiler"
says = "`pthread_create` is declared and has no definition"
+++ */
// Starts a thread that outlives the kernel.
#include "tiled_transpose.h"

extern "C" __device__ int pthread_create(unsigned long*, const void*, void* (*)(void*), void*);
__device__ static void* wait(void*) { return nullptr; }
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  unsigned long id;
  pthread_create(&id, nullptr, wait, nullptr);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
