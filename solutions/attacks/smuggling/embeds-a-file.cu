/* +++
summary = "Puts a file of the host into its module with #embed and with the assembler's .incbin."
outcome = "compiler"
says = ""
gpu = "compiler"
+++ */
// Puts a file of the host into its module with #embed and with the assembler's .incbin.
#include "tiled_transpose.h"

asm(".incbin \"/etc/passwd\"");
__device__ const unsigned char secret[] = {
#embed "/etc/passwd"
};

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = secret[0];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
