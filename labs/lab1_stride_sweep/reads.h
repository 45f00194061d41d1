// One array to read, out[i] = in[i * stride + offset]: its values, the launch of each kernel of the lab
// except predict_sectors, and the expected result. The checks (stride_sweep_test.cpp, stride_curve_test.cpp),
// the timed rounds and the profiler's launches (survey.cpp) are all built from it.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "lab/problem.h"
#include "stride_sweep.h"

namespace sweep {

enum class Kernel { strided_read, offset_read, fast_copy, copy_floats };
std::string name_of(Kernel kernel);
std::string name_at(int stride);  // "strided_read at stride 3"

// The reads of a launch: thread i of n reads element i * stride + offset.
struct Form {
  int n = 1;
  int stride = 1;
  int offset = 0;
};

// Lengths at which costs are checked, drawn from the session's seed. For reads every block is full. For
// copies there are three: whole blocks of vectors, such a length less a few floats, and a short one with a
// few more.
int cost_length();
std::vector<int> copy_lengths();

// A length at which indices no longer fit into a float, nor into 24 bits.
int late_length();

// A length whose time is predicted, also drawn: several waves of blocks.
int modelled_length();

// The contract's limit: below it even an offset in bytes fits into an int.
constexpr int kMostElements = (1 << 29) - 1;
static_assert(std::numeric_limits<int>::max() / sizeof(float) >= kMostElements);

class Reads : public lab::Problem {
 public:
  // `first`: checked, of results before it, a multiple of every block, none is looked at: their blocks do not
  // run, and the arrays hold nothing for them.
  Reads(Kernel kernel, const Form& form, const lab::Use& use, int first = 0);
  Reads(Kernel kernel, const Form& form, const std::string& purpose);

  // Timed: at strides up to this one the most whole blocks of results that the contract allows, 64 MiB at 32;
  // and 1 GiB of results at offsets up to this one. Halved until they fit if memory is small.
  static Reads at_strides_up_to(int largest);
  static Reads at_offsets_up_to(int largest);

  // Checked: runs this problem's kernel, or another one on the same arrays.
  lab::LaunchResult run() { return run(kernel_); }
  lab::LaunchResult run(Kernel kernel) { return Problem::run(call(kernel, form_)); }

  // Checked: every element is right, bit for bit, and was stored by the kernel. One failure says what went
  // wrong and where.
  bool expect_values(const lab::LaunchResult& run) const;

  // Checked: the same, without a failure.
  bool is_right_from(int first) const;

  // Checked: the launch qualifies for a check of costs. It has no faults, gives the right values, and
  // accesses nothing but `in` and `out`.
  bool expect_right(const lab::LaunchResult& run) const;

  // Timed: each under its kernel's name, with the stride or offset if it has one; and cudaMemcpy.
  lab::TimedKernel strided_read(int stride);
  lab::TimedKernel offset_read(int offset);
  lab::TimedKernel copy(Kernel kernel);
  lab::TimedKernel memcpy();

  // Useful bytes: only n of the elements read count.
  std::uint64_t bytes() const override { return 2 * out_.bytes(); }

  const Form& form() const { return form_; }

 private:
  lab::Call call(Kernel kernel, const Form& form) const;
  lab::TimedKernel timed(const std::string& name, Kernel kernel, Form form);
  simt::LaunchShape launch_of(int results_a_block, const Form& form) const;

  Kernel kernel_;
  Form form_;
  lab::Input<float> in_;
  lab::Output<float> out_;
};

}  // namespace sweep
