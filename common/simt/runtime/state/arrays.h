// CUDA arrays: memory of texels that only textures, surfaces and copies reach. Here it is row after row and
// slice after slice.
#pragma once

#include <optional>

#include "host/simt_host_memory_types.h"
#include "host/simt_host_texture_types.h"
#include "state/handles.h"
#include "state/runtime.h"

// The name is CUDA's.
struct cudaArray {
  cudaChannelFormatDesc element;
  cudaExtent extent;  // the program's extent; 0 for an axis that the array lacks
  unsigned flags = 0;
  simt::TexelMemory memory;
};

namespace cudart {

Handles<cudaArray>& arrays();

// Returns nothing if no texture has such elements.
std::optional<simt::TexelFormat> format_of(const cudaChannelFormatDesc& element);

cudaError_t create_array(Runtime& runtime, cudaArray_t* array, const cudaChannelFormatDesc* element,
                         const cudaExtent& extent, unsigned flags);
cudaError_t free_array(Runtime& runtime, cudaArray_t array);

}  // namespace cudart
