#include "textures/texture_sampling.h"

#include <algorithm>
#include <cmath>

namespace simt {
namespace {

// The hardware counts coordinates in 256ths of a texel: CUDA C++ Programming Guide, "Linear Filtering".
constexpr double kSteps = 256;

// One axis of a texture: how many texels it has, and what is beyond them.
struct Axis {
  std::int64_t size = 1;
  AddressMode mode = AddressMode::clamp;
};

std::int64_t remainder(std::int64_t value, std::int64_t size) {
  const std::int64_t rest = value % size;
  return rest < 0 ? rest + size : rest;
}

// The texel of a number that may lie outside; -1: the border.
std::int64_t within(const Axis& axis, std::int64_t texel) {
  if (texel >= 0 && texel < axis.size) return texel;
  switch (axis.mode) {
    case AddressMode::wrap:
      return remainder(texel, axis.size);
    case AddressMode::mirror: {
      const std::int64_t at = remainder(texel, 2 * axis.size);
      return at < axis.size ? at : 2 * axis.size - 1 - at;
    }
    case AddressMode::clamp:
      return std::clamp<std::int64_t>(texel, 0, axis.size - 1);
    case AddressMode::border:
      break;
  }
  return -1;
}

// A coordinate from 0 to 1 is cut off to so many binary places: measured, on sizes that are not powers of
// two.
constexpr double kPlaces = 1 << 20;

// The coordinate in texels, limited to a size that no texture has. NaN becomes 0.
double in_texels(float coordinate, std::int64_t size, bool is_normalized) {
  constexpr double kMost = 1e12;
  if (std::isnan(coordinate)) return 0;
  const double given = coordinate;
  const double texels =
      is_normalized ? std::floor(given * kPlaces) / kPlaces * static_cast<double>(size) : given;
  return std::clamp(texels, -kMost, kMost);
}

// The two texels that a coordinate lies between, and the weight of the second in 256ths.
struct Between {
  std::int64_t texel[2] = {0, 0};
  int weight = 0;
  int count = 1;
};

Between nearest(const Axis& axis, double texels) {
  return {{within(axis, static_cast<std::int64_t>(std::floor(texels))), 0}, 0, 1};
}

Between neighbours(const Axis& axis, double texels) {
  const double steps = std::floor((texels - 0.5) * kSteps + 0.5);
  const double first = std::floor(steps / kSteps);
  const auto weight = static_cast<int>(steps - first * kSteps);
  const auto texel = static_cast<std::int64_t>(first);
  return {{within(axis, texel), within(axis, texel + 1)}, weight, 2};
}

int rounded_product(int one, int other) { return (one * other + 128) / 256; }

// The weights of a fetch's texels, in 256ths that sum up to 256. A product of two axes' weights is rounded,
// and the rest of each axis goes to the other texels. Measured: exact in a plane; in a volume the hardware
// gives 1/256 to another texel in one fetch of forty.
int weight_of(const Between& x, const Between& y, const Between& z, int i, int j, int k) {
  if (x.count * y.count * z.count == 1) return 256;
  const int xy = rounded_product(x.weight, y.weight);
  const int xz = rounded_product(x.weight, z.weight);
  const int yz = rounded_product(y.weight, z.weight);
  const int xyz = rounded_product(xy, z.weight);
  // Indexed by the axes that take the second texel: x 1, y 2, z 4
  const int second[] = {256, x.weight, y.weight, xy, z.weight, xz, yz, xyz};
  const int axes = i + 2 * j + 4 * k;
  int sum = 0;
  for (int others = 0; others < 8; ++others) {
    if ((others & axes) != axes) continue;
    const int sign = __builtin_popcount(static_cast<unsigned>(others ^ axes)) % 2 == 0 ? 1 : -1;
    sum += sign * second[others];
  }
  return sum;
}

// The face that a direction meets, and where, from 0 to 1. CUDA C++ Programming Guide, "Cubemap Textures"; of
// equal components z counts before y, and y before x (measured).
struct OnFace {
  std::int64_t face = 0;
  float s = 0;
  float t = 0;
};

OnFace on_face(const std::array<float, 3>& direction) {
  const auto [x, y, z] = direction;
  const float ax = std::fabs(x);
  const float ay = std::fabs(y);
  const float az = std::fabs(z);
  float major = ax;
  float s = x >= 0 ? -z : z;
  float t = -y;
  std::int64_t face = x >= 0 ? 0 : 1;
  if (az >= ax && az >= ay) {
    major = az;
    s = z >= 0 ? x : -x;
    face = z >= 0 ? 4 : 5;
  } else if (ay >= ax) {
    major = ay;
    s = x;
    t = y >= 0 ? z : -z;
    face = y >= 0 ? 2 : 3;
  }
  return {face, (s / major + 1) / 2, (t / major + 1) / 2};
}

class Sampler {
 public:
  Sampler(const TextureDescription& texture, bool gathers)
      : texture_(texture), memory_(texture.memory), gathers_(gathers) {}

  Taps taps(const FetchCoordinates& where) const {
    const auto layer = std::min<std::int64_t>(static_cast<std::uint32_t>(where.layer), last_layer());
    const bool is_cube = memory_.shape == TexelShape::cube || memory_.shape == TexelShape::layered_cube;
    if (is_cube) {
      const OnFace at = on_face(where.at);
      return plane(along(0, at.s, true), along(1, at.t, true), layer * 6 + at.face);
    }
    const Between x = along(0, where.at[0], texture_.is_normalized);
    // A texture without rows has one, and its fetch is at the edge of it (measured, by filtering and the
    // border).
    const Between y = along(1, has_rows() ? where.at[1] : 0.0F, texture_.is_normalized);
    if (memory_.shape != TexelShape::three) return plane(x, y, layer);
    Taps all;
    const Between z = along(2, where.at[2], texture_.is_normalized);
    for (int i = 0; i < z.count; ++i) add_plane(all, x, y, z, i);
    return all;
  }

 private:
  bool has_rows() const {
    return memory_.shape != TexelShape::one && memory_.shape != TexelShape::layered_one;
  }
  std::int64_t last_layer() const {
    const auto slices = static_cast<std::int64_t>(memory_.slices);
    switch (memory_.shape) {
      case TexelShape::layered_one:
      case TexelShape::layered_two:
        return slices - 1;
      case TexelShape::layered_cube:
        return slices / 6 - 1;
      default:
        return 0;
    }
  }

  // Coordinates in texels have no period: those modes clamp then.
  Between along(unsigned axis, float coordinate, bool is_normalized) const {
    const std::size_t sizes[] = {memory_.width, memory_.height, memory_.slices};
    Axis of{static_cast<std::int64_t>(sizes[axis]), texture_.address[axis]};
    const bool is_periodic = of.mode == AddressMode::wrap || of.mode == AddressMode::mirror;
    if (is_periodic && !is_normalized) of.mode = AddressMode::clamp;
    const double texels = in_texels(coordinate, of.size, is_normalized);
    return texture_.filters || gathers_ ? neighbours(of, texels) : nearest(of, texels);
  }

  Taps plane(const Between& x, const Between& y, std::int64_t slice) const {
    Taps all;
    add_plane(all, x, y, {{slice, 0}, 0, 1}, 0);
    return all;
  }

  void add_plane(Taps& all, const Between& x, const Between& y, const Between& z, int k) const {
    for (int j = 0; j < y.count; ++j) {
      for (int i = 0; i < x.count; ++i) {
        const auto weight = static_cast<float>(weight_of(x, y, z, i, j, k) / kSteps);
        all.add(texel(x.texel[i], y.texel[j], z.texel[k]), weight);
      }
    }
  }

  const unsigned char* texel(std::int64_t x, std::int64_t y, std::int64_t slice) const {
    if (x < 0 || y < 0 || slice < 0) return nullptr;
    return static_cast<const unsigned char*>(memory_.begin) +
           static_cast<std::size_t>(slice) * memory_.slice_bytes +
           static_cast<std::size_t>(y) * memory_.row_bytes +
           static_cast<std::size_t>(x) * memory_.format.bytes();
  }

  const TextureDescription& texture_;
  const TexelMemory& memory_;
  bool gathers_;
};

Taps element(const TexelMemory& memory, std::int32_t index) {
  Taps taps;
  const bool is_there = index >= 0 && static_cast<std::size_t>(index) < memory.width;
  const auto* const begin = static_cast<const unsigned char*>(memory.begin);
  taps.add(is_there ? begin + static_cast<std::size_t>(index) * memory.format.bytes() : nullptr, 1);
  return taps;
}

// Converts a colour to what an element of this format would hold: fractions are cut off, and channels that it
// lacks are 0.
Colour as_element(const TexelFormat& format, bool as_fraction, Colour colour) {
  for (unsigned i = 0; i < 4; ++i) {
    if (i >= format.channels) colour[i] = 0;
    if (!as_fraction || format.kind == TexelKind::floating) continue;
    const bool is_signed = format.kind == TexelKind::signed_integer;
    const auto largest = static_cast<float>((1U << (format.bits - (is_signed ? 1U : 0U))) - 1);
    colour[i] = std::trunc(std::clamp(colour[i], is_signed ? -1.0F : 0.0F, 1.0F) * largest) / largest;
  }
  return colour;
}

// Reads one texel. A texel outside of linear memory is zero.
Colour colour_at(const TextureDescription& texture, const Tap& tap) {
  const TexelFormat& format = texture.memory.format;
  if (tap.texel != nullptr) return colour_of(format, texture.as_fraction, tap.texel);
  if (texture.memory.shape == TexelShape::linear) return {};
  return as_element(format, texture.as_fraction, texture.border);
}

Registers registers_at(const TextureDescription& texture, const Tap& tap) {
  const TexelFormat& format = texture.memory.format;
  const bool is_number = format.kind == TexelKind::floating || texture.as_fraction;
  if (tap.texel != nullptr && !is_number) return registers_of(format, tap.texel);
  Registers result{};
  if (!is_number) return result;
  const Colour colour = colour_at(texture, tap);
  for (unsigned i = 0; i < 4; ++i) result[i] = bits_of(colour[i]);
  return result;
}

}  // namespace

Taps taps_of(const TextureDescription& texture, const FetchCoordinates& where, bool gathers) {
  if (texture.memory.shape == TexelShape::linear) return element(texture.memory, where.index);
  return Sampler(texture, gathers).taps(where);
}

Registers sampled(const TextureDescription& texture, const Taps& taps, int gathered) {
  if (gathered >= 0) {
    // The order is counter-clockwise from the lower left: CUDA C++ Programming Guide, "Texture Gather".
    constexpr unsigned kOrder[] = {2, 3, 1, 0};
    Registers result{};
    for (unsigned i = 0; i < 4; ++i)
      result[i] = registers_at(texture, taps.all[kOrder[i]])[static_cast<unsigned>(gathered)];
    return result;
  }
  if (taps.count == 1) return registers_at(texture, taps.all[0]);
  std::array<double, 4> sum{};  // weights and texels are short: it is exact, and rounded once
  for (unsigned i = 0; i < taps.count; ++i) {
    const Colour colour = colour_at(texture, taps.all[i]);
    for (unsigned channel = 0; channel < 4; ++channel)
      sum[channel] += double{taps.all[i].weight} * double{colour[channel]};
  }
  const bool is_half = texture.memory.format.kind == TexelKind::floating && texture.memory.format.bits == 16;
  Registers result{};
  for (unsigned i = 0; i < 4; ++i)
    result[i] = bits_of(is_half ? rounded_to_half(sum[i]) : static_cast<float>(sum[i]));
  return result;
}

}  // namespace simt
