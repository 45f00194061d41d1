/* +++
summary = "Turns the loads of the probe into arithmetic, by a macro before its header."
outcome = "failed"
says = ""
earns = 4
lab = "lab11"
+++ */
// Leaves chunks where they are, and turns the loads of the probe into others by a macro.
#include "tensor_tiles.h"

#include "tensor_core.h"

__device__ int place(int row, int chunk) { return chunk; }

// The probe's loads are `asm volatile(...)`: this takes their brackets.
#define volatile(...)                                                                             \
  ("{ .reg .u32 a; shr.u32 a, %4, 4; and.b32 a, a, 511; mul.lo.u32 %0, a, 4; add.u32 %1, %0, 1; " \
   "add.u32 %2, %0, 2; add.u32 %3, %0, 3; }"                                                      \
   : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])                               \
   : "r"(from))
#include "tile_probe.h"
#undef volatile

extern "C" __global__ void stage_tile(const __half* K, int tile, __half* out) {}
extern "C" __global__ void scores(const __half* Q, const __half* K, float* S, int keys) {}
extern "C" __global__ void scores_mma(const __half* Q, const __half* K, float* S, int keys) {}
