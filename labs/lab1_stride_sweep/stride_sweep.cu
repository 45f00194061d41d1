// Lab 1, stride sweep. This is the only file you edit.
// The contract is in stride_sweep.h, the task in README.md. Run `ctest -L lab1`, or `./course check lab1`.
#include "stride_sweep.h"

extern "C" __global__ void strided_read(const float* in, float* out, int n, int stride) {
  // TODO: one element per thread: out[i] = in[i * stride].
}

extern "C" __global__ void offset_read(const float* in, float* out, int n, int offset) {
  // TODO: one element per thread: out[i] = in[i + offset].
}

extern "C" __global__ void predict_sectors(const WarpPattern* patterns, int* sectors, int n) {
  // TODO: one pattern per thread: count the distinct 32-byte sectors that its active lanes touch.
}

extern "C" __global__ void fast_copy(const float* in, float* out, int n) {
  // TODO: four floats per thread, in one 16-byte access; n need not be a multiple of 4.
}
