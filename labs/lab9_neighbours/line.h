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
  // `first`: checked, the first element that is looked at, a multiple of LINE. Of those before it, only what
  // its block needs exists.
  Line(const Length& length, const lab::Use& use, int first = 0);

  // Checked: the values after the first of two passes are in shared memory.
  static bool expect_values_between_passes(const Smoothing& kernel);

  lab::Call call(const Smoothing& kernel) const;

  // Checked.
  lab::LaunchResult run(const Smoothing& kernel) { return Problem::run(call(kernel)); }

  // Checked: every element is right, to within rounding, and was stored by the kernel.
  bool expect_values(const lab::LaunchResult& run) const;
  bool are_right() const;  // of those that are looked at, without a failure

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
  Line(const Length& length, const lab::Use& use, int first, const lab::Input<float>::Values& values);

  std::string described(std::size_t i) const;
  bool is_near(std::size_t i, double value) const;
  bool is_right(std::size_t i) const;
  std::size_t kept(std::size_t i) const { return i - in_.first(); }

  Length length_;
  lab::Input<float> in_;
  lab::Output<float> out_;
  // Checked, from the first element of `in` on: what the passes leave, and of the magnitudes alone.
  std::vector<double> right_;
  std::vector<double> sizes_;
};

}  // namespace neighbours
