// What is wrong with a copy, in words.
#pragma once

#include "state/runtime.h"

namespace cudart {

// The memory that a pointer leads to. both: pinned and managed memory, which host and device use.
enum class Side { host, device, both };

// One end of a copy.
struct CopyEnd {
  Side side = Side::host;
  const void* address = nullptr;
  std::size_t bytes = 0;          // from its first byte to its last
  unsigned char* view = nullptr;  // where this process sees `address`
  Allocation* allocation = nullptr;
  bool is_variable = false;  // a __device__ or __constant__ one

  bool is_in_arena() const { return side != Side::host && !is_variable; }
};

CopyEnd end_of_copy(Runtime& runtime, const void* address, std::size_t bytes);

// Whether the bytes lie inside of one allocation; reports it where they do not.
bool is_inside(Runtime& runtime, const CopyEnd& end, bool is_target);
// Whether CUDA does such a copy; reports it where it does not.
bool fits_direction(Runtime& runtime, const CopyEnd& to, const CopyEnd& from, cudaMemcpyKind kind);
// A copy to the host of what nobody wrote. `unwritten`: so many of `bytes`.
void report_unwritten(Runtime& runtime, const Allocation& allocation, std::size_t bytes,
                      std::size_t unwritten);

}  // namespace cudart
