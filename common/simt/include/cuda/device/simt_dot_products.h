// Sums of products of bytes. CUDA Math API, "Integer Intrinsics": __dp4a of four bytes with four, __dp2a of
// two halves of a word with the two lower or upper bytes.
#pragma once

#include "simt_qualifiers.h"
#include "simt_vector_types.h"

namespace simt_dot_products {

// The i-th piece of so many bits, with the word's sign.
template <class T>
__device__ __forceinline__ T piece(T word, unsigned bits, unsigned i) {
  const unsigned from_top = static_cast<unsigned>(word) << (32 - bits - bits * i);
  return static_cast<T>(static_cast<T>(from_top) >> (32 - bits));
}

// Sums the products of the pieces of a word, of `bits` bits each, with b's bytes from `first` on. The sum
// wraps around.
template <class T>
__device__ __forceinline__ T sum(T a, unsigned bits, T b, unsigned first, T c) {
  auto all = static_cast<unsigned>(c);
  for (unsigned i = 0; i < 32 / bits; ++i)
    all += static_cast<unsigned>(piece(a, bits, i)) * static_cast<unsigned>(piece(b, 8, first + i));
  return static_cast<T>(all);
}

template <class Word, class Vector>
__device__ __forceinline__ Word word_of(const Vector& pieces) {
  static_assert(sizeof(Vector) == sizeof(Word), "a vector of one word");
  return __builtin_bit_cast(Word, pieces);
}

}  // namespace simt_dot_products

__device__ __forceinline__ int __dp4a(int a, int b, int c) { return simt_dot_products::sum(a, 8, b, 0, c); }
__device__ __forceinline__ unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  return simt_dot_products::sum(a, 8, b, 0, c);
}
__device__ __forceinline__ int __dp4a(char4 a, char4 b, int c) {
  return __dp4a(simt_dot_products::word_of<int>(a), simt_dot_products::word_of<int>(b), c);
}
__device__ __forceinline__ unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return __dp4a(simt_dot_products::word_of<unsigned>(a), simt_dot_products::word_of<unsigned>(b), c);
}

__device__ __forceinline__ int __dp2a_lo(int a, int b, int c) {
  return simt_dot_products::sum(a, 16, b, 0, c);
}
__device__ __forceinline__ int __dp2a_hi(int a, int b, int c) {
  return simt_dot_products::sum(a, 16, b, 2, c);
}
__device__ __forceinline__ unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
  return simt_dot_products::sum(a, 16, b, 0, c);
}
__device__ __forceinline__ unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) {
  return simt_dot_products::sum(a, 16, b, 2, c);
}
__device__ __forceinline__ int __dp2a_lo(short2 a, char4 b, int c) {
  return __dp2a_lo(simt_dot_products::word_of<int>(a), simt_dot_products::word_of<int>(b), c);
}
__device__ __forceinline__ int __dp2a_hi(short2 a, char4 b, int c) {
  return __dp2a_hi(simt_dot_products::word_of<int>(a), simt_dot_products::word_of<int>(b), c);
}
__device__ __forceinline__ unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned c) {
  return __dp2a_lo(simt_dot_products::word_of<unsigned>(a), simt_dot_products::word_of<unsigned>(b), c);
}
__device__ __forceinline__ unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned c) {
  return __dp2a_hi(simt_dot_products::word_of<unsigned>(a), simt_dot_products::word_of<unsigned>(b), c);
}
