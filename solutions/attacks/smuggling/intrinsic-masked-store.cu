/* +++
summary = "Declares LLVM's masked store under an assembler name: a store that is not a store instruction."
outcome = "compiler"
says = ""
+++ */
// Declares LLVM's masked store under an assembler name: a store that is not a store instruction.
#include "tiled_transpose.h"

typedef float Four __attribute__((ext_vector_type(4)));
__device__ void masked_store(Four values, void* at, int alignment,
                             float* mask) asm("llvm.masked.store.v4f32.p0v4f32");

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  masked_store(Four{1, 2, 3, 4}, out - 1000, 4, out);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
