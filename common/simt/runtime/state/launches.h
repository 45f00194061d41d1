// A kernel's launch, as every function of the API that launches one does it.
#pragma once

#include "state/runtime.h"

namespace cudart {

struct Configuration {
  dim3 grid;
  dim3 block;
  std::size_t shared = 0;
  cudaStream_t stream = nullptr;
  bool is_cooperative = false;
};

cudaError_t launch(Runtime& runtime, const void* stub, const Configuration& with, void** given);

}  // namespace cudart
