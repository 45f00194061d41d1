// Rows of softmax's results and of gradients: their values, the launch of each kernel of the lab that takes
// softmax's gradient, and the expected result.
#pragma once

#include <string>
#include <vector>

#include "lab/problem.h"
#include "lab/rounded_sum.h"
#include "rows.h"

namespace backward {

constexpr rows::Kernel kBackward{"softmax_backward", lab::From::student, WARPS};
constexpr rows::Kernel kAThreadARow{"backward_a_thread_a_row", lab::From::given, BLOCK};
constexpr rows::Kernel kReadsTwice{"backward_reads_twice", lab::From::given, WARPS};

class Backward : public lab::Problem {
 public:
  Backward(rows::Shape shape, const lab::Use& use);

  // Checked. `first_row`: the blocks before that row's do not run.
  lab::LaunchResult run(const rows::Kernel& kernel, int first_row = 0) {
    return Problem::run(call(kernel, first_row));
  }

  // Checked: every element is right, to within rounding, and was stored by the kernel. One failure says what the first wrong one
  // holds.
  bool expect_values(const lab::LaunchResult& run) const;

  // Checked: so are those of the rows from `first_row` on.
  bool is_right_from(int first_row) const;

  // Checked: the launch qualifies for a check of costs. It has no faults, gives the right values, and
  // accesses nothing but `S`, `dP` and `dS`.
  bool expect_right(const lab::LaunchResult& run) const;

  // Timed: `kernel`, under its own name or another.
  lab::TimedKernel timed(const rows::Kernel& kernel) { return timed(kernel, kernel.name); }
  lab::TimedKernel timed(const rows::Kernel& kernel, const std::string& name);

  const rows::Shape& shape() const { return shape_; }

 private:
  lab::Call call(const rows::Kernel& kernel, int first_row) const;
  lab::RoundedSum row_sum(std::size_t row) const;
  // S * (dP - D) with this D, and the magnitudes of its terms.
  lab::RoundedSum result(std::size_t i, const lab::RoundedSum& d) const;
  lab::RoundedSum right(std::size_t i) const;
  bool is_right(std::size_t i) const;
  std::string diagnosis(std::size_t i) const;

  rows::Shape shape_;
  lab::Input<float> s_;
  lab::Input<float> dp_;
  lab::Output<float> ds_;
  std::vector<lab::RoundedSum> sums_;  // checked: of each row
};

}  // namespace backward
