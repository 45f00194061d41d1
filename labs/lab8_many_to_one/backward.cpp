#include "backward.h"

#include "lab/expectations.h"
#include "lab/values.h"

namespace backward {
namespace {

// Whole numbers, none of them 0, divided by `parts`: products and sums of them are exact.
std::vector<float> fractions(std::size_t count, const std::string& purpose, int low, int high, float parts) {
  std::mt19937_64 random = lab::Session::current().random(purpose);
  std::uniform_int_distribution<int> any(low, high);
  std::vector<float> values(count);
  for (float& value : values) {
    const int drawn = any(random);
    value = static_cast<float>(drawn == 0 ? high : drawn) / parts;
  }
  return values;
}

}  // namespace

// S is a sixteenth to fifteen sixteenths, dP a whole number.
Backward::Backward(rows::Shape shape, const lab::Use& use)
    : Problem(use, rows::text_of(shape)),
      shape_(shape),
      s_(*this, "S", shape.elements(), [&] { return fractions(shape.elements(), use.purpose + ", S", 1, 15, 16); }),
      dp_(*this, "dP", shape.elements(), [&] { return fractions(shape.elements(), use.purpose, -9, 9, 1); }),
      ds_(*this, "dS", shape.elements()) {
  constexpr float kRounding = 1e-4F;
  ds_.allow(kRounding);
}

lab::Call Backward::call(const rows::Kernel& kernel, int first_row) const {
  return lab::Kernel<decltype(softmax_backward)>(kernel.name, kernel.from)
      .call(rows::launch_of(shape_, kernel, first_row), s_.device(), dp_.device(), ds_.device(), shape_.rows,
            shape_.cols);
}

lab::TimedKernel Backward::timed(const rows::Kernel& kernel, const std::string& name) {
  return contender(
      name, kernel.from, [this, kernel] { return call(kernel, 0); },
      [this] { return call(kAThreadARow, 0); }, kernel.name);
}

float Backward::row_sum(std::size_t row) const {
  const auto cols = static_cast<std::size_t>(shape_.cols);
  float total = 0;
  for (std::size_t i = row * cols; i < (row + 1) * cols; ++i) total += s_.values()[i] * dp_.values()[i];
  return total;
}

// What dS[i] holds instead.
std::string Backward::diagnosis(std::size_t i) const {
  const auto cols = static_cast<std::size_t>(shape_.cols);
  const float s = s_.values()[i];
  const float dp = dp_.values()[i];
  const float found = ds_[i];
  const float d = row_sum(i / cols);
  if (found == s * dp) return "that is S * dP: the row's sum D is left out";
  if (found == dp - d) return "that is dP - D: multiply by S";
  if (found == s * dp - d) return "that is S * dP - D: D is subtracted before the product";
  for (std::size_t row = 0; row < static_cast<std::size_t>(shape_.rows); ++row) {
    if (row != i / cols && found == s * (dp - row_sum(row)))
      return "D is that of row " + std::to_string(row) + ", not of row " + std::to_string(i / cols);
  }
  return "with D = " + lab::number(dp - found / s) + " it would be right, and D is " + lab::number(d) +
         ": every lane needs the sum over the whole row";
}

bool Backward::expect_values(const lab::LaunchResult& run, int first_row) const {
  const auto cols = static_cast<std::size_t>(shape_.cols);
  const std::size_t first = static_cast<std::size_t>(first_row) * cols;
  std::vector<float> right(ds_.size());
  for (std::size_t row = static_cast<std::size_t>(first_row); row < right.size() / cols; ++row) {
    const float d = row_sum(row);
    for (std::size_t i = row * cols; i < (row + 1) * cols; ++i)
      right[i] = s_.values()[i] * (dp_.values()[i] - d);
  }
  const auto is_right = [&](std::size_t i) {
    return ds_.is_written(first + i) && ds_[first + i] == right[first + i];
  };
  const auto described = [&](std::size_t i) {
    const std::string which = rows::element("dS", first + i, shape_) + ", which ";
    if (!ds_.is_written(first + i)) return which + "was never written";
    return which + "holds " + lab::number(ds_[first + i]) + " and must hold " + lab::number(right[first + i]) +
           "\n  " + diagnosis(first + i) +
           lab::where_16_bits_end((first + i) / cols, "a row's number");
  };
  return lab::expect_values(run, {"dS", "element", ds_.size() - first, is_right, described});
}

bool Backward::expect_right(const lab::LaunchResult& run) const {
  using simt::Op;
  return lab::expect_no_faults(run) && expect_values(run) &&
         lab::expect_no_other_traffic(run, {{"S", Op::load}, {"dP", Op::load}, {"dS", Op::store}});
}

}  // namespace backward
