// Calls the machine's question for guarded accesses, with an address of its own.
#include "tiled_transpose.h"

extern "C" __device__ void simt_guard_store8();
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  simt_guard_store8();
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
