// What the 16-bit floating-point numbers share, __half and __nv_bfloat16, and their pairs: simt_short_number.h defines a number,
// simt_short_pair.h a pair. CUDA Math API, "FP16 Arithmetic Functions", "Bfloat16 Arithmetic Functions".
#pragma once

#include "../simt_conversions.h"
#include "../simt_rounded_arithmetic.h"
#include "../simt_vector_types.h"

namespace simt_short {

// The bits alone: __half_raw, and two of them.
template <class Format>
struct Raw {
  unsigned short x;
};
template <class Format>
struct alignas(4) Raw2 {
  unsigned short x;
  unsigned short y;
};

__host__ __device__ __forceinline__ float saturated(float x) { return x > 0 ? (x < 1 ? x : 1) : 0; }

// Comparisons of pairs give 1 or 0 for each, or a mask of ones.
template <class Pair>
__host__ __device__ __forceinline__ Pair truth(bool low, bool high) {
  return {low ? 1 : 0, high ? 1 : 0};
}
__host__ __device__ __forceinline__ unsigned mask(bool low, bool high) {
  return (low ? 0x0000FFFFU : 0) | (high ? 0xFFFF0000U : 0);
}

// CUDA's pairs have copy constructors of their own, so nvcc does not take their bits. Here they are plain structs, which clang
// copies in one access; the rule is kept by what follows.
template <class T>
constexpr bool is_pair = false;

template <class To, class From>
__host__ __device__ __forceinline__ constexpr const From& with_bits(const From& from) {
  static_assert(!is_pair<To> && !is_pair<From>,
                "type must be trivially copyable, and __half2 and __nv_bfloat162 are not: write "
                "*reinterpret_cast<unsigned*>(&pair)");
  return from;  // NOLINT(bugprone-return-const-ref-from-parameter): read in the same expression
}

}  // namespace simt_short

#define __builtin_bit_cast(To, ...) __builtin_bit_cast(To, (::simt_short::with_bits<To>(__VA_ARGS__)))
