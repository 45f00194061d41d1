// Arithmetic intrinsics: bits and fast math. CUDA Math API, "Integer Intrinsics", "Single Precision
// Intrinsics".
#pragma once

#include "simt_qualifiers.h"

__forceinline__ int __popc(unsigned x) { return __builtin_popcount(x); }
__forceinline__ int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__forceinline__ int __ffs(int x) { return __builtin_ffs(x); }
__forceinline__ int __ffsll(long long x) { return __builtin_ffsll(x); }
__forceinline__ int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
__forceinline__ int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
__forceinline__ unsigned __brev(unsigned x) {
  unsigned reversed = 0;
  for (int bit = 0; bit < 32; ++bit) reversed |= (x >> bit & 1U) << (31 - bit);
  return reversed;
}
__forceinline__ int __mul24(int a, int b) {  // of the low 24 bits, signed
  return static_cast<int>(static_cast<unsigned>(a) << 8) / 256 *
         (static_cast<int>(static_cast<unsigned>(b) << 8) / 256);
}
__forceinline__ int __mulhi(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
__forceinline__ unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
__forceinline__ float __int_as_float(int x) {
  float value;
  __builtin_memcpy(&value, &x, sizeof value);
  return value;
}
__forceinline__ int __float_as_int(float x) {
  int value;
  __builtin_memcpy(&value, &x, sizeof value);
  return value;
}

// Approximations on the GPU; exact enough here to be called by the same names.
__forceinline__ float rsqrtf(float x) { return 1.0F / sqrtf(x); }
__forceinline__ float __expf(float x) { return expf(x); }
__forceinline__ float __logf(float x) { return logf(x); }
__forceinline__ float __sinf(float x) { return sinf(x); }
__forceinline__ float __cosf(float x) { return cosf(x); }
__forceinline__ float __powf(float x, float y) { return powf(x, y); }
__forceinline__ float __fdividef(float x, float y) { return x / y; }
__forceinline__ float __saturatef(float x) { return x > 0 ? (x < 1 ? x : 1) : 0; }
__forceinline__ float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
