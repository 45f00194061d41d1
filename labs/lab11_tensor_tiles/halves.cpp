#include "halves.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <random>

#include "lab/drawn.h"
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

std::vector<__half> exact_halves(std::size_t count, const std::string& purpose, Numbers numbers) {
  const bool are_whole = numbers == Numbers::whole;
  const float parts = are_whole ? 1 : std::ldexp(1.0F, lab::drawn("parts of a half", 1, 5));
  std::mt19937_64 random = lab::Session::current().random(purpose);
  std::uniform_int_distribution<int> any(1, 63);
  std::uniform_int_distribution<int> half_of_any(0, 30);
  std::vector<__half> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    int number = any(random);
    if (i % 2 == 0) {
      number = 2 * half_of_any(random) + (are_whole ? 2 : 1);
      if (random() % 2 == 0) number = -number;
    }
    values[i] = __float2half(static_cast<float>(number) / parts);
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
