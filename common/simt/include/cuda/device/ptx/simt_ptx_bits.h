// Instructions of bits and bit fields. PTX ISA, "Integer Arithmetic Instructions", "prmt".
#pragma once

#include "../simt_arithmetic.h"

namespace simt_ptx {

template <class T>
constexpr unsigned kBits = 8 * sizeof(T);

// A position or length: eight bits of it count in instructions of 32 bits, all in those of 64, which a GPU
// makes of several (measured on an H200; the PTX ISA speaks of eight for both).
template <class T>
__device__ __forceinline__ unsigned counted(unsigned value) {
  return sizeof(T) == 4 ? value & 0xFFU : value < 0x100U ? value : 0xFFU;
}

// Bits from a position on; beyond the highest bit, and of a signed field, copies of its sign.
template <class T, bool Signed>
__device__ __forceinline__ T extracted(T a, unsigned position, unsigned length) {
  position = counted<T>(position);
  length = counted<T>(length);
  if (length == 0) return 0;
  const unsigned highest = position + length - 1;
  const unsigned sign_at = highest < kBits<T> - 1 ? highest : kBits<T> - 1;
  const bool is_negative = Signed && (a >> sign_at & 1U) != 0;
  const T field = position < kBits<T> ? a >> position : 0;
  const unsigned kept = position >= kBits<T>           ? 0
                        : length > kBits<T> - position ? kBits<T> - position
                                                       : length;
  const T mask = kept == kBits<T> ? ~T{0} : (T{1} << kept) - 1;
  return is_negative ? field | ~mask : field & mask;
}

template <class T>
__device__ __forceinline__ T inserted(T a, T b, unsigned position, unsigned length) {
  position = counted<T>(position);
  length = counted<T>(length);
  if (position >= kBits<T>) return b;
  const T field = length >= kBits<T> ? ~T{0} : (T{1} << length) - 1;
  const T mask = field << position;
  return (b & ~mask) | (a << position & mask);
}

// The place of the highest bit that is not the sign's; all ones where there is none.
template <class T, bool Signed>
__device__ __forceinline__ unsigned found(T a) {
  if (Signed && (a >> (kBits<T> - 1)) != 0) a = ~a;
  if (a == 0) return ~0U;
  if constexpr (sizeof(T) == 4) return 31U - static_cast<unsigned>(__builtin_clz(a));
  return 63U - static_cast<unsigned>(__builtin_clzll(a));
}
template <class T, bool Signed>
__device__ __forceinline__ unsigned shift_to(T a) {
  const unsigned at = found<T, Signed>(a);
  return at == ~0U ? at : kBits<T> - 1 - at;
}

// `length` ones from a position on. Both at most 32, or modulo 32.
__device__ __forceinline__ unsigned ones(unsigned position, unsigned length, bool wraps) {
  if (wraps) {
    position &= 31U;
    length &= 31U;
  }
  if (position >= 32 || length == 0) return 0;
  return (length >= 32 ? ~0U : (1U << length) - 1) << position;
}

template <bool Signed>
__device__ __forceinline__ unsigned extended(unsigned a, unsigned bits, bool wraps) {
  if (wraps) bits &= 31U;
  if (bits >= 32) return a;
  if (bits == 0) return 0;
  const unsigned low = a & ((1U << bits) - 1);
  return Signed && (low >> (bits - 1)) != 0 ? low | ~0U << bits : low;
}

}  // namespace simt_ptx

extern "C" {

__device__ unsigned simt_ptx_prmt(unsigned a, unsigned b, unsigned selector) {
  return __byte_perm(a, b, selector);
}
__device__ unsigned simt_ptx_popc_b32(unsigned a) { return static_cast<unsigned>(__popc(a)); }
__device__ unsigned simt_ptx_popc_b64(unsigned long long a) { return static_cast<unsigned>(__popcll(a)); }
__device__ unsigned simt_ptx_clz_b32(unsigned a) { return static_cast<unsigned>(__clz(static_cast<int>(a))); }
__device__ unsigned simt_ptx_clz_b64(unsigned long long a) {
  return static_cast<unsigned>(__clzll(static_cast<long long>(a)));
}
__device__ unsigned simt_ptx_brev_b32(unsigned a) { return __brev(a); }
__device__ unsigned long long simt_ptx_brev_b64(unsigned long long a) { return __brevll(a); }
__device__ unsigned simt_ptx_fns_b32(unsigned mask, unsigned base, unsigned offset) {
  return __fns(mask, base, static_cast<int>(offset));
}

#define SIMT_PTX_FIELDS(name, T, Signed)                                                   \
  __device__ T simt_ptx_bfe_##name(T a, unsigned position, unsigned length) {              \
    return simt_ptx::extracted<T, Signed>(a, position, length);                            \
  }                                                                                        \
  __device__ unsigned simt_ptx_bfind_##name(T a) { return simt_ptx::found<T, Signed>(a); } \
  __device__ unsigned simt_ptx_bfind_shiftamt_##name(T a) { return simt_ptx::shift_to<T, Signed>(a); }
SIMT_PTX_FIELDS(b32, unsigned, false)
SIMT_PTX_FIELDS(s32, unsigned, true)
SIMT_PTX_FIELDS(b64, unsigned long long, false)
SIMT_PTX_FIELDS(s64, unsigned long long, true)
#undef SIMT_PTX_FIELDS

__device__ unsigned simt_ptx_bfi_b32(unsigned a, unsigned b, unsigned position, unsigned length) {
  return simt_ptx::inserted(a, b, position, length);
}
__device__ unsigned long long simt_ptx_bfi_b64(unsigned long long a, unsigned long long b, unsigned position,
                                               unsigned length) {
  return simt_ptx::inserted(a, b, position, length);
}
__device__ unsigned simt_ptx_bmsk_clamp_b32(unsigned a, unsigned b) { return simt_ptx::ones(a, b, false); }
__device__ unsigned simt_ptx_bmsk_wrap_b32(unsigned a, unsigned b) { return simt_ptx::ones(a, b, true); }
__device__ unsigned simt_ptx_szext_clamp_b32(unsigned a, unsigned b) {
  return simt_ptx::extended<false>(a, b, false);
}
__device__ unsigned simt_ptx_szext_wrap_b32(unsigned a, unsigned b) {
  return simt_ptx::extended<false>(a, b, true);
}
__device__ unsigned simt_ptx_szext_clamp_s32(unsigned a, unsigned b) {
  return simt_ptx::extended<true>(a, b, false);
}
__device__ unsigned simt_ptx_szext_wrap_s32(unsigned a, unsigned b) {
  return simt_ptx::extended<true>(a, b, true);
}
}
