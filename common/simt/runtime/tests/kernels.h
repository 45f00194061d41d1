// Kernels of the runtime's tests, launched as <<<…>>> would: kernels.cu, compiled by simtcc.
#pragma once

#include "cuda_runtime.h"

// Writes `value` to the first `n` elements.
void launch_fill(int* out, int n, int value, cudaStream_t stream = nullptr);
// out[i] = in[i] + 1
void launch_add_one(const float* in, float* out, int n);
// A block of so many threads, with so much dynamic shared memory.
void launch_shape(int* out, unsigned grid, unsigned block, std::size_t shared);
void launch_print(int value);
// Is stopped where `out` has 4096 elements or fewer.
void launch_out_of_bounds(int* out);
// Writes the members of 32 structs of 16 bytes, 7 of which are padding.
void launch_fill_padded(void* out);
// out[i] = element 2 * i of the texture, for 32 of them
void launch_gather(cudaTextureObject_t texture, float* out);

const void* fill_kernel();
const void* tile_kernel();
const void* shape_kernel();
const void* small_kernel();  // __launch_bounds__(64)

// __device__ int counters[4], and what a kernel makes of them.
const void* counters_symbol();
void launch_count();
