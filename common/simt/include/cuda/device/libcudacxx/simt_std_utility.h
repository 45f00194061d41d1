// move, forward, swap, exchange, pair and index sequences in cuda::std.
#pragma once

#include <utility>

#include "../simt_qualifiers.h"
#include "simt_std_type_traits.h"

namespace cuda {
namespace std {

using ::std::declval;
using ::std::forward;
using ::std::index_sequence;
using ::std::index_sequence_for;
using ::std::integer_sequence;
using ::std::make_index_sequence;
using ::std::make_integer_sequence;
using ::std::move;

template <class T>
__host__ __device__ __forceinline__ constexpr void swap(T& a, T& b) {
  T kept = static_cast<T&&>(a);
  a = static_cast<T&&>(b);
  b = static_cast<T&&>(kept);
}
template <class T, class U = T>
__host__ __device__ __forceinline__ constexpr T exchange(T& object, U&& value) {
  T before = static_cast<T&&>(object);
  object = static_cast<U&&>(value);
  return before;
}
template <class T>
__host__ __device__ __forceinline__ constexpr const T& as_const(T& object) noexcept {
  return object;
}

template <class A, class B>
struct pair {
  using first_type = A;
  using second_type = B;
  A first{};
  B second{};

  constexpr pair() = default;
  __host__ __device__ __forceinline__ constexpr pair(const A& a, const B& b) : first(a), second(b) {}
  template <class C, class D>
  __host__ __device__ __forceinline__ constexpr pair(const pair<C, D>& other)
      : first(other.first), second(other.second) {}
};
template <class A, class B>
pair(A, B) -> pair<A, B>;

template <class A, class B>
__host__ __device__ __forceinline__ constexpr pair<decay_t<A>, decay_t<B>> make_pair(A&& a, B&& b) {
  return {static_cast<A&&>(a), static_cast<B&&>(b)};
}
template <class A, class B>
__host__ __device__ __forceinline__ constexpr bool operator==(const pair<A, B>& x, const pair<A, B>& y) {
  return x.first == y.first && x.second == y.second;
}
template <class A, class B>
__host__ __device__ __forceinline__ constexpr bool operator!=(const pair<A, B>& x, const pair<A, B>& y) {
  return !(x == y);
}
template <class A, class B>
__host__ __device__ __forceinline__ constexpr bool operator<(const pair<A, B>& x, const pair<A, B>& y) {
  return x.first < y.first || (!(y.first < x.first) && x.second < y.second);
}

}  // namespace std
}  // namespace cuda
