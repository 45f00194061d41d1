/* +++
summary = "Makes its function a coroutine by builtins, whose frame is elsewhere."
outcome = "compiler"
says = ""
+++ */
// Makes its function a coroutine by builtins, whose frame is elsewhere.
#include "tiled_transpose.h"

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  void* const id = nullptr;
  out[0] = static_cast<float>(reinterpret_cast<long>(__builtin_coro_noop()));
  __builtin_coro_resume(out);
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
