// Has thousands of shared arrays and variables, each used once.
#include "tiled_transpose.h"

VARIABLES
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) { USES }

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
