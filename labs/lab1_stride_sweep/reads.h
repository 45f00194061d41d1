// One array to read, out[i] = in[i * stride + offset]: its values, the launch of each kernel of the lab but
// predict_sectors, and what must come out. The checks (stride_sweep_test.cpp, stride_curve_test.cpp), the
// timed rounds and the profiler's launches (survey.cpp) are all made of it.
#pragma once

#include <string>
#include <vector>

#include "lab/problem.h"
#include "stride_sweep.h"

namespace sweep {

enum class Kernel { strided_read, offset_read, fast_copy, copy_floats };
std::string name_of(Kernel kernel);
std::string name_at(int stride);  // "strided_read at stride 3"

// Where thread i of n reads.
struct Form {
  int n = 1;
  int stride = 1;
  int offset = 0;
};

// Lengths where costs are weighed, drawn from the session's seed: every block is full; and for copies, three:
// whole blocks of vectors, such a length less some floats, and a short one with some more.
int cost_length();
std::vector<int> copy_lengths();

class Reads : public lab::Problem {
 public:
  // Checked.
  Reads(Kernel kernel, const Form& form, const std::string& purpose);

  // Timed: 128 MiB of results at strides up to this one, and half of it and so on where memory is small; and
  // 1 GiB of results, or less likewise, at offsets up to this one.
  static Reads at_strides_up_to(int largest);
  static Reads at_offsets_up_to(int largest);

  // Checked: this problem's kernel, or another on the same arrays.
  lab::LaunchResult run() { return run(kernel_); }
  lab::LaunchResult run(Kernel kernel) { return Problem::run(call(kernel, form_)); }

  // Checked: every element is right, bit for bit, and was stored by the kernel. Says what went wrong and
  // where, once.
  bool expect_values(const lab::LaunchResult& run) const;

  // Checked: what a check of costs may weigh, which is a launch without faults that gives the right values
  // and reads and writes nothing but `in` and `out`.
  bool expect_right(const lab::LaunchResult& run) const;

  // Timed: under the kernel's name, and with its stride or offset where it has one; and cudaMemcpy.
  lab::TimedKernel strided_read(int stride);
  lab::TimedKernel offset_read(int offset);
  lab::TimedKernel copy(Kernel kernel);
  lab::TimedKernel memcpy();

  // Useful ones: of what is read only n elements are.
  std::uint64_t bytes() const override { return 2 * out_.bytes(); }

  const Form& form() const { return form_; }

 private:
  Reads(Kernel kernel, const Form& form, const lab::Use& use);

  lab::Call call(Kernel kernel, const Form& form) const;
  lab::TimedKernel timed(const std::string& name, Kernel kernel, Form form);

  Kernel kernel_;
  Form form_;
  lab::Input<float> in_;
  lab::Output<float> out_;
};

}  // namespace sweep
