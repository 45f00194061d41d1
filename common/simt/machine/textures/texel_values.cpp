#include "textures/texel_values.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace simt {
namespace {

std::uint32_t channel_bits(const TexelFormat& format, const unsigned char* texel, unsigned channel) {
  std::uint32_t bits = 0;
  const std::size_t bytes = format.bits / 8U;
  std::memcpy(&bits, texel + channel * bytes, bytes);
  return bits;
}

std::uint32_t extended(std::uint32_t bits, const TexelFormat& format) {
  const unsigned unused = 32U - format.bits;
  if (format.kind != TexelKind::signed_integer) return bits;
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(bits << unused) >> unused);
}

float fraction_of(std::uint32_t bits, const TexelFormat& format) {
  if (format.kind == TexelKind::unsigned_integer)
    return static_cast<float>(bits) / static_cast<float>((1U << format.bits) - 1);
  const auto value = static_cast<float>(static_cast<std::int32_t>(extended(bits, format)));
  return std::max(value / static_cast<float>((1U << (format.bits - 1U)) - 1), -1.0F);
}

}  // namespace

// Rounds to 11 binary digits, or to a multiple of 2^-24 for small values. Ties go away from 0.
float rounded_to_half(double value) {
  if (value == 0 || !std::isfinite(value)) return static_cast<float>(value);
  const int exponent = std::max(std::ilogb(value), -14) - 10;
  return static_cast<float>(std::ldexp(std::round(std::ldexp(value, -exponent)), exponent));
}

Registers registers_of(const TexelFormat& format, const unsigned char* texel) {
  const bool is_floating = format.kind == TexelKind::floating;
  Registers result{};
  for (unsigned channel = 0; channel < format.channels; ++channel) {
    const std::uint32_t bits = channel_bits(format, texel, channel);
    result[channel] = is_floating && format.bits == 16
                          ? bits_of(float_of_half(static_cast<std::uint16_t>(bits)))
                          : extended(bits, format);
  }
  return result;
}

Colour colour_of(const TexelFormat& format, bool as_fraction, const unsigned char* texel) {
  Colour result{};
  if (!as_fraction || format.kind == TexelKind::floating) {
    const Registers registers = registers_of(format, texel);
    for (unsigned channel = 0; channel < 4; ++channel) result[channel] = float_of(registers[channel]);
    return result;
  }
  for (unsigned channel = 0; channel < format.channels; ++channel)
    result[channel] = fraction_of(channel_bits(format, texel, channel), format);
  return result;
}

}  // namespace simt
