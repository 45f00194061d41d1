/* +++
summary = "Finds out by __has_include which files the grader's machine has, and fails with the answer."
outcome = "compiler-or-failed"
says = ""
on_every_push = true
+++ */
// Finds out by __has_include which files the grader's machine has, and fails with the answer.
#include "tiled_transpose.h"

#if __has_include("/etc/shadow") || __has_include("/root/.bashrc") || __has_include("/proc/self/maps")
#error "files of the host can be seen"
#endif
#if __has_include("../../solutions/lab4_tiled_transpose/tiled_transpose.cu") || __has_include("lab.toml")
#error "files of the course can be seen"
#endif
#if __has_include("../../solutions/attacks/README.md")
#error "the bank can be seen"
#endif

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
