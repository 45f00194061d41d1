// cuda::std::tuple, with structured bindings.
#pragma once

#include <tuple>

#include "../simt_qualifiers.h"
#include "simt_std_cstddef.h"
#include "simt_std_utility.h"

namespace cuda {
namespace std {

template <class... Elements>
class tuple;

// One element; its number tells it from others of its type.
template <size_t I, class T>
struct simt_element {
  T value{};

  constexpr simt_element() = default;
  template <class U>
  __host__ __device__ __forceinline__ constexpr explicit simt_element(U&& given)
      : value(static_cast<U&&>(given)) {}
};

template <class Numbers, class... Elements>
struct simt_elements;
template <size_t... I, class... Elements>
struct simt_elements<index_sequence<I...>, Elements...> : simt_element<I, Elements>... {
  constexpr simt_elements() = default;
  template <class... Given>
  __host__ __device__ __forceinline__ constexpr explicit simt_elements(int, Given&&... given)
      : simt_element<I, Elements>(static_cast<Given&&>(given))... {}
  // Into a tuple of references as well, which stay what they refer to.
  template <class Other>
  __host__ __device__ __forceinline__ constexpr void assign(const Other& other) {
    const int all[]{
        0, (static_cast<simt_element<I, Elements>&>(*this).value = other.template simt_get<I>(), 0)...};
    (void)all;
  }
  template <class Other>
  __host__ __device__ __forceinline__ constexpr bool equals(const Other& other) const {
    bool same = true;
    const int all[]{0, (same = same && static_cast<const simt_element<I, Elements>&>(*this).value ==
                                           other.template simt_get<I>(),
                        0)...};
    (void)all;
    return same;
  }
};

template <class... Elements>
class tuple : public simt_elements<index_sequence_for<Elements...>, Elements...> {
  using Base = simt_elements<index_sequence_for<Elements...>, Elements...>;

 public:
  template <size_t I>
  using simt_type = typename ::std::tuple_element<I, ::std::tuple<Elements...>>::type;

  constexpr tuple() = default;
  constexpr tuple(const tuple&) = default;
  constexpr tuple(tuple&&) = default;
  template <class... Given,
            enable_if_t<sizeof...(Given) == sizeof...(Elements) && (sizeof...(Given) > 1), int> = 0>
  __host__ __device__ __forceinline__ constexpr tuple(Given&&... given)
      : Base(0, static_cast<Given&&>(given)...) {}
  template <class Given,
            enable_if_t<sizeof...(Elements) == 1 && !is_base_of_v<tuple, remove_reference_t<Given>>, int> = 0>
  __host__ __device__ __forceinline__ constexpr explicit tuple(Given&& given)
      : Base(0, static_cast<Given&&>(given)) {}

  __host__ __device__ __forceinline__ constexpr tuple& operator=(const tuple& other) {
    this->assign(other);
    return *this;
  }
  template <class... Others>
  __host__ __device__ __forceinline__ constexpr tuple& operator=(const tuple<Others...>& other) {
    this->assign(other);
    return *this;
  }

  // The machine's own: what get() takes.
  template <size_t I>
  __host__ __device__ __forceinline__ constexpr simt_type<I>& simt_get() {
    return static_cast<simt_element<I, simt_type<I>>&>(*this).value;
  }
  template <size_t I>
  __host__ __device__ __forceinline__ constexpr const simt_type<I>& simt_get() const {
    return static_cast<const simt_element<I, simt_type<I>>&>(*this).value;
  }
};
template <class... Elements>
tuple(Elements...) -> tuple<Elements...>;

template <class T>
struct tuple_size;
template <class... Elements>
struct tuple_size<tuple<Elements...>> : integral_constant<size_t, sizeof...(Elements)> {};
template <class T>
constexpr size_t tuple_size_v = tuple_size<T>::value;
template <size_t I, class T>
struct tuple_element;
template <size_t I, class... Elements>
struct tuple_element<I, tuple<Elements...>> : ::std::tuple_element<I, ::std::tuple<Elements...>> {};
template <size_t I, class T>
using tuple_element_t = typename tuple_element<I, T>::type;

template <size_t I, class... Elements>
__host__ __device__ __forceinline__ constexpr tuple_element_t<I, tuple<Elements...>>& get(
    tuple<Elements...>& from) {
  return from.template simt_get<I>();
}
template <size_t I, class... Elements>
__host__ __device__ __forceinline__ constexpr const tuple_element_t<I, tuple<Elements...>>& get(
    const tuple<Elements...>& from) {
  return from.template simt_get<I>();
}
template <size_t I, class... Elements>
__host__ __device__ __forceinline__ constexpr tuple_element_t<I, tuple<Elements...>>&& get(
    tuple<Elements...>&& from) {
  return static_cast<tuple_element_t<I, tuple<Elements...>>&&>(from.template simt_get<I>());
}

template <class... Given>
__host__ __device__ __forceinline__ constexpr tuple<decay_t<Given>...> make_tuple(Given&&... given) {
  return tuple<decay_t<Given>...>(static_cast<Given&&>(given)...);
}
template <class... Given>
__host__ __device__ __forceinline__ constexpr tuple<Given&...> tie(Given&... given) {
  return tuple<Given&...>(given...);
}
template <class... A, class... B>
__host__ __device__ __forceinline__ constexpr bool operator==(const tuple<A...>& a, const tuple<B...>& b) {
  return a.equals(b);
}
template <class... A, class... B>
__host__ __device__ __forceinline__ constexpr bool operator!=(const tuple<A...>& a, const tuple<B...>& b) {
  return !a.equals(b);
}

}  // namespace std
}  // namespace cuda

// Structured bindings ask these of the C++ library's own names.
template <class... Elements>
struct std::tuple_size<cuda::std::tuple<Elements...>>
    : std::integral_constant<std::size_t, sizeof...(Elements)> {};
template <std::size_t I, class... Elements>
struct std::tuple_element<I, cuda::std::tuple<Elements...>> : std::tuple_element<I, std::tuple<Elements...>> {
};
