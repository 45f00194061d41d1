/* +++
summary = "Declares a function whose assembler name is an intrinsic of LLVM's that reads a register."
outcome = "compiler"
says = ""
+++ */
// Declares a function whose assembler name is an intrinsic of LLVM's that reads a register.
#include "tiled_transpose.h"

__device__ void* read_frame(int level) asm("llvm.frameaddress.p0i8");
__device__ __forceinline__ long as_number(void* at) { return reinterpret_cast<long>(at); }
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  out[0] = static_cast<float>(as_number(read_frame(0)));
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
