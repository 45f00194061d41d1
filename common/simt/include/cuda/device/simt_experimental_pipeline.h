// The pipeline of CUDA 11.0's preview, which programs of that time use; cuda::pipeline took its place.
#pragma once

#include "simt_async_copy.h"
#include "simt_awbarrier.h"

namespace nvcuda {
namespace experimental {

// One thread's: its batches are groups of asynchronous copies.
class pipeline {
 public:
  __device__ __forceinline__ pipeline() : batch_(0) {}
  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;

  __device__ __forceinline__ size_t commit() {
    simt_async::commit();
    return batch_++;
  }
  __device__ __forceinline__ void commit_and_wait() {
    commit();
    wait_prior<0>();
  }
  __device__ __forceinline__ void wait(size_t batch) {
    simt_async::wait(batch_ > batch ? static_cast<unsigned>(batch_ - batch) : 0);
  }
  template <unsigned Batches>
  __device__ __forceinline__ void wait_prior() {
    simt_async::wait(Batches);
  }
  __device__ __forceinline__ void arrive_on(awbarrier& barrier) {
    simt_phases::bind_copies(&barrier.barrier_);
  }

 private:
  size_t batch_;
};

// Copies pieces that are as wide as the type's alignment allows.
template <class T>
__device__ __forceinline__ void memcpy_async(T& to, const T& from, pipeline& /*pipe*/) {
  constexpr unsigned kWidth = alignof(T) >= 16 ? 16 : static_cast<unsigned>(alignof(T));
  auto* const target = reinterpret_cast<char*>(&to);
  const auto* const source = reinterpret_cast<const char*>(&from);
  if constexpr (kWidth >= 4) {
    simt_async::copy_by<kWidth>(simt_async::OneThread{}, target, source, sizeof(T));
  } else {
    to = from;
  }
}

}  // namespace experimental
}  // namespace nvcuda
