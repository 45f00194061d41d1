// What fetches give, against what an H200 gave: data/h200_texture_values.txt.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "textures/texture_sampling.h"

namespace {

using simt::AddressMode;
using simt::TexelKind;
using simt::TexelShape;

// The values are those with which agreement/patterns/texture_cases.h fills the textures.
std::uint32_t scramble(std::uint32_t value) {
  value = (value ^ 61U) ^ (value >> 16U);
  value *= 9U;
  value ^= value >> 4U;
  value *= 0x27d4eb2dU;
  return value ^ (value >> 15U);
}

std::uint32_t float_bits(std::uint32_t random, unsigned bits) {
  if (bits == 16) return (random & 0x8000U) | (0x3000U + (random & 0x1FFFU));
  return simt::bits_of(static_cast<float>(static_cast<std::int32_t>(random & 0xFFFFU) - 0x8000) / 1024.0F);
}

// A texture of the record: "array_2d 5x3x0 u8x1 clamp point element texels".
struct Measured {
  std::string name;
  simt::TextureDescription texture;
  bool gathers = false;
  std::vector<unsigned char> texels;
};

std::vector<unsigned char> texels_of(const simt::TexelMemory& memory) {
  const std::size_t channel_bytes = memory.format.bits / 8U;
  const std::size_t count = memory.width * memory.height * memory.slices * memory.format.channels;
  std::vector<unsigned char> texels(count * channel_bytes);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t value = scramble(static_cast<std::uint32_t>(i) + 1U);
    if (memory.format.kind == TexelKind::floating) value = float_bits(value, memory.format.bits);
    std::memcpy(&texels[i * channel_bytes], &value, channel_bytes);
  }
  return texels;
}

Measured case_of(const std::string& name) {
  static const std::map<std::string, TexelShape> shapes{{"flat_1d", TexelShape::linear},
                                                        {"pitched", TexelShape::pitched},
                                                        {"array_1d", TexelShape::one},
                                                        {"array_2d", TexelShape::two},
                                                        {"array_3d", TexelShape::three},
                                                        {"layered_1d", TexelShape::layered_one},
                                                        {"layered_2d", TexelShape::layered_two},
                                                        {"cube", TexelShape::cube},
                                                        {"layered_cube", TexelShape::layered_cube}};
  static const std::map<std::string, AddressMode> modes{{"wrap", AddressMode::wrap},
                                                        {"clamp", AddressMode::clamp},
                                                        {"mirror", AddressMode::mirror},
                                                        {"border", AddressMode::border}};
  Measured made;
  made.name = name;
  std::istringstream words(name);
  std::string shape;
  std::string mode;
  std::string filter;
  std::string read;
  std::string coordinates;
  char x = 0;
  char kind = 0;
  unsigned bits = 0;
  unsigned channels = 0;
  std::size_t depth = 0;
  simt::TexelMemory& memory = made.texture.memory;
  words >> shape >> memory.width >> x >> memory.height >> x >> depth >> kind >> bits >> x >> channels >>
      mode >> filter >> read >> coordinates;
  made.gathers = name.find(" gather") != std::string::npos;
  memory.shape = shapes.at(shape);
  memory.format = {kind == 'f'   ? TexelKind::floating
                   : kind == 's' ? TexelKind::signed_integer
                                 : TexelKind::unsigned_integer,
                   static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(channels)};
  memory.height = std::max<std::size_t>(memory.height, 1);
  const bool is_cube = memory.shape == TexelShape::cube || memory.shape == TexelShape::layered_cube;
  memory.slices = std::max<std::size_t>(depth, 1) * (is_cube ? 6 : 1);
  memory.row_bytes = memory.width * memory.format.bytes();
  memory.slice_bytes = memory.row_bytes * memory.height;
  made.texture.address.fill(modes.at(mode));
  made.texture.filters = filter == "linear";
  made.texture.as_fraction = read == "fraction";
  made.texture.is_normalized = coordinates == "normalized";
  for (unsigned i = 0; i < 4; ++i) made.texture.border[i] = static_cast<float>(i) + 0.5F;
  made.texels = texels_of(memory);
  return made;
}

// Returns what the machine gives there.
simt::Registers fetched(Measured& from, const std::array<std::uint32_t, 3>& at, int layer) {
  from.texture.memory.begin = from.texels.data();
  simt::FetchCoordinates where;
  for (unsigned axis = 0; axis < 3; ++axis) where.at[axis] = simt::float_of(at[axis]);
  where.index = static_cast<std::int32_t>(std::fmax(std::fmin(where.at[0], 2147483520.0F), -2147483648.0F));
  where.layer = layer;
  const simt::Taps taps = simt::taps_of(from.texture, where, from.gathers);
  return simt::sampled(from.texture, taps, from.gathers ? 0 : -1);
}

// The values of a plane are the hardware's to the last bit if the texels are floats; it rounds sums of
// fractions in its own way. In a volume it may give a 256th to another texel: texels differ by 64 at most.
float tolerance(const Measured& from) {
  if (!from.texture.filters || from.gathers) return 0;
  const bool is_volume = from.texture.memory.shape == TexelShape::three;
  if (from.texture.as_fraction) return is_volume ? 2.0F / 256 : 1.0F / 65536;
  return is_volume ? 64 * 2.0F / 256 : 0;
}

// Filtered halves are rounded to halves, once more or once less on the way.
bool agree_as_halves(float one, float other) { return std::fabs(one - other) <= std::fabs(other) / 1024; }

bool agree(const Measured& from, const simt::Registers& ours, const std::array<std::uint32_t, 4>& theirs) {
  const float most = tolerance(from);
  const simt::TexelFormat& format = from.texture.memory.format;
  const bool is_half = from.texture.filters && format.kind == TexelKind::floating && format.bits == 16;
  if (most == 0 && !is_half) return ours == theirs;
  for (unsigned i = 0; i < 4; ++i) {
    if (is_half && agree_as_halves(simt::float_of(ours[i]), simt::float_of(theirs[i]))) continue;
    if (!(std::fabs(simt::float_of(ours[i]) - simt::float_of(theirs[i])) <= most)) return false;
  }
  return true;
}

struct Sums {
  unsigned fetches = 0;
  unsigned different = 0;
};

// A fetch of the record: "x y z layer : r g b a".
struct Fetch {
  std::array<std::uint32_t, 3> at{};
  int layer = 0;
  std::array<std::uint32_t, 4> value{};
};

Fetch fetch_of(const std::string& line) {
  Fetch fetch;
  char colon = 0;
  std::istringstream words(line);
  words >> std::hex >> fetch.at[0] >> fetch.at[1] >> fetch.at[2] >> std::dec >> fetch.layer >> colon >>
      std::hex;
  for (std::uint32_t& channel : fetch.value) words >> channel;
  return fetch;
}

std::string difference(const Measured& from, const Fetch& fetch, const simt::Registers& ours) {
  std::ostringstream text;
  text << from.name << " at " << simt::float_of(fetch.at[0]) << ' ' << simt::float_of(fetch.at[1]) << ' '
       << simt::float_of(fetch.at[2]) << " layer " << fetch.layer << ": " << std::hex;
  for (unsigned i = 0; i < 4; ++i) text << ours[i] << ' ';
  text << "not ";
  for (unsigned i = 0; i < 4; ++i) text << fetch.value[i] << ' ';
  return text.str() + "\n";
}

Sums compared(const std::string& path, std::string& differences) {
  std::ifstream file(path);
  Sums sums;
  Measured now;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind('#', 0) == 0) continue;
    if (line.rfind("case ", 0) == 0) {
      now = line.rfind("case surface", 0) == 0 ? Measured{} : case_of(line.substr(5));
      continue;
    }
    if (now.name.empty()) continue;
    const Fetch fetch = fetch_of(line);
    const simt::Registers ours = fetched(now, fetch.at, fetch.layer);
    ++sums.fetches;
    if (agree(now, ours, fetch.value)) continue;
    ++sums.different;
    differences += difference(now, fetch, ours);
  }
  return sums;
}

TEST(TextureSampling, GivesWhatTheHardwareGave) {
  std::string differences;
  const Sums sums = compared(MEASURED_TEXTURES, differences);
  EXPECT_GT(sums.fetches, 5000U);
  EXPECT_EQ(sums.different, 0U) << differences;
}

}  // namespace
