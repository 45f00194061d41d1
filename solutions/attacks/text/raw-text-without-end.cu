/* +++
summary = "Opens a raw text with a delimiter and never closes it."
outcome = "compiler-or-limit"
says = ""

[[repeat]]
marker = "TEXT"
text = ")delimiterX"
times = 100000
+++ */
// Opens a raw text with a delimiter and never closes it.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  printf(R"delimiter(TEXT");
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {

}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {

}
