#include "softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lab/expectations.h"
#include "lab/values.h"

namespace softmax {
namespace {

constexpr double kTolerance = 2e-4;  // many_to_one.h
constexpr double kSmallest = 1e-9;
constexpr float kMasked = -std::numeric_limits<float>::infinity();

// Scores of a row: near 0, large, very negative, partly masked, or all the same. Multiples of 1/16, so that a
// difference of two is exact.
void draw_row(float* row, int cols, unsigned kind, std::mt19937_64& random) {
  constexpr float kFar = 1000;
  constexpr float kStep = 16;
  constexpr unsigned kKinds = 5;
  std::uniform_int_distribution<int> near(-128, 128);
  for (int c = 0; c < cols; ++c) {
    const float score = static_cast<float>(near(random)) / kStep;
    switch (kind % kKinds) {
      case 0: row[c] = score; break;
      case 1: row[c] = kFar + score; break;
      case 2: row[c] = -kFar + score; break;
      case 3: row[c] = random() % 3 == 0 ? score : kMasked; break;
      default: row[c] = 2; break;
    }
  }
  if (kind % kKinds == 3) row[random() % static_cast<unsigned>(cols)] = 0;  // not the whole row
}

std::vector<float> scores(const rows::Shape& shape, const std::string& purpose) {
  std::mt19937_64 random = lab::Session::current().random(purpose);
  const auto first = static_cast<unsigned>(random());
  std::vector<float> values(shape.elements());
  for (int r = 0; r < shape.rows; ++r)
    draw_row(&values[static_cast<std::size_t>(r) * static_cast<std::size_t>(shape.cols)], shape.cols,
             first + static_cast<unsigned>(r), random);
  return values;
}

std::vector<double> softmax_of(const std::vector<float>& x, const rows::Shape& shape) {
  const auto cols = static_cast<std::ptrdiff_t>(shape.cols);
  std::vector<double> y(x.size());
  for (auto row = x.begin(); row != x.end(); row += cols) {
    const double largest = *std::max_element(row, row + cols);
    const auto to = y.begin() + (row - x.begin());
    double total = 0;
    for (std::ptrdiff_t c = 0; c < cols; ++c) total += to[c] = std::exp(row[c] - largest);
    for (std::ptrdiff_t c = 0; c < cols; ++c) to[c] /= total;
  }
  return y;
}

}  // namespace

Softmax::Softmax(rows::Shape shape, const lab::Use& use)
    : Problem(use, rows::text_of(shape)),
      shape_(shape),
      x_(*this, "x", shape.elements(), [&] { return scores(shape, use.purpose); }),
      y_(*this, "y", shape.elements()),
      right_(softmax_of(x_.values(), shape)) {
  constexpr float kRounding = 1e-5F;
  y_.allow(kRounding);
}

lab::Call Softmax::call(const rows::Kernel& kernel, int first_row) const {
  return lab::Kernel<decltype(softmax_rows)>(kernel.name, kernel.from)
      .call(rows::launch_of(shape_, kernel, first_row), x_.device(), y_.device(), shape_.rows, shape_.cols);
}

lab::TimedKernel Softmax::timed(const rows::Kernel& kernel) {
  return contender(
      kernel.name, kernel.from, [this, kernel] { return call(kernel, 0); },
      [this] { return call(kAThreadARow, 0); });
}

// What y[i] holds instead.
std::string Softmax::diagnosis(std::size_t i) const {
  constexpr float kOverflows = 88;  // e^x is infinite from 88.8 on, and 0 below -104
  const auto cols = static_cast<std::size_t>(shape_.cols);
  const std::size_t row = i / cols * cols;
  const auto begin = x_.values().begin() + static_cast<std::ptrdiff_t>(row);
  const auto end = begin + static_cast<std::ptrdiff_t>(cols);
  const float largest = *std::max_element(begin, end);
  const float found = y_[i];
  if (std::isfinite(found)) {
    double total = 0;
    for (std::size_t c = 0; c < cols; ++c) total += y_[row + c];
    if (std::fabs(total - 1) > 1e-3)
      return "the row's results add up to " + lab::number(total) + ", not to 1";
    return "the row's largest x is " + lab::number(largest);
  }
  if (std::fabs(largest) > kOverflows) {
    return "the row's x are near " + lab::number(largest) + ", and e^x of that is " +
           (largest > 0 ? "infinite" : "0") + ": subtract the row's maximum first";
  }
  if (std::find(begin, end, kMasked) != end) {
    return "the row has masked elements: -INFINITY - (-INFINITY) is not a number, which a lane meets that "
           "sees nothing else";
  }
  return "lanes without an element of the row must change neither its maximum nor its sum";
}

bool Softmax::expect_values(const lab::LaunchResult& run, int first_row) const {
  const std::size_t first = static_cast<std::size_t>(first_row) * static_cast<std::size_t>(shape_.cols);
  const auto is_right = [&](std::size_t i) {
    const double right = right_[first + i];
    return y_.is_written(first + i) &&
           std::fabs(y_[first + i] - right) <= kTolerance * right + kSmallest;  // false for a NaN
  };
  const auto described = [&](std::size_t i) {
    const std::string which = rows::element("y", first + i, shape_) + ", which ";
    if (!y_.is_written(first + i)) return which + "was never written";
    return which + "holds " + std::to_string(y_[first + i]) + " and must hold " +
           std::to_string(right_[first + i]) + "\n  " + diagnosis(first + i) +
           lab::where_16_bits_end((first + i) / static_cast<std::size_t>(shape_.cols), "a row's number");
  };
  return lab::expect_values(run, {"y", "element", y_.size() - first, is_right, described});
}

bool Softmax::expect_right(const lab::LaunchResult& run) const {
  using simt::Op;
  return lab::expect_no_faults(run) && expect_values(run) &&
         lab::expect_no_other_traffic(run, {{"x", Op::load}, {"y", Op::store}});
}

}  // namespace softmax
