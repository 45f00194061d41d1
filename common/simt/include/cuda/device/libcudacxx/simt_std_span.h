// cuda::std::span: neighbouring elements that belong to somebody else.
#pragma once

#include "../simt_qualifiers.h"
#include "simt_std_array.h"
#include "simt_std_type_traits.h"

namespace cuda {
namespace std {

constexpr size_t dynamic_extent = static_cast<size_t>(-1);

template <class T, size_t Extent = dynamic_extent>
class span {
 public:
  using element_type = T;
  using value_type = remove_cv_t<T>;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using pointer = T*;
  using reference = T&;
  using iterator = T*;
  static constexpr size_t extent = Extent;

  constexpr span() = default;
  __host__ __device__ __forceinline__ constexpr span(T* data, size_t size) : data_(data), size_(size) {}
  __host__ __device__ __forceinline__ constexpr span(T* begin, T* end)
      : data_(begin), size_(static_cast<size_t>(end - begin)) {}
  template <size_t Size>
  __host__ __device__ __forceinline__ constexpr span(T (&elements)[Size]) : data_(elements), size_(Size) {}
  template <class U, size_t Size>
  __host__ __device__ __forceinline__ constexpr span(array<U, Size>& elements)
      : data_(elements.data()), size_(Size) {}
  template <class U, size_t Size>
  __host__ __device__ __forceinline__ constexpr span(const array<U, Size>& elements)
      : data_(elements.data()), size_(Size) {}
  template <class U, size_t Size, enable_if_t<is_convertible_v<U (*)[], T (*)[]>, int> = 0>
  __host__ __device__ __forceinline__ constexpr span(const span<U, Size>& other)
      : data_(other.data()), size_(other.size()) {}

  __host__ __device__ __forceinline__ constexpr T* data() const { return data_; }
  __host__ __device__ __forceinline__ constexpr size_t size() const {
    return Extent == dynamic_extent ? size_ : Extent;
  }
  __host__ __device__ __forceinline__ constexpr size_t size_bytes() const { return size() * sizeof(T); }
  __host__ __device__ __forceinline__ constexpr bool empty() const { return size() == 0; }
  __host__ __device__ __forceinline__ constexpr T& operator[](size_t i) const { return data_[i]; }
  __host__ __device__ __forceinline__ constexpr T& front() const { return data_[0]; }
  __host__ __device__ __forceinline__ constexpr T& back() const { return data_[size() - 1]; }
  __host__ __device__ __forceinline__ constexpr T* begin() const { return data_; }
  __host__ __device__ __forceinline__ constexpr T* end() const { return data_ + size(); }
  __host__ __device__ __forceinline__ constexpr span<T> first(size_t count) const { return {data_, count}; }
  __host__ __device__ __forceinline__ constexpr span<T> last(size_t count) const {
    return {data_ + (size() - count), count};
  }
  __host__ __device__ __forceinline__ constexpr span<T> subspan(size_t from,
                                                                size_t count = dynamic_extent) const {
    return {data_ + from, count == dynamic_extent ? size() - from : count};
  }

 private:
  T* data_ = nullptr;
  size_t size_ = Extent == dynamic_extent ? 0 : Extent;
};
template <class T>
span(T*, size_t) -> span<T>;
template <class T, size_t Size>
span(T (&)[Size]) -> span<T, Size>;
template <class T, size_t Size>
span(array<T, Size>&) -> span<T, Size>;
template <class T, size_t Size>
span(const array<T, Size>&) -> span<const T, Size>;

}  // namespace std
}  // namespace cuda
