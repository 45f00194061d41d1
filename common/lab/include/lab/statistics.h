// What times say, and when they say nothing. Pure functions: lab/measure.h applies them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lab {

// A sample's middle: the median, and the quartiles around it, between which half of the sample lies.
struct Middle {
  double median = 0;
  double low = 0;
  double high = 0;

  // The width of the middle half as a part of the median.
  double spread() const { return (high - low) / median; }
};

// Quantiles between two values are interpolated linearly. Throws std::invalid_argument for no values.
Middle middle_of(std::vector<double> values);

// Returns numerators[i] / denominators[i] for each i. If the runs took turns, the two of one round met the
// same clock and temperature, so that slow drift cancels.
std::vector<double> ratios(const std::vector<double>& numerators, const std::vector<double>& denominators);

// The middle half of the ratios may be this wide, as a part of the median. Beyond it, something else than the
// kernel decides.
constexpr double kSteadySpread = 0.10;

bool is_steady(const Middle& middle);

// The least seconds in which a GPU moves `bytes` between its memory and its multiprocessors: what the last
// launch left in L2 needs no memory (up to all of L2, of which the output's end stays there unwritten).
// 0 when the memory's peak is not known.
double floor_seconds(double bytes, std::size_t l2_bytes, double peak_bytes_per_s);

}  // namespace lab
