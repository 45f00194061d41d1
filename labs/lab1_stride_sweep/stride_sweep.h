// Lab 1, stride sweep: the kernels' contract.
//
// Arrays hold contiguous floats and are 256-byte aligned, as cudaMalloc returns them. `in` and `out` do not
// overlap. A kernel stores each element of `out` once and accesses nothing outside the arrays. n is any value
// from 1, not just a multiple of 32, for which every array has fewer than 2^29 elements, so that every index,
// and every offset in bytes, fits into an int.
#pragma once

#include <cuda_runtime.h>

// Every kernel runs in blocks of 256 threads.
constexpr int BLOCK = 256;

// Thread i reads its own element: out[i] = in[i * stride] for 0 <= i < n. Launched on ceil(n / 256) blocks.
// stride >= 1. `in` has (n - 1) * stride + 1 elements.
extern "C" __global__ void strided_read(const float* in, float* out, int n, int stride);

// Thread i reads its own element: out[i] = in[i + offset] for 0 <= i < n. Launched on ceil(n / 256) blocks.
// offset >= 0. `in` has n + offset elements.
extern "C" __global__ void offset_read(const float* in, float* out, int n, int offset);

// One request of a warp: lane l accesses `element_bytes` bytes, starting at byte
//
//     byte_offset + l * stride * element_bytes
//
// counted from a 128-byte-aligned address. Bit l of `active` is 1 if lane l takes part.
struct WarpPattern {
  int element_bytes;  // 1, 2, 4, 8 or 16
  int stride;         // in elements, 0 or more; at 0 all lanes access the same element
  int byte_offset;    // 0 or more, a multiple of element_bytes
  unsigned active;    // any mask, including 0
};

// Thread p stores the number of 32-byte sectors that patterns[p] touches to sectors[p], for 0 <= p < n.
// Launched on ceil(n / 256) blocks. Every byte offset of a pattern fits into an int.
extern "C" __global__ void predict_sectors(const WarpPattern* patterns, int* sectors, int n);

// fast_copy has one thread for every four floats.
constexpr int FLOATS_PER_THREAD = 4;

// out[i] = in[i] for 0 <= i < n, as fast as you can. Launched on ceil(n / 1024) blocks.
extern "C" __global__ void fast_copy(const float* in, float* out, int n);
