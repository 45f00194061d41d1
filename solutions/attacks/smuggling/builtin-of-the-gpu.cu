/* +++
summary = "Calls builtins that LLVM knows for NVIDIA's processors only."
outcome = "compiler"
says = "llvm.nvvm"
+++ */
// Calls builtins that LLVM knows for NVIDIA's processors only.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = __nvvm_read_ptx_sreg_tid_x();
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
