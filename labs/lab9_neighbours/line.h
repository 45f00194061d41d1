// One line to smooth: its arrays, the launch of each kernel of the lab on them, and the expected result. The
// checks (smooth_test.cpp), the timed rounds and the profiler's launches (survey.cpp) are all built from it.
//
// Values are small whole numbers. Each pass makes them finer by a quarter, and eight passes fit into a float:
// the result is exact, in whatever order a kernel adds.
#pragma once

#include <string>
#include <vector>

#include "lab/problem.h"
#include "lab/shared_passage.h"
#include "neighbours.h"

namespace neighbours {

// A kernel of the lab: where it comes from. All are launched alike.
struct Smoothing {
  const char* name;
  lab::From from;
};

constexpr Smoothing kAlone{"smooth_alone", lab::From::given};
constexpr Smoothing kLine{"smooth_line", lab::From::student};

struct Length {
  int n = 0;
  int passes = 1;
};

// Around every multiple of a warp and a block, with one pass, with eight, and with some in between; and some
// drawn from the session's seed.
std::vector<Length> lengths();

// The length at which costs are checked, also drawn: whole blocks, and a number of passes that is no sector's
// length.
Length whole_blocks();

class Line : public lab::Problem {
 public:
  Line(const Length& length, const lab::Use& use);

  // Checked: the values after the first of two passes are in shared memory.
  static bool expect_values_between_passes(const Smoothing& kernel);

  lab::Call call(const Smoothing& kernel) const;

  // Checked.
  lab::LaunchResult run(const Smoothing& kernel) { return Problem::run(call(kernel)); }

  // Checked: every element is right, bit for bit, and was stored by the kernel.
  bool expect_values(const lab::LaunchResult& run) const;

  // Checked: the launch qualifies for a check of costs. It has no faults, gives the right values, and
  // accesses `in` and `out` alone.
  bool expect_right(const lab::LaunchResult& run) const;

  // Checked, of one pass: every element passes through shared memory. Runs a separate launch, which must
  // satisfy `weigh`.
  bool expect_through_line(const Smoothing& kernel, const lab::Weigh& weigh);

  // Timed: `kernel`, and cudaMemcpy.
  lab::TimedKernel timed(const Smoothing& kernel);
  lab::TimedKernel memcpy();

 private:
  Line(const Length& length, const lab::Use& use, const std::vector<float>& values);

  std::string described(std::size_t i) const;

  Length length_;
  lab::Input<float> in_;
  lab::Output<float> out_;
  std::vector<float> right_;  // checked
};

}  // namespace neighbours
