// What cuda::memcpy_async does with its bytes: as libcu++ for sm_80. The alignment that is known when the
// program is compiled, of the type or of a cuda::aligned_size_t, says how wide the copies are: 16, 8 or 4
// bytes a thread, or loads and stores where it is less than 4.
//
// For sm_90 libcu++ makes one bulk copy (TMA) of what is aligned to 16 bytes; that one is not modelled.
#pragma once

#include "../simt_async_copy.h"
#include "simt_thread_scope.h"

namespace cuda {
namespace simt {

template <class Size>
struct AlignmentOf {
  static constexpr size_t value = 1;
};
template <size_t Alignment>
struct AlignmentOf<aligned_size_t<Alignment>> {
  static constexpr size_t value = Alignment;
};
template <class T>
constexpr size_t kAlignment = alignof(T);
template <>
inline constexpr size_t kAlignment<void> = 1;

template <class Group, class T, class Size>
__device__ __forceinline__ void copy_by(const Group& group, T* to, const T* from, const Size& size) {
  constexpr size_t kOfSize = AlignmentOf<Size>::value;
  constexpr size_t kKnown = kOfSize > kAlignment<T> ? kOfSize : kAlignment<T>;
  constexpr unsigned kWidth = kKnown >= 16 ? 16 : kKnown;
  auto* const target = reinterpret_cast<char*>(to);
  const auto* const source = reinterpret_cast<const char*>(from);
  const auto bytes = static_cast<size_t>(size);
  if constexpr (kWidth >= 4) {
    simt_async::copy_by<kWidth>(group, target, source, bytes);
  } else if constexpr (kWidth == 2) {
    simt_async::move_by<unsigned short>(group, target, source, bytes);
  } else {
    simt_async::move_by<unsigned char>(group, target, source, bytes);
  }
}

}  // namespace simt
}  // namespace cuda
