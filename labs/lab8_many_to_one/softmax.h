// Rows of scores to take the softmax of: their values, the launch of each softmax kernel of the lab, and the
// expected result.
#pragma once

#include <string>
#include <vector>

#include "lab/problem.h"
#include "rows.h"

namespace softmax {

constexpr rows::Kernel kSoftmax{"softmax_rows", lab::From::student, WARPS};
constexpr rows::Kernel kAThreadARow{"softmax_a_thread_a_row", lab::From::given, BLOCK};

class Softmax : public lab::Problem {
 public:
  Softmax(rows::Shape shape, const lab::Use& use);

  // Checked. `first_row`: the blocks before that row's do not run.
  lab::LaunchResult run(const rows::Kernel& kernel, int first_row = 0) {
    return Problem::run(call(kernel, first_row));
  }

  // Checked: every element is right, as closely as the contract says, and was stored by the kernel. One
  // failure says what the first wrong one holds.
  bool expect_values(const lab::LaunchResult& run) const;

  // Checked: so are those of the rows from `first_row` on.
  bool is_right_from(int first_row) const;

  // Checked: the launch qualifies for a check of costs. It has no faults, gives the right values, and
  // accesses nothing but `x` and `y`.
  bool expect_right(const lab::LaunchResult& run) const;

  lab::TimedKernel timed(const rows::Kernel& kernel);

  const rows::Shape& shape() const { return shape_; }

 private:
  lab::Call call(const rows::Kernel& kernel, int first_row) const;
  bool is_right(std::size_t i) const;
  bool is_row_right(std::size_t row) const;
  float largest_of(std::size_t row) const;
  std::string diagnosis(std::size_t i) const;
  std::string why_not_finite(std::size_t row) const;

  rows::Shape shape_;
  lab::Input<float> x_;
  lab::Output<float> y_;
  std::vector<double> right_;  // checked
};

}  // namespace softmax
