/* +++
summary = "Fails an assertion whose text has a megabyte, which is shown with the fault."
outcome = "failed-or-limit"
says = ""

[[repeat]]
marker = "LONG"
text = "all checks passed. "
times = 55000
+++ */
// Fails an assertion whose text has a megabyte, which is shown with the fault.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  assert(rows < 0 && "LONG");
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
