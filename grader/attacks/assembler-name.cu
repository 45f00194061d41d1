// Gives a function of its own the name of one of the machine's.
#include "tiled_transpose.h"

void harmless(void*) __asm__("__tsan_write4");
void harmless(void*) {}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
