// Copies to and from CUDA arrays, and those that cudaMemcpy3D describes: bytes of rows, as other copies, once
// it is clear that the array has them.
#pragma once

#include "state/arrays.h"
#include "state/copies.h"

namespace cudart {

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
