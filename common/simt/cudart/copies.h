// Bytes from one place to another, wherever each is: the host's memory, an allocation, a device variable.
#pragma once

#include "runtime.h"

namespace cudart {

cudaError_t copy(Runtime& runtime, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t fill(Runtime& runtime, void* to, int value, std::size_t bytes);

}  // namespace cudart
