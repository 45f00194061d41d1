// Switches the instrumentation off by #pragma clang attribute.
#include "tiled_transpose.h"

#pragma clang attribute push(__attribute__((no_sanitize("thread"))), apply_to = function)

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
