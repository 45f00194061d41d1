/* +++
summary = "Makes the host's functions the device's by #pragma clang force_cuda_host_device."
outcome = "compiler"
says = ""
+++ */
// Makes the host's functions the device's by #pragma clang force_cuda_host_device.
#include "tiled_transpose.h"

#pragma clang force_cuda_host_device begin
extern "C" int open(const char*, int, ...);
extern "C" long read(int, void*, unsigned long);
#pragma clang force_cuda_host_device end

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
  char text[64];
  const int file = open("/etc/passwd", 0);
  out[0] = static_cast<float>(read(file, text, sizeof text));
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int cols) {}
