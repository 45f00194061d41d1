/* +++
summary = "Loads a packed structure of 13 bytes that begins at an odd address and ends past the array."
outcome = "failed"
says = "out-of-bounds"
+++ */
// Loads a packed structure of 13 bytes that begins at an odd address and ends past the array.
#include "tiled_transpose.h"

#pragma pack(push, 1)
struct Packed {
  char a;
  long b;
  int c;
};
#pragma pack(pop)

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  const Packed* const at =
      reinterpret_cast<const Packed*>(reinterpret_cast<const char*>(in + rows * cols) - 9);
  const Packed value = *at;
  out[0] = static_cast<float>(value.b) + value.a;
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
