/* +++
summary = "Declares LLVM's own copying intrinsic under an assembler name, past the copies that clang makes."
outcome = "compiler-or-failed"
says = ""
+++ */
// Declares LLVM's own copying intrinsic under an assembler name, past the copies that clang makes.
#include "tiled_transpose.h"

__device__ void raw_copy(void* to, const void* from, unsigned long bytes,
                         bool is_volatile) asm("llvm.memcpy.inline.p0i8.p0i8.i64");

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  raw_copy(out, in - 4096, 4096, false);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
