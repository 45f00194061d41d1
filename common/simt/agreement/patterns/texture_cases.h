// Which textures measure_textures fetches from: shapes, elements and ways of reading, and what their texels
// hold.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace patterns {

// flat_1d: linear memory, fetched by index. pitched: memory with a pitch. The others are arrays.
enum class Geometry {
  flat_1d,
  pitched,
  array_1d,
  array_2d,
  array_3d,
  layered_1d,
  layered_2d,
  cube,
  layered_cube
};

struct TextureCase {
  Geometry geometry = Geometry::array_2d;
  int width = 0;
  int height = 0;
  int depth = 0;  // layers, where it has layers
  cudaChannelFormatKind kind = cudaChannelFormatKindFloat;
  int bits = 32;
  int channels = 1;
  cudaTextureAddressMode address = cudaAddressModeClamp;
  cudaTextureFilterMode filter = cudaFilterModePoint;
  cudaTextureReadMode read = cudaReadModeElementType;
  bool is_normalized = false;
  bool is_gathered = false;  // fetched by tex2Dgather

  bool is_cube() const { return geometry == Geometry::cube || geometry == Geometry::layered_cube; }
  bool is_layered() const {
    return geometry == Geometry::layered_1d || geometry == Geometry::layered_2d ||
           geometry == Geometry::layered_cube;
  }
  bool has_rows() const {
    return geometry != Geometry::flat_1d && geometry != Geometry::array_1d &&
           geometry != Geometry::layered_1d;
  }
  int element_bytes() const { return bits / 8 * channels; }
  std::size_t texels() const {
    const int faces = geometry == Geometry::cube ? 6 : geometry == Geometry::layered_cube ? 6 * depth : depth;
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height > 0 ? height : 1) *
           static_cast<std::size_t>(faces > 0 ? faces : 1);
  }
};

inline std::uint32_t scramble(std::uint32_t value) {
  value = (value ^ 61U) ^ (value >> 16U);
  value *= 9U;
  value ^= value >> 4U;
  value *= 0x27d4eb2dU;
  return value ^ (value >> 15U);
}

// 16 bits: no NaN and no infinity. 32 bits: from -32 to 32, with 10 binary places, so that sums are exact.
inline std::uint32_t float_bits(std::uint32_t random, int bits) {
  if (bits == 16) return (random & 0x8000U) | (0x3000U + (random & 0x1FFFU));
  const float value = static_cast<float>(static_cast<std::int32_t>(random & 0xFFFFU) - 0x8000) / 1024.0F;
  std::uint32_t result = 0;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

// Row after row, slice after slice.
inline std::vector<unsigned char> texels_of(const TextureCase& one) {
  const auto channel_bytes = static_cast<std::size_t>(one.bits / 8);
  const std::size_t count = one.texels() * static_cast<std::size_t>(one.channels);
  std::vector<unsigned char> texels(count * channel_bytes);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t value = scramble(static_cast<std::uint32_t>(i) + 1U);
    if (one.kind == cudaChannelFormatKindFloat) value = float_bits(value, one.bits);
    std::memcpy(&texels[i * channel_bytes], &value, channel_bytes);
  }
  return texels;
}

inline std::vector<TextureCase> texture_cases() {
  std::vector<TextureCase> cases;
  const auto wrap = cudaAddressModeWrap;
  const auto clamp = cudaAddressModeClamp;
  const auto mirror = cudaAddressModeMirror;
  const auto border = cudaAddressModeBorder;
  const auto unsigned_kind = cudaChannelFormatKindUnsigned;
  const auto signed_kind = cudaChannelFormatKindSigned;
  const auto float_kind = cudaChannelFormatKindFloat;
  const auto point = cudaFilterModePoint;
  const auto linear = cudaFilterModeLinear;
  const auto element = cudaReadModeElementType;
  const auto fraction = cudaReadModeNormalizedFloat;
  // Elements of every kind, by points.
  for (const int channels : {1, 2, 4}) {
    for (const int bits : {8, 16, 32}) {
      for (const auto kind : {unsigned_kind, signed_kind, float_kind}) {
        if (kind == float_kind && bits == 8) continue;
        cases.push_back(
            {Geometry::array_2d, 5, 3, 0, kind, bits, channels, clamp, point, element, false, false});
        if (kind != float_kind && bits < 32)
          cases.push_back(
              {Geometry::array_2d, 5, 3, 0, kind, bits, channels, border, point, fraction, false, false});
      }
    }
  }
  // Address modes, normalised and not.
  for (const auto filter : {point, linear}) {
    for (const auto address : {wrap, clamp, mirror, border}) {
      for (const bool normalized : {false, true}) {
        if (!normalized && (address == wrap || address == mirror)) continue;
        cases.push_back(
            {Geometry::array_1d, 7, 0, 0, float_kind, 32, 1, address, filter, element, normalized, false});
        cases.push_back(
            {Geometry::array_2d, 6, 5, 0, float_kind, 32, 1, address, filter, element, normalized, false});
        cases.push_back(
            {Geometry::array_3d, 5, 4, 3, float_kind, 32, 1, address, filter, element, normalized, false});
      }
    }
  }
  // Filtered fractions, halves and vectors.
  for (const auto kind : {unsigned_kind, signed_kind}) {
    for (const int bits : {8, 16})
      cases.push_back({Geometry::array_2d, 6, 5, 0, kind, bits, 1, clamp, linear, fraction, true, false});
  }
  cases.push_back({Geometry::array_2d, 6, 5, 0, float_kind, 16, 1, clamp, linear, element, false, false});
  cases.push_back({Geometry::array_2d, 6, 5, 0, float_kind, 32, 4, clamp, linear, element, false, false});
  cases.push_back({Geometry::array_3d, 5, 4, 3, unsigned_kind, 8, 1, wrap, linear, fraction, true, false});
  // These textures are no plain arrays.
  for (const auto filter : {point, linear}) {
    cases.push_back({Geometry::pitched, 6, 5, 0, float_kind, 32, 1, clamp, filter, element, false, false});
    cases.push_back({Geometry::pitched, 6, 5, 0, float_kind, 32, 1, wrap, filter, element, true, false});
    cases.push_back({Geometry::layered_1d, 7, 0, 3, float_kind, 32, 1, wrap, filter, element, true, false});
    cases.push_back({Geometry::layered_2d, 6, 5, 3, float_kind, 32, 1, clamp, filter, element, false, false});
    cases.push_back({Geometry::layered_2d, 6, 5, 3, float_kind, 32, 1, wrap, filter, element, true, false});
    cases.push_back({Geometry::cube, 4, 4, 0, float_kind, 32, 1, wrap, filter, element, true, false});
    cases.push_back({Geometry::layered_cube, 4, 4, 2, float_kind, 32, 1, wrap, filter, element, true, false});
  }
  for (const auto address : {clamp, wrap})
    cases.push_back(
        {Geometry::array_2d, 6, 5, 0, float_kind, 32, 1, address, linear, element, address == wrap, true});
  cases.push_back({Geometry::flat_1d, 40, 0, 0, float_kind, 32, 1, clamp, point, element, false, false});
  cases.push_back({Geometry::flat_1d, 40, 0, 0, unsigned_kind, 8, 4, clamp, point, element, false, false});
  cases.push_back({Geometry::flat_1d, 40, 0, 0, signed_kind, 16, 2, clamp, point, fraction, false, false});
  return cases;
}

// A word for the record.
inline std::string name_of(const TextureCase& one) {
  static const char* const geometries[] = {"flat_1d",    "pitched",    "array_1d", "array_2d",    "array_3d",
                                           "layered_1d", "layered_2d", "cube",     "layered_cube"};
  static const char* const kinds[] = {"s", "u", "f"};
  static const char* const addresses[] = {"wrap", "clamp", "mirror", "border"};
  return std::string(geometries[static_cast<int>(one.geometry)]) + " " + std::to_string(one.width) + "x" +
         std::to_string(one.height) + "x" + std::to_string(one.depth) + " " + kinds[one.kind] +
         std::to_string(one.bits) + "x" + std::to_string(one.channels) + " " + addresses[one.address] +
         (one.filter == cudaFilterModeLinear ? " linear" : " point") +
         (one.read == cudaReadModeNormalizedFloat ? " fraction" : " element") +
         (one.is_normalized ? " normalized" : " texels") + (one.is_gathered ? " gather" : "");
}

struct Coordinates {
  float x = 0;
  float y = 0;
  float z = 0;
  int layer = 0;
};

// Returns coordinates for a case: outside and inside, between two texels, and where a weight of 8 binary
// places is rounded.
inline std::vector<Coordinates> coordinates_of(const TextureCase& one) {
  constexpr int kRandom = 24;
  const auto extent = [&](int axis) {
    const int size = axis == 0 ? one.width : axis == 1 ? one.height : one.depth;
    return static_cast<float>(size > 0 ? size : 1);
  };
  const auto scaled = [&](int axis, float texels) {
    return one.is_normalized && !one.is_cube() ? texels / extent(axis) : texels;
  };
  std::vector<Coordinates> all;
  const auto random = [](std::uint32_t seed) {
    return static_cast<float>(scramble(seed) & 0xFFFFU) / 65536.0F;
  };
  for (std::uint32_t i = 0; i < kRandom; ++i) {
    Coordinates at;
    float* const axes[] = {&at.x, &at.y, &at.z};
    for (int axis = 0; axis < 3; ++axis) {
      const float where = random(7U * i + static_cast<std::uint32_t>(axis) + 1000U);
      *axes[axis] = one.is_cube()
                        ? where * 4 - 2
                        : scaled(axis, i < 12 ? where * extent(axis) : (where * 4 - 1.5F) * extent(axis));
    }
    at.layer = static_cast<int>(i % 5U) - 1;
    all.push_back(at);
  }
  if (one.is_cube()) {
    for (const float a : {-1.0F, 1.0F}) {
      for (const float b : {-1.0F, 1.0F}) {
        all.push_back({a, b, 0.5F, 0});
        all.push_back({0.5F, a, b, 1});
        all.push_back({a, 0.25F, b, 0});
        all.push_back({a, b, a, 1});
      }
    }
    return all;
  }
  for (const float texels : {0.0F,
                             -0.0F,
                             0.5F,
                             1.0F,
                             1.5F,
                             2.0F,
                             1.5F + 1 / 512.0F,
                             1.5F + 1 / 513.0F,
                             1.5F + 1 / 511.0F,
                             1.5F + 3 / 512.0F,
                             1.5F - 1 / 512.0F,
                             2.5F - 1 / 1024.0F,
                             1.75F,
                             1.0F - 1 / 65536.0F,
                             1.0F - 1 / 16777216.0F,
                             -0.25F,
                             -1.0F / 1024,
                             -1.0F,
                             -7.5F,
                             4.999F,
                             5.0F,
                             5.499F,
                             5.5F,
                             6.25F,
                             100.3F,
                             -1e6F,
                             1e6F,
                             3e9F}) {
    Coordinates at{scaled(0, texels), scaled(1, 1.5F), scaled(2, 1.5F), 1};
    all.push_back(at);
    if (one.has_rows()) all.push_back({scaled(0, 2.5F), scaled(1, texels), scaled(2, 0.5F), 0});
  }
  return all;
}

}  // namespace patterns
