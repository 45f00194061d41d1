// Asynchronous copies from global to shared memory (cp.async), and their groups: what all of CUDA's
// interfaces to them come down to. PTX ISA, "cp.async".
#pragma once

#include "simt_device.h"

namespace simt_async {

constexpr unsigned kAllCopies = 0xFFFFFFFFU;  // makes wait() also wait for copies in no group

// `Width` bytes at `shared`: `bytes` of them from `global`, zeros behind.
template <unsigned Width, bool BypassesL1>
__device__ __forceinline__ void copy(void* shared, const void* global, unsigned bytes = Width) {
  simt_copy_source(global, bytes, Width);
  simt_copy_async(shared, Width, BypassesL1 ? 1 : 0);
}

// Chooses as CUDA's headers do: 16 bytes bypass L1 (cp.async.cg), 4 and 8 go through it (cp.async.ca).
template <unsigned Width>
__device__ __forceinline__ void copy_as_cuda(void* shared, const void* global, unsigned bytes = Width) {
  copy<Width, Width == 16>(shared, global, bytes);
}

__device__ __forceinline__ void commit() { simt_commit_async(); }
// Waits until at most so many groups are unfinished.
__device__ __forceinline__ void wait(unsigned groups) { simt_wait_async(groups); }

// `bytes` of an array by the threads of a group, each `Width` at a time, neighbours side by side. `bytes` is
// a multiple of the width.
template <unsigned Width, class Group>
__device__ __forceinline__ void copy_by(const Group& group, char* shared, const char* global, size_t bytes) {
  const size_t stride = group.num_threads() * Width;
  for (size_t offset = group.thread_rank() * Width; offset < bytes; offset += stride)
    copy_as_cuda<Width>(shared + offset, global + offset);
}

// Copies like copy_by, but with loads and stores.
template <class Piece, class Group>
__device__ __forceinline__ void move_by(const Group& group, char* to, const char* from, size_t bytes) {
  const size_t stride = group.num_threads();
  for (size_t i = group.thread_rank(); i < bytes / sizeof(Piece); i += stride)
    reinterpret_cast<Piece*>(to)[i] = reinterpret_cast<const Piece*>(from)[i];
}

// One thread by itself.
struct OneThread {
  __device__ __forceinline__ static constexpr unsigned num_threads() { return 1; }
  __device__ __forceinline__ static constexpr unsigned thread_rank() { return 0; }
  __device__ __forceinline__ static void sync() {}
};

}  // namespace simt_async
