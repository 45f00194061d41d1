#include "state/arrays.h"

#include <algorithm>

namespace cudart {
namespace {

// The largest arrays on sm_90: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
constexpr std::size_t kMostOfRow = 131072;
constexpr std::size_t kMostRows = 65536;
constexpr std::size_t kMostOfVolume = 16384;
constexpr std::size_t kMostLayers = 2048;
constexpr std::size_t kFaces = 6;

// Extents and flags make one of the shapes; nothing: they fit none.
std::optional<simt::TexelShape> shape_of(const cudaExtent& extent, unsigned flags) {
  const bool is_layered = (flags & cudaArrayLayered) != 0;
  const bool fits_plane = extent.width <= kMostOfRow && extent.height <= kMostRows;
  if (extent.width == 0 || !fits_plane) return std::nullopt;
  if ((flags & cudaArrayCubemap) != 0) {
    const bool has_faces =
        is_layered ? extent.depth != 0 && extent.depth % kFaces == 0 : extent.depth == kFaces;
    if (extent.width != extent.height || !has_faces) return std::nullopt;
    return is_layered ? simt::TexelShape::layered_cube : simt::TexelShape::cube;
  }
  if (is_layered) {
    if (extent.depth == 0 || extent.depth > kMostLayers) return std::nullopt;
    return extent.height == 0 ? simt::TexelShape::layered_one : simt::TexelShape::layered_two;
  }
  if (extent.depth == 0) return extent.height == 0 ? simt::TexelShape::one : simt::TexelShape::two;
  const bool is_volume =
      extent.height != 0 && std::max({extent.width, extent.height, extent.depth}) <= kMostOfVolume;
  return is_volume ? std::make_optional(simt::TexelShape::three) : std::nullopt;
}

std::string sizes_text(const cudaExtent& extent) {
  std::string text = std::to_string(extent.width);
  if (extent.height != 0) text += "x" + std::to_string(extent.height);
  if (extent.depth != 0) text += (extent.height == 0 ? "x1x" : "x") + std::to_string(extent.depth);
  return text;
}

std::string element_name(const simt::TexelFormat& format) {
  const bool is_floating = format.kind == simt::TexelKind::floating;
  const bool is_signed = format.kind == simt::TexelKind::signed_integer;
  std::string name = is_floating         ? (format.bits == 16 ? "half" : "float")
                     : format.bits == 8  ? (is_signed ? "char" : "uchar")
                     : format.bits == 16 ? (is_signed ? "short" : "ushort")
                                         : (is_signed ? "int" : "uint");
  return format.channels == 1 ? name : name + std::to_string(format.channels);
}

}  // namespace

Handles<cudaArray>& arrays() { return handles<cudaArray>(); }

std::optional<simt::TexelFormat> format_of(const cudaChannelFormatDesc& element) {
  const int bits = element.x;
  const int channels = (element.x != 0) + (element.y != 0) + (element.z != 0) + (element.w != 0);
  const auto is_one = [bits](int channel) { return channel == 0 || channel == bits; };
  const bool is_even = is_one(element.y) && is_one(element.z) && is_one(element.w);
  const bool are_first = channels == 1 ? element.x != 0 : channels == 2 ? element.y != 0 : channels == 4;
  const bool is_size = bits == 16 || bits == 32 || (bits == 8 && element.f != cudaChannelFormatKindFloat);
  const bool is_kind = element.f >= cudaChannelFormatKindSigned && element.f <= cudaChannelFormatKindFloat;
  if (!is_even || !are_first || !is_size || !is_kind) return std::nullopt;
  const auto kind = element.f == cudaChannelFormatKindFloat    ? simt::TexelKind::floating
                    : element.f == cudaChannelFormatKindSigned ? simt::TexelKind::signed_integer
                                                               : simt::TexelKind::unsigned_integer;
  return simt::TexelFormat{kind, static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(channels)};
}

cudaError_t create_array(Runtime& runtime, cudaArray_t* array, const cudaChannelFormatDesc* element,
                         const cudaExtent& extent, unsigned flags) {
  constexpr unsigned kKnown =
      cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather;
  if (array == nullptr || element == nullptr) return cudaErrorInvalidValue;
  *array = nullptr;
  if ((flags & ~kKnown) != 0) return cudaErrorNotSupported;
  const auto format = format_of(*element);
  if (!format) return cudaErrorInvalidChannelDescriptor;
  const auto shape = shape_of(extent, flags);
  if (!shape) return cudaErrorInvalidValue;
  cudaArray made{*element, extent, flags, {}};
  simt::TexelMemory& memory = made.memory;
  memory.shape = *shape;
  memory.format = *format;
  memory.width = extent.width;
  memory.height = std::max<std::size_t>(extent.height, 1);
  memory.slices = std::max<std::size_t>(extent.depth, 1);
  memory.row_bytes = memory.width * format->bytes();
  memory.slice_bytes = memory.row_bytes * memory.height;
  Allocation* const allocation =
      runtime.memory().allocate(memory.bytes(), MemoryKind::array, runtime.caller().where);
  if (allocation == nullptr) return cudaErrorMemoryAllocation;
  memory.begin = reinterpret_cast<void*>(allocation->begin);
  const std::string name = "array of " + sizes_text(extent) + " " + element_name(*format);
  runtime.memory().describe(*allocation, name, element_name(*format), format->bytes());
  *array = arrays().make(made);
  return cudaSuccess;
}

cudaError_t free_array(Runtime& runtime, cudaArray_t array) {
  if (const cudaError_t error = runtime.wait(); error != cudaSuccess) return error;
  if (array == nullptr) return cudaSuccess;
  const cudaArray* const found = arrays().find(array);
  if (found == nullptr) {
    runtime.report("free of what was not allocated",
                   "cudaFreeArray was given what is no array, or was freed before.",
                   "free each array once, with the handle that cudaMallocArray gave");
    return cudaErrorInvalidResourceHandle;
  }
  runtime.memory().release(found->memory.begin);
  arrays().destroy(array);
  return cudaSuccess;
}

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
