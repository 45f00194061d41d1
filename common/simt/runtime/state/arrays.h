// CUDA arrays: memory of texels that only textures, surfaces and copies reach. Here it is row after row and
// slice after slice. Copies to and from them, and those that cudaMemcpy3D describes, are copies of rows.
#pragma once

#include <optional>

#include "host/simt_host_memory_types.h"
#include "host/simt_host_texture_types.h"
#include "state/copies.h"
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

// The part of an array that a copy takes: `x` and `width` in bytes.
struct ArrayPart {
  cudaArray_const_t array = nullptr;
  std::size_t x = 0;
  std::size_t y = 0;
  std::size_t slice = 0;
};

cudaError_t copy_to_array(Runtime& runtime, const ArrayPart& to, const Rows& from, const Extent& extent,
                          cudaMemcpyKind kind);
cudaError_t copy_from_array(Runtime& runtime, const Rows& to, const ArrayPart& from, const Extent& extent,
                            cudaMemcpyKind kind);
cudaError_t copy_between_arrays(Runtime& runtime, const ArrayPart& to, const ArrayPart& from,
                                const Extent& extent);
// The rows of pitched memory from a position on.
Rows rows_from(const cudaPitchedPtr& memory, const cudaPos& first);
// cudaMemcpy3D between pointers, and where an array takes part.
cudaError_t copy_pointers_3d(Runtime& runtime, const cudaMemcpy3DParms& copy);
cudaError_t copy_3d_with_arrays(Runtime& runtime, const cudaMemcpy3DParms& copy);

}  // namespace cudart
