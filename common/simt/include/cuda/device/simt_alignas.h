// `__shared__ alignas(16) float tile[32];` is CUDA. To clang CUDA's words are attributes of GNU's, which
// alignas may not follow; where it is one of these itself, it may. A type stands for its own alignment.
#pragma once

#include "simt_qualifiers.h"

#ifdef __CUDA__

template <unsigned long Bytes>
__host__ __device__ constexpr unsigned long simt_alignment() {
  return Bytes;
}
template <class T>
__host__ __device__ constexpr unsigned long simt_alignment() {
  return alignof(T);
}
#define alignas(...) __attribute__((aligned(simt_alignment<__VA_ARGS__>())))

#endif
