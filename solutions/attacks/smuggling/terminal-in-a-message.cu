/* +++
summary = "Prints escape sequences for a terminal and text that runs from right to left, in a compiler's message."
outcome = "compiler"
says = ""

[[repeat]]
marker = "ESCAPES"
text = "\u001b[2J\u001b]0;owned\u0007\u001b[31m 100/100 ‮⁦passed⁩"
+++ */
// Prints escape sequences for a terminal and text that runs from right to left, in a compiler's message.
#include "tiled_transpose.h"

#error "ESCAPES"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
