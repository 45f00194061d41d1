// Function objects in cuda::std, and those that CUDA adds: cuda::minimum, cuda::maximum, cuda::proclaim_return_type. libcu++, "Functional".
#pragma once

#include "../simt_qualifiers.h"
#include "simt_std_utility.h"

namespace cuda {
namespace std {

#define SIMT_BINARY(name, expression)                                                           \
  template <class T = void>                                                                     \
  struct name {                                                                                 \
    __host__ __device__ __forceinline__ constexpr auto operator()(const T& a, const T& b) const \
        -> decltype(expression) {                                                               \
      return expression;                                                                        \
    }                                                                                           \
  };                                                                                            \
  template <>                                                                                   \
  struct name<void> {                                                                           \
    using is_transparent = void;                                                                \
    template <class A, class B>                                                                 \
    __host__ __device__ __forceinline__ constexpr auto operator()(const A& a, const B& b) const \
        -> decltype(expression) {                                                               \
      return expression;                                                                        \
    }                                                                                           \
  };
#define SIMT_UNARY(name, expression)                                                \
  template <class T = void>                                                         \
  struct name {                                                                     \
    __host__ __device__ __forceinline__ constexpr auto operator()(const T& a) const \
        -> decltype(expression) {                                                   \
      return expression;                                                            \
    }                                                                               \
  };                                                                                \
  template <>                                                                       \
  struct name<void> {                                                               \
    using is_transparent = void;                                                    \
    template <class A>                                                              \
    __host__ __device__ __forceinline__ constexpr auto operator()(const A& a) const \
        -> decltype(expression) {                                                   \
      return expression;                                                            \
    }                                                                               \
  };

SIMT_BINARY(plus, a + b)
SIMT_BINARY(minus, a - b)
SIMT_BINARY(multiplies, a* b)
SIMT_BINARY(divides, a / b)
SIMT_BINARY(modulus, a % b)
SIMT_UNARY(negate, -a)
SIMT_BINARY(equal_to, a == b)
SIMT_BINARY(not_equal_to, a != b)
SIMT_BINARY(less, a < b)
SIMT_BINARY(less_equal, a <= b)
SIMT_BINARY(greater, a > b)
SIMT_BINARY(greater_equal, a >= b)
SIMT_BINARY(logical_and, a&& b)
SIMT_BINARY(logical_or, a || b)
SIMT_UNARY(logical_not, !a)
SIMT_BINARY(bit_and, a& b)
SIMT_BINARY(bit_or, a | b)
SIMT_BINARY(bit_xor, a ^ b)
SIMT_UNARY(bit_not, ~a)
#undef SIMT_BINARY
#undef SIMT_UNARY

struct identity {
  using is_transparent = void;
  template <class T>
  __host__ __device__ __forceinline__ constexpr T&& operator()(T&& value) const {
    return static_cast<T&&>(value);
  }
};

}  // namespace std

template <class T = void>
struct minimum {
  __host__ __device__ __forceinline__ constexpr T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};
template <>
struct minimum<void> {
  template <class A, class B>
  __host__ __device__ __forceinline__ constexpr std::common_type_t<A, B> operator()(const A& a,
                                                                                    const B& b) const {
    return b < a ? b : a;
  }
};
template <class T = void>
struct maximum {
  __host__ __device__ __forceinline__ constexpr T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};
template <>
struct maximum<void> {
  template <class A, class B>
  __host__ __device__ __forceinline__ constexpr std::common_type_t<A, B> operator()(const A& a,
                                                                                    const B& b) const {
    return a < b ? b : a;
  }
};

// A function whose result's type the host knows, as it cannot ask a __device__ lambda.
template <class Result, class Function>
struct simt_proclaimed {
  Function function;
  template <class... Arguments>
  __device__ __forceinline__ Result operator()(Arguments&&... arguments) const {
    return function(static_cast<Arguments&&>(arguments)...);
  }
};
template <class Result, class Function>
__host__ __device__ __forceinline__ simt_proclaimed<Result, std::decay_t<Function>> proclaim_return_type(
    Function&& function) {
  return {static_cast<Function&&>(function)};
}

}  // namespace cuda
