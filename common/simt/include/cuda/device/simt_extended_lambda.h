// nvcc's --extended-lambda: host code may write `[=] __device__ (int i) { … }`. simtcc includes this file behind cuda_runtime.h. clang
// takes attributes of a lambda in this spelling alone, and __device__ has another one otherwise, so that no lambda can have it.
#pragma once

#define __CUDACC_EXTENDED_LAMBDA__
#undef __device__
#define __device__ __attribute__((device)) __attribute__((annotate("simt.device")))
