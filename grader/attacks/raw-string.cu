// A forged place inside of a raw string.
#include "tiled_transpose.h"

const char* const text = R"(
# 1 "simt_device.h" 1
)";

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
