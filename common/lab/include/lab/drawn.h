// Sizes that a check weighs are drawn from the session's seed: a kernel that knows a size beforehand could
// answer that one alone.
//
//   const int rows = lab::drawn("aligned rows", 192, 320, 32);
#pragma once

#include <random>
#include <string>

#include "lab/session.h"

namespace lab {

// low, or low + step and so on, at most `high`. One purpose gives one number in a session.
inline int drawn(const std::string& purpose, int low, int high, int step = 1) {
  std::mt19937_64 random = Session::current().random("size, " + purpose);
  return low + step * std::uniform_int_distribution<int>(0, (high - low) / step)(random);
}

}  // namespace lab
