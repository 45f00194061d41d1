// One array to reverse: the launch of each kernel of the lab on it, and what must come out. The checks, the
// timed rounds and the profiler's launches (survey.cpp) are all made of it.
#pragma once

#include "lab/problem.h"

#include <string>
#include <vector>

#include "example.h"

namespace example_lab {

// A kernel of the lab: who wrote it, and what it does.
struct Kernel {
  const char* name;
  lab::From from;
  int per_thread;       // elements
  bool copies = false;  // does not reverse
};

constexpr Kernel kStudent{"example_floats", lab::From::student, 1};
constexpr Kernel kCopy{"copy_floats", lab::From::given, 1, true};
constexpr Kernel kNaive{"example_naive", lab::From::given, 32};

// Around every multiple of a warp and a block, and some that are drawn from the session's seed.
std::vector<int> lengths();

class Reversal : public lab::Problem {
 public:
  Reversal(int n, const lab::Use& use);

  // Checked.
  lab::LaunchResult run(const Kernel& kernel) { return Problem::run(call(kernel)); }

  // Checked: every element is right, bit for bit, and was stored by the kernel; else adds a failure.
  bool expect_values(const lab::LaunchResult& run, const Kernel& kernel) const;

  // Timed: `kernel` under its own name, or what a message calls it.
  lab::TimedKernel timed(const Kernel& kernel) { return timed(kernel, kernel.name); }
  lab::TimedKernel timed(const Kernel& kernel, const std::string& name);

 private:
  lab::Call call(const Kernel& kernel) const;

  int n_;
  lab::Input<float> in_;
  lab::Output<float> out_;
};

}  // namespace example_lab
