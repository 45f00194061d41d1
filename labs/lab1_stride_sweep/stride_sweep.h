// Lab 1, stride sweep: the kernels' contract.
//
// Arrays hold floats without gaps and start at an address that 256 divides, as cudaMalloc gives it. `in` and
// `out` do not overlap. A kernel stores each element of `out` once and touches nothing outside the arrays.
// n >= 1; it need be no multiple of anything.
#pragma once

#include <cuda_runtime.h>

// Every kernel runs in blocks of 256 threads.
constexpr int BLOCK = 256;

// Thread i reads its own element, out[i] = in[i * stride], for 0 <= i < n. On ceil(n / 256) blocks.
// stride >= 1; `in` has (n - 1) * stride + 1 elements, and an int can count them.
extern "C" __global__ void strided_read(const float* in, float* out, int n, int stride);

// Thread i reads its own element, out[i] = in[i + offset], for 0 <= i < n. On ceil(n / 256) blocks.
// offset >= 0; `in` has n + offset elements.
extern "C" __global__ void offset_read(const float* in, float* out, int n, int offset);

// What the 32 lanes of a warp do with one instruction: lane l moves `element_bytes` bytes, from
//
//     byte_offset + l * stride * element_bytes
//
// counted from an address that 128 divides. Lanes whose bit in `active` is 0 (bit l for lane l) move nothing.
struct WarpPattern {
  int element_bytes;  // 1, 2, 4, 8 or 16
  int stride;         // in elements; 0 and more: at 0 all lanes move the same element
  int byte_offset;    // 0 or more, a multiple of element_bytes
  unsigned active;    // any mask, 0 included
};

// Thread p stores to sectors[p] how many 32-byte sectors patterns[p] touches, for 0 <= p < n. On ceil(n /
// 256) blocks. No byte of a pattern lies 2^31 bytes or further from its start.
extern "C" __global__ void predict_sectors(const WarpPattern* patterns, int* sectors, int n);

// fast_copy has a thread for every four floats.
constexpr int FLOATS_PER_THREAD = 4;

// out[i] = in[i] for 0 <= i < n, as fast as you can. On ceil(n / 1024) blocks.
extern "C" __global__ void fast_copy(const float* in, float* out, int n);
