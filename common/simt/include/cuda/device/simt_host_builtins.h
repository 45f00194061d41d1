// Functions of the compiler that nvcc compiles for host code alone, such as __builtin_ctz. clang takes them anywhere, so their
// names are host functions from here on: a kernel that calls one is refused, as nvcc refuses it.
//
// Included behind all other headers of a kernel file's prefix. A header that comes later has simt_bits::trailing_zeros().
#pragma once

#include "simt_qualifiers.h"

namespace simt_host_builtins {

__host__ constexpr int __builtin_ctz(unsigned x) { return ::__builtin_ctz(x); }
__host__ constexpr int __builtin_ctzl(unsigned long x) { return ::__builtin_ctzl(x); }
__host__ constexpr int __builtin_ctzll(unsigned long long x) { return ::__builtin_ctzll(x); }
__host__ constexpr int __builtin_parity(unsigned x) { return ::__builtin_parity(x); }
__host__ constexpr int __builtin_parityll(unsigned long long x) { return ::__builtin_parityll(x); }
__host__ constexpr int __builtin_clrsb(int x) { return ::__builtin_clrsb(x); }
__host__ constexpr unsigned short __builtin_bswap16(unsigned short x) { return ::__builtin_bswap16(x); }
__host__ constexpr unsigned __builtin_bswap32(unsigned x) { return ::__builtin_bswap32(x); }
__host__ constexpr unsigned long __builtin_bswap64(unsigned long x) { return ::__builtin_bswap64(x); }
[[noreturn]] __host__ inline void __builtin_trap() { ::__builtin_trap(); }

template <class A, class B, class Result>
__host__ constexpr bool __builtin_add_overflow(A a, B b, Result* result) {
  return ::__builtin_add_overflow(a, b, result);
}
template <class A, class B, class Result>
__host__ constexpr bool __builtin_sub_overflow(A a, B b, Result* result) {
  return ::__builtin_sub_overflow(a, b, result);
}
template <class A, class B, class Result>
__host__ constexpr bool __builtin_mul_overflow(A a, B b, Result* result) {
  return ::__builtin_mul_overflow(a, b, result);
}

}  // namespace simt_host_builtins

#define __builtin_ctz(...) (::simt_host_builtins::__builtin_ctz(__VA_ARGS__))
#define __builtin_ctzl(...) (::simt_host_builtins::__builtin_ctzl(__VA_ARGS__))
#define __builtin_ctzll(...) (::simt_host_builtins::__builtin_ctzll(__VA_ARGS__))
#define __builtin_parity(...) (::simt_host_builtins::__builtin_parity(__VA_ARGS__))
#define __builtin_parityll(...) (::simt_host_builtins::__builtin_parityll(__VA_ARGS__))
#define __builtin_clrsb(...) (::simt_host_builtins::__builtin_clrsb(__VA_ARGS__))
#define __builtin_bswap16(...) (::simt_host_builtins::__builtin_bswap16(__VA_ARGS__))
#define __builtin_bswap32(...) (::simt_host_builtins::__builtin_bswap32(__VA_ARGS__))
#define __builtin_bswap64(...) (::simt_host_builtins::__builtin_bswap64(__VA_ARGS__))
#define __builtin_trap(...) (::simt_host_builtins::__builtin_trap(__VA_ARGS__))
#define __builtin_add_overflow(...) (::simt_host_builtins::__builtin_add_overflow(__VA_ARGS__))
#define __builtin_sub_overflow(...) (::simt_host_builtins::__builtin_sub_overflow(__VA_ARGS__))
#define __builtin_mul_overflow(...) (::simt_host_builtins::__builtin_mul_overflow(__VA_ARGS__))
