#include "backward.h"

#include <cmath>

#include "lab/expectations.h"
#include "lab/values.h"

namespace backward {
namespace {

constexpr unsigned kBitsOfFloat = 24;
constexpr double kRounding = 4e-6;  // many_to_one.h

// Like what softmax gives: between 0 and 1.
std::vector<float> probabilities(std::size_t count, const std::string& purpose) {
  constexpr float kLargest = 16;
  std::vector<float> values = lab::floats_of_mantissa(kBitsOfFloat, count, purpose);
  for (float& value : values) value = std::fabs(value) / kLargest;
  return values;
}

}  // namespace

Backward::Backward(rows::Shape shape, const lab::Use& use)
    : Problem(use, rows::text_of(shape)),
      shape_(shape),
      s_(*this, "S", shape.elements(), [&] { return probabilities(shape.elements(), use.purpose + ", S"); }),
      dp_(*this, "dP", shape.elements(),
          [&] { return lab::floats_of_mantissa(kBitsOfFloat, shape.elements(), use.purpose); }),
      ds_(*this, "dS", shape.elements()) {
  constexpr float kTimedRounding = 1e-4F;
  ds_.allow(kTimedRounding);
  const std::size_t rows = use.is_timed ? 0 : static_cast<std::size_t>(shape.rows);
  for (std::size_t row = 0; row < rows; ++row) sums_.push_back(row_sum(row));
}

lab::Call Backward::call(const rows::Kernel& kernel, int first_row) const {
  return lab::Kernel<decltype(softmax_backward)>(kernel.name, kernel.from)
      .call(rows::launch_of(shape_, kernel, first_row), s_.device(), dp_.device(), ds_.device(), shape_.rows,
            shape_.cols);
}

lab::TimedKernel Backward::timed(const rows::Kernel& kernel, const std::string& name) {
  return contender(
      name, kernel.from, [this, kernel] { return call(kernel, 0); }, [this] { return call(kAThreadARow, 0); },
      kernel.name);
}

lab::RoundedSum Backward::row_sum(std::size_t row) const {
  const auto cols = static_cast<std::size_t>(shape_.cols);
  lab::RoundedSum total;
  for (std::size_t i = row * cols; i < (row + 1) * cols; ++i)
    total.add(double{s_.values()[i]} * dp_.values()[i]);
  return total;
}

lab::RoundedSum Backward::right(std::size_t i) const {
  return result(i, sums_[i / static_cast<std::size_t>(shape_.cols)]);
}

lab::RoundedSum Backward::result(std::size_t i, const lab::RoundedSum& d) const {
  const double s = s_.values()[i];
  const double dp = dp_.values()[i];
  return {s * (dp - d.value), std::fabs(s) * (std::fabs(dp) + d.size)};
}

bool Backward::is_right(std::size_t i) const {
  return ds_.is_written(i) && right(i).is_near(ds_[i], kRounding);
}

// Says what dS[i] contains instead.
std::string Backward::diagnosis(std::size_t i) const {
  const auto cols = static_cast<std::size_t>(shape_.cols);
  const double s = s_.values()[i];
  const double dp = dp_.values()[i];
  const double found = ds_[i];
  const lab::RoundedSum& d = sums_[i / cols];
  const double size = std::fabs(s * dp) + std::fabs(dp) + d.size;
  const auto is = [&](double value) { return lab::RoundedSum{value, size}.is_near(found, kRounding); };
  if (is(s * dp)) return "that is S * dP: the row's sum D is left out";
  if (is(dp - d.value)) return "that is dP - D: multiply by S";
  if (is(s * dp - d.value)) return "that is S * dP - D: D is subtracted before the product";
  for (std::size_t row = 0; row < static_cast<std::size_t>(shape_.rows); ++row) {
    if (row != i / cols && result(i, sums_[row]).is_near(found, kRounding))
      return "D is that of row " + std::to_string(row) + ", not of row " + std::to_string(i / cols);
  }
  return "with D = " + lab::digits(dp - found / s) + " it would be right, and D is " + lab::digits(d.value) +
         ": every lane needs the sum over the whole row, in float";
}

bool Backward::is_right_from(int first_row) const {
  const auto first = static_cast<std::size_t>(first_row) * static_cast<std::size_t>(shape_.cols);
  for (std::size_t i = first; i < ds_.size(); ++i) {
    if (!is_right(i)) return false;
  }
  return true;
}

bool Backward::expect_values(const lab::LaunchResult& run) const {
  const auto described = [&](std::size_t i) {
    const std::string which = rows::element("dS", i, shape_) + ", which ";
    const std::string end = lab::where_type_ends(i / static_cast<std::size_t>(shape_.cols), "a row's number");
    if (!ds_.is_written(i)) return which + "was never written" + end;
    return which + "holds " + lab::digits(ds_[i]) + " and must hold " + lab::digits(right(i).value) + "\n  " +
           diagnosis(i) + end;
  };
  return lab::expect_values(
      run, {"dS", "element", ds_.size(), [&](std::size_t i) { return is_right(i); }, described});
}

bool Backward::expect_right(const lab::LaunchResult& run) const {
  using simt::Op;
  return lab::expect_no_faults(run) && expect_values(run) &&
         lab::expect_no_other_traffic(run, {{"S", Op::load}, {"dP", Op::load}, {"dS", Op::store}});
}

}  // namespace backward
