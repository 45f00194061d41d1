/* +++
summary = "Fetches from a texture whose handle is a made-up number."
outcome = "failed"
says = "texture"
+++ */
// Fetches from a texture whose handle is a made-up number.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] =
      tex1Dfetch<float>(static_cast<cudaTextureObject_t>(reinterpret_cast<unsigned long long>(out)), rows);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
