#include "state/array_copies.h"

namespace cudart {
namespace {

// The rows of an array's part; no address: there is no such part, and `error` says why.
struct PartRows {
  Rows rows;
  cudaError_t error = cudaSuccess;
};

PartRows rows_of(Runtime& runtime, const ArrayPart& part, const Extent& extent) {
  const cudaArray* const array = arrays().find(part.array);
  if (array == nullptr) return {{}, cudaErrorInvalidResourceHandle};
  const simt::TexelMemory& memory = array->memory;
  const bool fits = part.x + extent.width <= memory.row_bytes && part.y + extent.height <= memory.height &&
                    part.slice + extent.depth <= memory.slices;
  if (!fits) {
    runtime.report("copy past the end",
                   std::string(runtime.caller().function) + " copies " + std::to_string(extent.height) +
                       " rows of " + std::to_string(extent.width) + " bytes, from byte " +
                       std::to_string(part.x) + " of row " + std::to_string(part.y) + " on; the array has " +
                       std::to_string(memory.height) + " rows of " + std::to_string(memory.row_bytes) +
                       " bytes" +
                       (memory.slices == 1 ? "." : ", in " + std::to_string(memory.slices) + " slices."),
                   "widths and columns of these copies are in bytes, not in elements");
    return {{}, cudaErrorInvalidValue};
  }
  const std::size_t offset = part.slice * memory.slice_bytes + part.y * memory.row_bytes + part.x;
  return {{static_cast<const char*>(memory.begin) + offset, memory.row_bytes, memory.slice_bytes},
          cudaSuccess};
}

ArrayPart part_of(const cudaArray& array, const cudaPos& first) {
  return {&array, first.x * array.memory.format.bytes(), first.y, first.z};
}

}  // namespace

Rows rows_from(const cudaPitchedPtr& memory, const cudaPos& first) {
  const std::size_t slice = memory.pitch * memory.ysize;
  const std::size_t offset = first.z * slice + first.y * memory.pitch + first.x;
  return {static_cast<const char*>(memory.ptr) + offset, memory.pitch, slice};
}

cudaError_t copy_pointers_3d(Runtime& runtime, const cudaMemcpy3DParms& copy) {
  if (copy.srcPtr.ptr == nullptr || copy.dstPtr.ptr == nullptr) return cudaErrorInvalidValue;
  const Extent extent{copy.extent.width, copy.extent.height, copy.extent.depth};
  if (extent.width > copy.srcPtr.pitch || extent.width > copy.dstPtr.pitch) return cudaErrorInvalidPitchValue;
  return copy_rows(runtime, rows_from(copy.dstPtr, copy.dstPos), rows_from(copy.srcPtr, copy.srcPos), extent,
                   copy.kind);
}

cudaError_t copy_to_array(Runtime& runtime, const ArrayPart& to, const Rows& from, const Extent& extent,
                          cudaMemcpyKind kind) {
  const PartRows part = rows_of(runtime, to, extent);
  return part.error != cudaSuccess ? part.error : copy_rows(runtime, part.rows, from, extent, kind);
}

cudaError_t copy_from_array(Runtime& runtime, const Rows& to, const ArrayPart& from, const Extent& extent,
                            cudaMemcpyKind kind) {
  const PartRows part = rows_of(runtime, from, extent);
  return part.error != cudaSuccess ? part.error : copy_rows(runtime, to, part.rows, extent, kind);
}

cudaError_t copy_between_arrays(Runtime& runtime, const ArrayPart& to, const ArrayPart& from,
                                const Extent& extent) {
  const PartRows part = rows_of(runtime, from, extent);
  if (part.error != cudaSuccess) return part.error;
  return copy_to_array(runtime, to, part.rows, extent, cudaMemcpyDeviceToDevice);
}

// The extent is in the arrays' elements; a position is in those of what it belongs to, of a pointer in bytes.
cudaError_t copy_3d_with_arrays(Runtime& runtime, const cudaMemcpy3DParms& copy) {
  const cudaArray* const to = arrays().find(copy.dstArray);
  const cudaArray* const from = arrays().find(copy.srcArray);
  const bool are_known =
      (copy.dstArray == nullptr || to != nullptr) && (copy.srcArray == nullptr || from != nullptr);
  if (!are_known) return cudaErrorInvalidResourceHandle;
  if ((to == nullptr && copy.dstPtr.ptr == nullptr) || (from == nullptr && copy.srcPtr.ptr == nullptr))
    return cudaErrorInvalidValue;
  const std::size_t element = (to != nullptr ? to : from)->memory.format.bytes();
  const Extent extent{copy.extent.width * element, copy.extent.height, copy.extent.depth};
  if (to == nullptr) {
    return copy_from_array(runtime, rows_from(copy.dstPtr, copy.dstPos), part_of(*from, copy.srcPos), extent,
                           copy.kind);
  }
  const ArrayPart target = part_of(*to, copy.dstPos);
  if (from == nullptr)
    return copy_to_array(runtime, target, rows_from(copy.srcPtr, copy.srcPos), extent, copy.kind);
  if (from->memory.format.bytes() != element) return cudaErrorInvalidValue;
  return copy_between_arrays(runtime, target, part_of(*from, copy.srcPos), extent);
}

}  // namespace cudart
