#include "halves.h"

#include <array>
#include <cstdio>
#include <random>

#include "lab/session.h"

namespace tiles {

std::vector<__half> halves_of_any_bits(std::size_t count, const std::string& purpose) {
  std::mt19937_64 random = lab::Session::current().random(purpose);
  std::vector<__half> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t bits = random() & (i % 2 == 0 ? 0xFFFFU : 0x7FFFU);
    values[i] = __ushort_as_half(static_cast<unsigned short>(bits));
  }
  return values;
}

std::vector<__half> drawn_halves(std::size_t count, const std::string& purpose, Matrix matrix) {
  constexpr unsigned kBitsOfHalf = 11;
  constexpr unsigned kSign = 0x8000;
  constexpr unsigned kTelling = 2;
  const unsigned told = matrix == Matrix::queries ? kTelling : 0;
  const std::vector<float> drawn = lab::floats_of_mantissa(kBitsOfHalf, count, purpose);
  std::vector<__half> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned bits = __half_as_ushort(__float2half(drawn[i]));
    const unsigned kept = i % 2 == 0 ? (bits & ~kTelling) | told : bits & ~kSign;
    values[i] = __ushort_as_half(static_cast<unsigned short>(kept));
  }
  return values;
}

std::string bits_text(__half value) {
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "%04X", static_cast<unsigned>(__half_as_ushort(value)));
  return text.data();
}

std::string element_text(const std::string& array, std::size_t index) {
  return array + "[" + std::to_string(index / TILE) + "][" + std::to_string(index % TILE) + "]";
}

}  // namespace tiles
