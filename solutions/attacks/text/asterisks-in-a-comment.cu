/* +++
summary = "Has a comment of a million asterisks, and quotation marks that open and close."
outcome = "compiler-or-limit-or-failed"
says = ""

[[repeat]]
marker = "STARS"
text = "*"
times = 1000000

[[repeat]]
marker = "QUOTES"
text = "/*\"'*\u002F "
times = 100000
+++ */
// Has a comment of a million asterisks, and quotation marks that open and close.
#include "tiled_transpose.h"

/* STARS */ QUOTES
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
