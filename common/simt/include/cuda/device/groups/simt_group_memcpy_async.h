// cooperative_groups::memcpy_async, and the waits for it. CUDA C++ Programming Guide, "memcpy_async".
//
// As CUDA's own: the widest copies, of 16, 8 or 4 bytes, that the two addresses allow, or the type and size
// say at once; then a commit. What is left over at either end, and what is aligned to less, goes by loads and
// stores.
#pragma once

#include "../libcudacxx/simt_cuda_memcpy_async.h"
#include "simt_group_partitions.h"

namespace cooperative_groups {
namespace simt {

// The widest copy that both addresses allow behind the same few bytes.
template <unsigned Least>
__device__ __forceinline__ unsigned width_for(const char* to, const char* from, size_t bytes) {
  const auto apart = static_cast<unsigned>(reinterpret_cast<size_t>(to) ^ reinterpret_cast<size_t>(from));
  unsigned width = 16;
  while (width > Least && (apart % width != 0 || bytes < width)) width /= 2;
  return width;
}

template <unsigned Width, class Group>
__device__ __forceinline__ void copy_with_ends(const Group& group, char* to, const char* from, size_t bytes) {
  const size_t head = (Width - reinterpret_cast<size_t>(from) % Width) % Width;
  const size_t middle = (bytes - head) / Width * Width;
  simt_async::move_by<char>(group, to, from, head);
  simt_async::copy_by<Width>(group, to + head, from + head, middle);
  simt_async::move_by<char>(group, to + head + middle, from + head + middle, bytes - head - middle);
}

template <unsigned Alignment, class Group>
__device__ __forceinline__ void copy_bytes(const Group& group, char* to, const char* from, size_t bytes) {
  if constexpr (Alignment >= 4) {
    constexpr unsigned kWidth = Alignment >= 16 ? 16 : Alignment;
    return simt_async::copy_by<kWidth>(group, to, from, bytes / kWidth * kWidth);
  }
  switch (width_for<Alignment>(to, from, bytes)) {
    case 16:
      return copy_with_ends<16>(group, to, from, bytes);
    case 8:
      return copy_with_ends<8>(group, to, from, bytes);
    case 4:
      return copy_with_ends<4>(group, to, from, bytes);
    default:
      return simt_async::move_by<char>(group, to, from, bytes);
  }
}

template <class Group, class T, class Size>
__device__ __forceinline__ void copy(const Group& group, T* to, const T* from, size_t bytes, const Size&) {
  constexpr size_t kOfSize = cuda::simt::AlignmentOf<Size>::value;
  constexpr size_t kKnown = kOfSize > 1 ? kOfSize : cuda::simt::kAlignment<T>;
  copy_bytes<kKnown>(group, reinterpret_cast<char*>(to), reinterpret_cast<const char*>(from), bytes);
  simt_async::commit();
}

}  // namespace simt

// Copies so many bytes.
template <class Group, class T, class Size>
__device__ __forceinline__ void memcpy_async(const Group& group, T* to, const T* from, const Size& bytes) {
  simt::copy(group, to, from, static_cast<size_t>(bytes), bytes);
}
// Copies so many elements: the smaller of the two numbers.
template <class Group, class T, class ToSize, class FromSize>
__device__ __forceinline__ void memcpy_async(const Group& group, T* to, const ToSize& to_count, const T* from,
                                             const FromSize& from_count) {
  const auto there = static_cast<size_t>(to_count);
  const auto here = static_cast<size_t>(from_count);
  simt::copy(group, to, from, (there < here ? there : here) * sizeof(T), to_count);
}

template <unsigned Groups, class Group>
__device__ __forceinline__ void wait_prior(const Group& group) {
  simt_async::wait(Groups);
  group.sync();
}
template <class Group>
__device__ __forceinline__ void wait(const Group& group) {
  simt_async::wait(0);
  group.sync();
}

}  // namespace cooperative_groups
