// What nvcc lets a file use of the standard library without an #include, and the functions of it that nvcc
// compiles for kernels too: std::move, std::forward and std::initializer_list (CUDA C++ Programming Guide,
// "Standard Library"). All others are host functions.
#pragma once

#include <bits/c++config.h>

// The members of <initializer_list> become functions for both sides. This must be its first inclusion.
#pragma clang force_cuda_host_device begin
#include <initializer_list>
#pragma clang force_cuda_host_device end

// In C++20 the assignments of std::pair have constraints, and clang 14 crashes on a class with a constant pair, such as one of
// <regex>. A library without concepts declares them otherwise. It lacks the pair's <=>, which therefore stands here.
#if __cplusplus > 201703L && __clang_major__ < 15 && __has_include(<concepts>)
#include <compare>
#include <concepts>
#include <type_traits>
#pragma push_macro("__cpp_lib_concepts")
#undef __cpp_lib_concepts
#include <bits/stl_pair.h>
#pragma pop_macro("__cpp_lib_concepts")
#if __cpp_lib_three_way_comparison && __cpp_lib_concepts
namespace std {
template <class First, class Second>
constexpr common_comparison_category_t<__detail::__synth3way_t<First>, __detail::__synth3way_t<Second>>
operator<=>(const pair<First, Second>& left, const pair<First, Second>& right) {
  if (const auto order = __detail::__synth3way(left.first, right.first); order != 0) return order;
  return __detail::__synth3way(left.second, right.second);
}
}  // namespace std
#endif
#endif

// <cmath> without the special functions of C++17, which take a third of the time that all headers take here.
// A file that includes <cmath> itself gets them: see cmath.
#pragma push_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#define _GLIBCXX_USE_STD_SPEC_FUNCS 0
#include <cmath>
// These two headers give sqrt(float), abs(float) and so on their C++ overloads outside of std.
#include <math.h>
#include <stdlib.h>
#pragma pop_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <new>
#include <utility>

#include "simt_qualifiers.h"

#ifndef __CUDACC_RELAXED_CONSTEXPR__  // then the standard library's own are for both sides
namespace std {

template <class T>
__device__ __forceinline__ constexpr T&& forward(typename remove_reference<T>::type& value) noexcept {
  return static_cast<T&&>(value);
}
template <class T>
__device__ __forceinline__ constexpr T&& forward(typename remove_reference<T>::type&& value) noexcept {
  return static_cast<T&&>(value);
}
template <class T>
__device__ __forceinline__ constexpr typename remove_reference<T>::type&& move(T&& value) noexcept {
  return static_cast<typename remove_reference<T>::type&&>(value);
}

}  // namespace std
#endif
