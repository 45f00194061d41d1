// The right value of a sum of products, and what a kernel's may differ by.
//
// Floats add up to something else in another order. Each addition rounds to at most 1 in 2^24 of what has been
// added up, so the magnitudes of the terms bound the difference, not the sum itself, which may cancel. A lab
// says which part of the magnitudes is allowed; its README does too.
#pragma once

#include <cmath>

namespace lab {

struct RoundedSum {
  double value = 0;
  double size = 0;  // the sum of the magnitudes

  void add(double term) {
    value += term;
    size += std::fabs(term);
  }

  // A NaN is near nothing.
  bool is_near(double found, double rounding) const { return std::fabs(found - value) <= rounding * size; }
};

}  // namespace lab
