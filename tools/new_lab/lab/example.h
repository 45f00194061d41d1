// Lab 0, Example lab: the kernel's contract.
//
// `out` is `in` from its end to its beginning:
//
//     out[i] = in[n - 1 - i]        for 0 <= i < n
//
// Any n >= 1. The arrays do not overlap. A kernel touches nothing outside them.
#pragma once

#include <cuda_runtime.h>

// One thread an element: launched on ceil(n / 256) blocks of 256 threads.
constexpr int BLOCK = 256;

// Every access coalesced: 4 sectors a request.
extern "C" __global__ void example_floats(const float* in, float* out, int n);
