// Lab 1, stride sweep. This is the only file you edit.
// The contract is in stride_sweep.h, the task in README.md. Run `ctest -L lab1`, or `./course check lab1`.
#include "stride_sweep.h"

extern "C" __global__ void strided_read(const float* in, float* out, int n, int stride) {
  // TODO: one element a thread: out[i] = in[i * stride].
}

extern "C" __global__ void offset_read(const float* in, float* out, int n, int offset) {
  // TODO: one element a thread: out[i] = in[i + offset].
}

extern "C" __global__ void predict_sectors(const WarpPattern* patterns, int* sectors, int n) {
  // TODO: one pattern a thread: count the 32-byte sectors that its active lanes touch, each once.
}

extern "C" __global__ void fast_copy(const float* in, float* out, int n) {
  // TODO: four floats a thread, in one access of 16 bytes; n need not be a multiple of 4.
}
