// The elements of cuBLAS's arrays, and what is computed in: a matrix of halves is computed in floats, one of bytes in floats or
// integers, the others in their own type.
//
// Complex products are written out: std::complex's look for infinities after each one, which takes several times as long.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <type_traits>

#include "cuComplex.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace cublas {

using ComplexFloat = std::complex<float>;
using ComplexDouble = std::complex<double>;

template <class T>
struct RealOf {
  using Type = T;
};
template <class R>
struct RealOf<std::complex<R>> {
  using Type = R;
};
template <class T>
using Real = typename RealOf<T>::Type;
template <class T>
constexpr bool kIsComplex = !std::is_same_v<T, Real<T>>;

// cuBLAS's pointers as pointers to the types that are computed with here.
template <class T>
T* ours(T* memory) {
  return memory;
}
inline ComplexFloat* ours(cuComplex* memory) { return reinterpret_cast<ComplexFloat*>(memory); }
inline const ComplexFloat* ours(const cuComplex* memory) {
  return reinterpret_cast<const ComplexFloat*>(memory);
}
inline ComplexDouble* ours(cuDoubleComplex* memory) { return reinterpret_cast<ComplexDouble*>(memory); }
inline const ComplexDouble* ours(const cuDoubleComplex* memory) {
  return reinterpret_cast<const ComplexDouble*>(memory);
}

// The same of an array of pointers.
template <class T>
auto ours_of(T* const* pointers) {
  using Ours = decltype(ours(static_cast<T*>(nullptr)));
  return reinterpret_cast<Ours const*>(pointers);
}

template <class T>
T product(T a, T b) {
  return a * b;
}
template <class R>
std::complex<R> product(std::complex<R> a, std::complex<R> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

template <class T>
T conjugate(T a) {
  if constexpr (kIsComplex<T>) return std::conj(a);
  return a;
}
template <class T>
T conjugate_if(bool is_conjugated, T a) {
  return is_conjugated ? conjugate(a) : a;
}

template <class T>
Real<T> real_part(T a) {
  if constexpr (kIsComplex<T>) {
    return a.real();
  } else {
    return a;
  }
}

// An element as the type S that is computed in, and back, rounded to nearest.
template <class S, class T>
S widened(const T& element) {
  if constexpr (std::is_same_v<T, __half> || std::is_same_v<T, __nv_bfloat16>) {
    return static_cast<S>(element.value());
  } else {
    return static_cast<S>(element);
  }
}
template <class T, class S>
T narrowed(const S& value) {
  return T(value);
}

}  // namespace cublas
