// Bytes from one place to another, wherever each is: the host's memory, an allocation, a device variable. A
// copy that cannot be right is reported with its reason, besides the error that CUDA gives.
#pragma once

#include "state/copy_faults.h"
#include "state/runtime.h"

namespace cudart {

// Rows of equal length, `pitch` bytes apart, in slices of `rows` rows that begin `slice` bytes apart.
struct Rows {
  const void* address = nullptr;
  std::size_t pitch = 0;
  std::size_t slice = 0;
};
struct Extent {
  std::size_t width = 0;  // in bytes
  std::size_t height = 1;
  std::size_t depth = 1;
};

// Something other than a kernel has changed bytes of an allocation or a variable, or which of them are written.
void note_change(Runtime& runtime, const CopyEnd& to);

cudaError_t copy(Runtime& runtime, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t copy_rows(Runtime& runtime, const Rows& to_rows, const Rows& from_rows, const Extent& extent,
                      cudaMemcpyKind kind);
cudaError_t fill_rows(Runtime& runtime, const Rows& rows, int value, const Extent& extent);

}  // namespace cudart
