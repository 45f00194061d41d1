// Numbers of 16 bits, as bits, and floats.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

namespace simt {

inline float float_of(std::uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
inline std::uint32_t bits_of(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

// IEEE 754 binary16. The exponent is moved to that of a float; infinities and NaNs have the largest.
inline float float_of_half(std::uint32_t half) {
  constexpr std::uint32_t kLargest = 0x7C00;
  const std::uint32_t sign = (half & 0x8000U) << 16U;
  const std::uint32_t magnitude = half & 0x7FFFU;
  if (magnitude >= kLargest) return float_of(sign | 0x7F800000U | (magnitude & 0x3FFU) << 13U);
  const float scaled = float_of(magnitude << 13U) * 0x1p112F;  // subnormal numbers too
  return float_of(sign | bits_of(scaled));
}

// Rounds to the nearest half, of two equally near ones to the even one.
inline std::uint32_t half_of(float value) {
  const std::uint32_t bits = bits_of(value);
  const std::uint32_t sign = bits >> 16U & 0x8000U;
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  if (magnitude > 0x7F800000U) return 0x7FFFU;          // NaN, as the GPU writes it
  if (magnitude >= 0x477FF000U) return sign | 0x7C00U;  // 65520 and above
  if (magnitude < 0x38800000U) {                        // below 2^-14: so many steps of 2^-24
    const float steps = std::nearbyint(float_of(magnitude) * 0x1p24F);
    return sign | static_cast<std::uint32_t>(steps);
  }
  const std::uint32_t even = magnitude >> 13U & 1U;
  return sign | ((magnitude + 0xFFFU + even - 0x38000000U) >> 13U);
}

// bfloat16: the upper half of a float.
inline float float_of_bfloat(std::uint32_t bits) { return float_of(bits << 16U); }

// Rounds as half_of() does.
inline std::uint32_t bfloat_of(float value) {
  const std::uint32_t bits = bits_of(value);
  if ((bits & 0x7FFFFFFFU) > 0x7F800000U) return 0x7FFFU;
  return (bits + 0x7FFFU + (bits >> 16U & 1U)) >> 16U;
}

}  // namespace simt
