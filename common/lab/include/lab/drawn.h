// Sizes that a check weighs are drawn from the session's seed: a kernel that knows a size beforehand could
// answer that one alone.
//
//   const int rows = lab::drawn("aligned rows", 192, 320, 32);
#pragma once

#include <cmath>
#include <random>
#include <string>

#include "lab/session.h"

namespace lab {

// low, or low + step and so on, at most `high`. One purpose gives one number in a session.
inline int drawn(const std::string& purpose, int low, int high, int step = 1) {
  std::mt19937_64 random = Session::current().random("size, " + purpose);
  return low + step * std::uniform_int_distribution<int>(0, (high - low) / step)(random);
}

// A factor such as alpha or k, of either sign, between 1/4 and 4. It needs all 24 bits of a float: it is
// never 0, 1, -1 or a power of two, no shorter type holds it, and no constant replaces it. A purpose that
// contains the launch's shape gives each launch another one.
inline float drawn_factor(const std::string& purpose) {
  std::mt19937_64 random = Session::current().random("factor, " + purpose);
  constexpr unsigned kMantissas = 1U << 22U;
  const auto odd = static_cast<float>(2 * (kMantissas + static_cast<unsigned>(random()) % kMantissas) + 1);
  const int exponent = std::uniform_int_distribution<int>(-2, 1)(random) - 23;
  return std::ldexp((random() & 1U) != 0 ? odd : -odd, exponent);
}

}  // namespace lab
