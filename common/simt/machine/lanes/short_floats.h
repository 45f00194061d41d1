// Floating-point numbers of 8 and 16 bits as tensor cores read and write them.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace simt {

inline float float_of_bits(std::uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
inline std::uint32_t bits_of_float(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

// IEEE 754 binary16. The exponent is moved to that of a float; infinities and NaNs have the largest.
inline float half_to_float(std::uint32_t half) {
  constexpr std::uint32_t kLargest = 0x7C00;
  const std::uint32_t sign = (half & 0x8000U) << 16U;
  const std::uint32_t magnitude = half & 0x7FFFU;
  if (magnitude >= kLargest) return float_of_bits(sign | 0x7F800000U | (magnitude & 0x3FFU) << 13U);
  const float scaled = float_of_bits(magnitude << 13U) * 0x1p112F;  // subnormal numbers too
  return float_of_bits(sign | bits_of_float(scaled));
}

// Rounds to the nearest half, of two equally near ones to the even one.
inline std::uint32_t float_to_half(float value) {
  const std::uint32_t bits = bits_of_float(value);
  const std::uint32_t sign = bits >> 16U & 0x8000U;
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  if (magnitude > 0x7F800000U) return 0x7FFFU;          // NaN, as the GPU writes it
  if (magnitude >= 0x477FF000U) return sign | 0x7C00U;  // 65520 and above
  if (magnitude < 0x38800000U) {                        // below 2^-14: so many steps of 2^-24
    const float steps = std::nearbyint(float_of_bits(magnitude) * 0x1p24F);
    return sign | static_cast<std::uint32_t>(steps);
  }
  const std::uint32_t even = magnitude >> 13U & 1U;
  return sign | ((magnitude + 0xFFFU + even - 0x38000000U) >> 13U);
}

inline float bfloat_to_float(std::uint32_t bits) { return float_of_bits(bits << 16U); }

// The lower 13 bits of a float are not looked at.
inline float tf32_to_float(std::uint32_t bits) { return float_of_bits(bits & ~0x1FFFU); }

// The format e4m3 has no infinities and one NaN.
inline float e4m3_to_float(std::uint32_t bits) {
  const std::uint32_t magnitude = bits & 0x7FU;
  if (magnitude == 0x7FU) return std::numeric_limits<float>::quiet_NaN();
  const float value = float_of_bits(magnitude << 20U) * 0x1p120F;
  return (bits & 0x80U) != 0 ? -value : value;
}
// The upper byte of a half.
inline float e5m2_to_float(std::uint32_t bits) { return half_to_float(bits << 8U); }

}  // namespace simt
