// cuda::std::optional, of types that have a value without being told one.
#pragma once

#include "../simt_qualifiers.h"
#include "simt_std_utility.h"

namespace cuda {
namespace std {

struct nullopt_t {
  __host__ __device__ __forceinline__ constexpr explicit nullopt_t(int) {}
};
#ifdef __CUDA_ARCH__
static __device__ const nullopt_t nullopt{0};
#else
static const nullopt_t nullopt{0};
#endif

template <class T>
class optional {
 public:
  using value_type = T;

  constexpr optional() = default;
  __host__ __device__ __forceinline__ constexpr optional(nullopt_t) {}
  template <class U = T, enable_if_t<is_convertible_v<U, T> && !is_same_v<decay_t<U>, optional>, int> = 0>
  __host__ __device__ __forceinline__ constexpr optional(U&& value)
      : value_(static_cast<U&&>(value)), has_value_(true) {}

  __host__ __device__ __forceinline__ constexpr optional& operator=(nullopt_t) {
    has_value_ = false;
    return *this;
  }
  template <class... Arguments>
  __host__ __device__ __forceinline__ constexpr T& emplace(Arguments&&... arguments) {
    value_ = T(static_cast<Arguments&&>(arguments)...);
    has_value_ = true;
    return value_;
  }
  __host__ __device__ __forceinline__ constexpr void reset() { has_value_ = false; }

  __host__ __device__ __forceinline__ constexpr bool has_value() const { return has_value_; }
  __host__ __device__ __forceinline__ constexpr explicit operator bool() const { return has_value_; }
  __host__ __device__ __forceinline__ constexpr T& operator*() { return value_; }
  __host__ __device__ __forceinline__ constexpr const T& operator*() const { return value_; }
  __host__ __device__ __forceinline__ constexpr T* operator->() { return &value_; }
  __host__ __device__ __forceinline__ constexpr const T* operator->() const { return &value_; }
  __host__ __device__ __forceinline__ constexpr T& value() { return value_; }
  __host__ __device__ __forceinline__ constexpr const T& value() const { return value_; }
  template <class U>
  __host__ __device__ __forceinline__ constexpr T value_or(U&& other) const {
    return has_value_ ? value_ : static_cast<T>(static_cast<U&&>(other));
  }

 private:
  T value_{};
  bool has_value_ = false;
};
template <class T>
optional(T) -> optional<T>;

template <class T>
__host__ __device__ __forceinline__ constexpr bool operator==(const optional<T>& a, const optional<T>& b) {
  return a.has_value() == b.has_value() && (!a.has_value() || *a == *b);
}
template <class T>
__host__ __device__ __forceinline__ constexpr bool operator!=(const optional<T>& a, const optional<T>& b) {
  return !(a == b);
}
template <class T>
__host__ __device__ __forceinline__ constexpr bool operator==(const optional<T>& a, nullopt_t) {
  return !a.has_value();
}
template <class T>
__host__ __device__ __forceinline__ constexpr optional<decay_t<T>> make_optional(T&& value) {
  return optional<decay_t<T>>(static_cast<T&&>(value));
}

}  // namespace std
}  // namespace cuda
