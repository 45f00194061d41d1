// A permutation of n numbers: inverting it (invert), and moving floats by it, as a scatter or as the gather
// that its inverse makes of it (permute).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gather_scatter.h"
#include "lab/problem.h"

namespace gathers {

// The numbers at which costs are checked, drawn from the session's seed: whole blocks; and a number that no
// warp divides.
int whole_blocks();
int ragged_number();

// A number whose times are predicted, also drawn: several waves of blocks.
int modelled_number();

// One element, one less and one more than each multiple of a warp and of a block, some drawn, and more than
// 16 bits can count.
std::vector<int> lengths();

class Inversion : public lab::Problem {
 public:
  Inversion(int n, const lab::Use& use);
  static Inversion timed_of(int bits);  // inverts 2^bits numbers

  lab::LaunchResult run() { return Problem::run(call("invert", lab::From::student)); }

  bool expect_values(const lab::LaunchResult& run) const;
  bool expect_right(const lab::LaunchResult& run) const;

  // Indices are loaded together, and each place is stored once, in a sector of its own at most.
  bool expect_costs(const lab::LaunchResult& run) const;

  lab::TimedKernel timed();

 private:
  lab::Call call(const char* kernel, lab::From from) const;

  int n_;
  lab::Input<int> index_;
  lab::Output<int> inverse_;
};

class Permutation : public lab::Problem {
 public:
  Permutation(int n, const lab::Use& use);
  static Permutation timed_of(int bits);  // permutes 2^bits floats
  static int bits_that_fit(int most);

  lab::LaunchResult run() { return Problem::run(permute_call()); }
  lab::LaunchResult run_scatter() { return Problem::run(scatter_call()); }

  bool expect_values(const lab::LaunchResult& run) const;
  bool expect_right(const lab::LaunchResult& run) const;

  // The inverse is loaded together, the result stored together, and each element loaded once.
  bool expect_coalesced(const lab::LaunchResult& run) const;

  lab::TimedKernel permute();
  lab::TimedKernel scatter(const std::string& name);

  // Counts in, out, and one of the two indices.
  std::uint64_t bytes() const override { return in_.bytes() + out_.bytes() + index_.bytes(); }

 private:
  lab::Call permute_call() const;
  lab::Call scatter_call() const;

  int n_;
  lab::Input<float> in_;
  lab::Input<int> index_;
  lab::Input<int> inverse_;
  lab::Output<float> out_;
};

}  // namespace gathers
