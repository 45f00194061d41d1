// Texels as a fetch gives them: four registers of 32 bits.
#pragma once

#include <array>
#include <cstdint>

#include "common/short_floats.h"
#include "simt/texture.h"

namespace simt {

using Registers = std::array<std::uint32_t, 4>;
using Colour = std::array<float, 4>;

float rounded_to_half(double value);

// The channels of one texel as they are: integers extended to 32 bits, halves as floats. Channels that it
// lacks are 0.
Registers registers_of(const TexelFormat& format, const unsigned char* texel);
// Returns the texel as numbers. Integers become fractions of their largest value if `as_fraction`
// (cudaReadModeNormalizedFloat).
Colour colour_of(const TexelFormat& format, bool as_fraction, const unsigned char* texel);

}  // namespace simt
