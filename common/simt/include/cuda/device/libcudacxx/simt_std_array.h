// cuda::std::array.
#pragma once

#include "../simt_qualifiers.h"
#include "simt_std_cstddef.h"

namespace cuda {
namespace std {

template <class T, size_t Size>
struct array {
  using value_type = T;
  using size_type = size_t;
  using reference = T&;
  using const_reference = const T&;
  using iterator = T*;
  using const_iterator = const T*;

  // Public, as an aggregate's members are.
  T elements_[Size > 0 ? Size : 1];

  __host__ __device__ __forceinline__ constexpr T& operator[](size_t i) { return elements_[i]; }
  __host__ __device__ __forceinline__ constexpr const T& operator[](size_t i) const { return elements_[i]; }
  __host__ __device__ __forceinline__ constexpr T& front() { return elements_[0]; }
  __host__ __device__ __forceinline__ constexpr const T& front() const { return elements_[0]; }
  __host__ __device__ __forceinline__ constexpr T& back() { return elements_[Size - 1]; }
  __host__ __device__ __forceinline__ constexpr const T& back() const { return elements_[Size - 1]; }
  __host__ __device__ __forceinline__ constexpr T* data() { return elements_; }
  __host__ __device__ __forceinline__ constexpr const T* data() const { return elements_; }
  __host__ __device__ __forceinline__ constexpr T* begin() { return elements_; }
  __host__ __device__ __forceinline__ constexpr const T* begin() const { return elements_; }
  __host__ __device__ __forceinline__ constexpr T* end() { return elements_ + Size; }
  __host__ __device__ __forceinline__ constexpr const T* end() const { return elements_ + Size; }
  __host__ __device__ __forceinline__ static constexpr size_t size() { return Size; }
  __host__ __device__ __forceinline__ static constexpr bool empty() { return Size == 0; }
  __host__ __device__ __forceinline__ constexpr void fill(const T& value) {
    for (T& element : *this) element = value;
  }
};
#ifdef __cpp_deduction_guides  // since C++17
template <class T, class... Rest>
array(T, Rest...) -> array<T, 1 + sizeof...(Rest)>;
#endif

}  // namespace std
}  // namespace cuda
