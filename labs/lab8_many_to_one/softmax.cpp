#include "softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "lab/expectations.h"
#include "lab/values.h"

namespace softmax {
namespace {

constexpr double kTolerance = 2e-4;  // many_to_one.h
constexpr double kSmallest = 1e-9;
constexpr const char* kEveryLane =
    "every lane takes part in the shuffles, and where it has no element of the row it brings -INFINITY to "
    "the maximum and 0 to the sum";
constexpr float kMasked = -std::numeric_limits<float>::infinity();

std::string digits(double value) {
  if (std::isnan(value)) return lab::digits(value);
  std::ostringstream text;
  text << value;
  return text.str();
}

// Scores of a row: near 0, large, very negative, partly masked, all the same, or from very negative to large.
// Multiples of 1/16, so that a difference of two is exact. Where they are far apart, only the row's maximum
// keeps every exponential finite.
void draw_row(float* row, int cols, unsigned kind, std::mt19937_64& random) {
  constexpr float kFar = 1000;
  constexpr float kStep = 16;
  constexpr float kWide = 125;
  constexpr unsigned kKinds = 5;
  std::uniform_int_distribution<int> near(-128, 128);
  for (int c = 0; c < cols; ++c) {
    const float score = static_cast<float>(near(random)) / kStep;
    switch (kind % kKinds) {
      case 0:
        row[c] = score;
        break;
      case 1:
        row[c] = kFar + score;
        break;
      case 2:
        row[c] = -kFar + score;
        break;
      case 3:
        row[c] = random() % 3 == 0 ? score : kMasked;
        break;
      default:
        row[c] = kind / kKinds % 2 == 0 ? 2 : kWide * score;  // all the same, or from -1000 to 1000
        break;
    }
  }
  if (kind % kKinds == 3) row[random() % static_cast<unsigned>(cols)] = 0;  // not the whole row
}

std::vector<float> scores(const rows::Shape& shape, const std::string& purpose) {
  std::mt19937_64 random = lab::Session::current().random(purpose);
  const auto first = static_cast<unsigned>(random());
  std::vector<float> values(shape.elements());
  for (int r = 0; r < shape.rows; ++r) {
    draw_row(&values[static_cast<std::size_t>(r) * static_cast<std::size_t>(shape.cols)], shape.cols,
             first + static_cast<unsigned>(r), random);
  }
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

bool Softmax::is_right(std::size_t i) const {
  return y_.is_written(i) &&
         std::fabs(y_[i] - right_[i]) <= kTolerance * right_[i] + kSmallest;  // a NaN is not
}

bool Softmax::is_row_right(std::size_t row) const {
  const auto cols = static_cast<std::size_t>(shape_.cols);
  for (std::size_t i = row * cols; i < (row + 1) * cols; ++i) {
    if (!is_right(i)) return false;
  }
  return true;
}

bool Softmax::is_right_from(int first_row) const {
  for (auto row = static_cast<std::size_t>(first_row); row < static_cast<std::size_t>(shape_.rows); ++row) {
    if (!is_row_right(row)) return false;
  }
  return true;
}

float Softmax::largest_of(std::size_t row) const {
  const auto cols = static_cast<std::ptrdiff_t>(shape_.cols);
  const auto begin = x_.values().begin() + static_cast<std::ptrdiff_t>(row) * cols;
  return *std::max_element(begin, begin + cols);
}

// The rows that are wrong tell the cause of a result that is infinite or no number.
std::string Softmax::why_not_finite(std::size_t row) const {
  constexpr float kOverflows = 88;  // e^x is infinite from 88.8 on, and 0 below -104
  const auto cols = static_cast<std::ptrdiff_t>(shape_.cols);
  bool all_are_far = true;
  bool all_are_masked = true;
  for (std::size_t r = 0; r < static_cast<std::size_t>(shape_.rows); ++r) {
    const bool is_wrong = !is_row_right(r);
    const auto begin = x_.values().begin() + static_cast<std::ptrdiff_t>(r) * cols;
    const bool is_masked = std::find(begin, begin + cols, kMasked) != begin + cols;
    all_are_far = all_are_far && is_wrong == (std::fabs(largest_of(r)) > kOverflows);
    all_are_masked = all_are_masked && (is_masked || !is_wrong);
  }
  if (all_are_far) {
    const float largest = largest_of(row);
    return "the row's x are near " + lab::number(largest) + ", and e^x of that is " +
           (largest > 0 ? "infinite" : "0") + ": subtract the row's maximum first";
  }
  if (all_are_masked) {
    return "the row has masked elements: -INFINITY - (-INFINITY) is not a number, and a lane may see nothing "
           "else";
  }
  return kEveryLane;
}

// Says what y[i] contains instead.
std::string Softmax::diagnosis(std::size_t i) const {
  constexpr double kClose = 1e-3;
  const auto cols = static_cast<std::size_t>(shape_.cols);
  const std::size_t row = i / cols;
  double total = 0;
  for (std::size_t c = 0; c < cols; ++c) total += y_[row * cols + c];
  if (!std::isfinite(total)) return why_not_finite(row);
  if (std::fabs(total - 1) > kClose)
    return "the row's results add up to " + lab::number(total) + ", not to 1: " + kEveryLane;
  return "the row's largest x is " + lab::number(largest_of(row));
}

bool Softmax::expect_values(const lab::LaunchResult& run) const {
  const auto described = [&](std::size_t i) {
    const std::string which = rows::element("y", i, shape_) + ", which ";
    const std::string end = lab::where_type_ends(i / static_cast<std::size_t>(shape_.cols), "a row's number");
    if (!y_.is_written(i)) return which + "was never written" + end;
    return which + "holds " + digits(y_[i]) + " and must hold " + digits(right_[i]) + "\n  " + diagnosis(i) +
           end;
  };
  return lab::expect_values(
      run, {"y", "element", y_.size(), [&](std::size_t i) { return is_right(i); }, described});
}

bool Softmax::expect_right(const lab::LaunchResult& run) const {
  using simt::Op;
  return lab::expect_no_faults(run) && expect_values(run) &&
         lab::expect_no_other_traffic(run, {{"x", Op::load}, {"y", Op::store}});
}

}  // namespace softmax
