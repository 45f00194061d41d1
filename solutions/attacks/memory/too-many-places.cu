/* +++
summary = "Has more loads and stores than the machine's log has numbers for."
outcome = "compiler-or-limit"
says = ""

[[repeat]]
marker = "STORES"
text = "  at[0] = {i};\n"
times = 66000
+++ */
// Has more loads and stores than the machine's log has numbers for.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  volatile float* const at = out;
  STORES
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
