// Textures and surfaces: how texels lie in memory, and how a texture is read. CUDA C++ Programming Guide,
// "Texture and Surface Memory".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace simt {

// untyped: bytes, which are whatever type a fetch asks for.
enum class TexelKind : std::uint8_t { signed_integer, unsigned_integer, floating, untyped };

// 1, 2 or 4 channels of 8, 16 or 32 bits; floating ones have 16 or 32. Untyped ones are one channel.
struct TexelFormat {
  TexelKind kind = TexelKind::floating;
  std::uint8_t bits = 32;
  std::uint8_t channels = 1;

  std::size_t bytes() const { return std::size_t{bits} / 8 * channels; }
};

// linear: elements by number, for tex1Dfetch. The others have coordinates. pitched: rows of linear memory.
enum class TexelShape : std::uint8_t {
  linear,
  pitched,
  one,
  two,
  three,
  layered_one,
  layered_two,
  cube,
  layered_cube
};

// Row after row and slice after slice. A slice is a layer, a face of a cube, or a plane of a volume.
struct TexelMemory {
  const void* begin = nullptr;
  TexelShape shape = TexelShape::linear;
  TexelFormat format;
  std::size_t width = 0;
  std::size_t height = 1;
  std::size_t slices = 1;
  std::size_t row_bytes = 0;
  std::size_t slice_bytes = 0;

  std::size_t bytes() const {
    return (slices - 1) * slice_bytes + (height - 1) * row_bytes + width * format.bytes();
  }
};

enum class AddressMode : std::uint8_t { wrap, clamp, mirror, border };

struct TextureDescription {
  TexelMemory memory;
  std::array<AddressMode, 3> address{AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  bool filters = false;        // cudaFilterModeLinear
  bool as_fraction = false;    // cudaReadModeNormalizedFloat
  bool is_normalized = false;  // coordinates from 0 to 1
  std::array<float, 4> border{};
};

}  // namespace simt
