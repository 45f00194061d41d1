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

}  // namespace cudart
