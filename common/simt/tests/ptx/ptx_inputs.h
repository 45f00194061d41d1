// What the instructions of ptx_instructions.inc are tried on, and one number for all results of one of them:
// on a GPU (record_ptx.cu) and on the machine (ptx_instructions_test.cpp) alike.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ptx_inputs {

inline constexpr std::size_t kTriples = 1024;  // whole warps

// Edges of integers and of numbers of 16, 32 and 64 bits.
inline constexpr std::array<std::uint64_t, 44> kEdges{0,
                                                      1,
                                                      2,
                                                      7,
                                                      8,
                                                      31,
                                                      32,
                                                      33,
                                                      63,
                                                      64,
                                                      255,
                                                      256,
                                                      0x7FFF,
                                                      0x8000,
                                                      0xFFFF,
                                                      0x7FFFFFFF,
                                                      0x80000000,
                                                      0xFFFFFFFF,
                                                      0x7FFFFFFFFFFFFFFF,
                                                      0x8000000000000000,
                                                      ~0ULL,
                                                      0x3F800000,  // 1.0f
                                                      0xBF800000,  // -1.0f
                                                      0x3F000000,  // 0.5f
                                                      0x40200000,  // 2.5f
                                                      0x7F800000,  // infinity
                                                      0xFF800000,  // -infinity
                                                      0x7FC00000,  // NaN
                                                      0x7F800001,  // signalling NaN
                                                      0x00800000,  // the least normal float
                                                      0x007FFFFF,  // the largest subnormal one
                                                      0x80000001,  // the least of all, negative
                                                      0x7F7FFFFF,  // the largest
                                                      0x4F000000,  // 2^31
                                                      0x43E00000,  // 448.0f
                                                      0x3C003C00,  // 1.0 and 1.0 of 16 bits
                                                      0xFC007E00,  // -infinity and a NaN of 16 bits
                                                      0x040003FF,  // 16 bits: the least normal, a subnormal
                                                      0x3FF0000000000000,  // 1.0
                                                      0xC000000000000000,  // -2.0
                                                      0x7FF0000000000000,  // infinity
                                                      0x7FF8000000000000,  // NaN
                                                      0x41DFFFFFFFC00000,  // 2^31 - 1
                                                      0x000FFFFFFFFFFFFF};

inline std::vector<std::uint64_t> make() {
  std::vector<std::uint64_t> values(3 * kTriples);
  std::uint64_t state = 20261123;
  const auto random = [&] {  // splitmix64
    state += 0x9E3779B97F4A7C15;
    std::uint64_t z = state;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EB;
    return z ^ (z >> 31U);
  };
  for (std::uint64_t& value : values) {
    const std::uint64_t kind = random() % 8;
    if (kind < 2) {
      value = kEdges.at(random() % kEdges.size());
    } else if (kind < 4) {  // floats and 16-bit numbers of middling size, so that sums are not all alike
      value = random();
      value = (value & ~0x70004000ULL & ~(7ULL << 60U)) | ((value & 1U) != 0 ? 3ULL << 60U : 1ULL << 62U) |
              ((value & 2U) != 0 ? 0x30000000ULL : 0x40000000ULL);
    } else if (kind < 5) {  // small
      value = random() % 300;
    } else {
      value = random();
    }
  }
  return values;
}

// All NaNs of a floating-point result become one: a GPU has one, and the host's processor many.
inline std::uint64_t canonical(std::uint64_t bits, const std::string& kind) {
  if (kind == "f" && (bits & 0x7FFFFFFFU) > 0x7F800000U) return 0x7FFFFFFF;
  if (kind == "d" && (bits & ~(1ULL << 63U)) > 0x7FF0000000000000U) return 0x7FFFFFFFFFFFFFFF;
  if (kind[0] != 'h' && kind[0] != 'b') return bits;
  const std::uint64_t infinity = kind[0] == 'h' ? 0x7C00 : 0x7F80;
  std::uint64_t result = 0;
  for (unsigned shift = 0; shift < (kind.size() == 2 ? 32U : 16U); shift += 16) {
    const std::uint64_t half = bits >> shift & 0xFFFFU;
    result |= ((half & 0x7FFFU) > infinity ? 0x7FFF : half) << shift;
  }
  return result;
}

// FNV-1a over the results.
inline std::uint64_t digest(const std::vector<std::uint64_t>& results, const std::string& kind) {
  std::uint64_t sum = 0xCBF29CE484222325;
  for (const std::uint64_t result : results) {
    std::uint64_t bits = canonical(result, kind);
    for (unsigned i = 0; i < 8; ++i, bits >>= 8U) sum = (sum ^ (bits & 0xFFU)) * 0x100000001B3;
  }
  return sum;
}

}  // namespace ptx_inputs
