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

// S is a 128th to 127 of them, dP a whole number: fine enough that a sum in halves loses some of it, and
// coarse enough that S * (dP - D) is exact.
Backward::Backward(rows::Shape shape, const lab::Use& use)
    : Problem(use, rows::text_of(shape)),
      shape_(shape),
      s_(*this, "S", shape.elements(),
         [&] { return fractions(shape.elements(), use.purpose + ", S", 1, 127, 128); }),
      dp_(*this, "dP", shape.elements(), [&] { return fractions(shape.elements(), use.purpose, -9, 9, 1); }),
      ds_(*this, "dS", shape.elements()) {
  constexpr float kRounding = 1e-4F;
  ds_.allow(kRounding);
  const auto cols = static_cast<std::size_t>(shape.cols);
  float d = 0;
  for (std::size_t i = 0; i < s_.values().size(); ++i) {
    if (i % cols == 0) d = row_sum(i / cols);
    right_.push_back(s_.values()[i] * (dp_.values()[i] - d));
  }
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

float Backward::row_sum(std::size_t row) const {
  const auto cols = static_cast<std::size_t>(shape_.cols);
  float total = 0;
  for (std::size_t i = row * cols; i < (row + 1) * cols; ++i) total += s_.values()[i] * dp_.values()[i];
  return total;
}

// Says what dS[i] contains instead.
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
    return which + "holds " + lab::number(ds_[i]) + " and must hold " + lab::number(right_[i]) + "\n  " +
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
