#include "lab/statistics.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace lab {
namespace {

double quantile(const std::vector<double>& sorted, double part) {
  const double place = part * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - static_cast<double>(below));
}

}  // namespace

Middle middle_of(std::vector<double> values) {
  if (values.empty()) throw std::invalid_argument("the middle of no values");
  std::sort(values.begin(), values.end());
  return {quantile(values, 0.5), quantile(values, 0.25), quantile(values, 0.75)};
}

std::vector<double> ratios(const std::vector<double>& numerators, const std::vector<double>& denominators) {
  if (numerators.size() != denominators.size()) {
    throw std::invalid_argument("ratios of samples of different sizes");
  }
  std::vector<double> quotients(numerators.size());
  std::transform(numerators.begin(), numerators.end(), denominators.begin(), quotients.begin(),
                 [](double a, double b) { return a / b; });
  return quotients;
}

// The comparison is written so that a NaN is not steady.
bool is_steady(const Middle& middle) { return middle.spread() <= kSteadySpread; }

double floor_seconds(double bytes, std::size_t l2_bytes, double peak_bytes_per_s) {
  if (peak_bytes_per_s <= 0) return 0;
  return std::max(0.0, bytes - static_cast<double>(l2_bytes)) / peak_bytes_per_s;
}

}  // namespace lab
