// One array to copy between two addresses, neither of which need be a multiple of 16 bytes: the arrays, the
// launches of copy_any and of the given copy, and the expected result.
#pragma once

#include <string>

#include "lab/problem.h"
#include "wide_accesses.h"
#include "wide_aligned.h"

namespace wide {

// The number of floats after a 256-byte aligned address at which each side starts.
struct Starts {
  int in = 0;
  int out = 0;

  // Whether both reach a multiple of 16 bytes at the same float.
  bool are_alike() const { return (in - out) % WIDE_FLOATS == 0; }
};

enum class Copier { any, singly };

class Copy : public lab::Problem {
 public:
  // `first`: checked, floats before it are not looked at. Two blocks before it run, which may have a part of
  // its piece of 16 bytes.
  Copy(int n, Starts starts, const lab::Use& use, int first = 0);

  // Timed: 1 GiB, halved until it fits if the GPU's memory is small, and a few floats that no 4 divides.
  static int timed_length();

  // Checked.
  lab::LaunchResult run(Copier copier = Copier::any) { return Problem::run(call(copier)); }

  // Checked: every float is right, bit for bit, and nothing in front of `out` was written.
  bool expect_values(const lab::LaunchResult& run) const;
  bool is_right_from(int first) const;

  // Checked: the launch qualifies for a check of costs. It has no faults, gives the right values, and
  // accesses nothing but `in` and `out`.
  bool expect_right(const lab::LaunchResult& run) const;

  // Checked: the sides of this launch, for starts that are alike.
  Side loads() const { return side("in", simt::Op::load, starts_.in); }
  Side stores() const { return side("out", simt::Op::store, starts_.out); }

  // Checked: at most 5 sectors for 32 floats, each way.
  bool expect_least_sectors(const lab::LaunchResult& run) const;

  lab::TimedKernel timed(Copier copier);
  lab::TimedKernel memcpy();

  // The floats in front of the starts do not count.
  std::uint64_t bytes() const override { return 2 * sizeof(float) * static_cast<std::uint64_t>(n_); }

 private:
  lab::Call call(Copier copier) const;
  lab::Call memcpy_call() const;
  Side side(const char* array, simt::Op op, int start) const;
  std::string found_at(std::size_t i) const;
  bool is_right(std::size_t i) const;

  int n_;
  Starts starts_;
  unsigned first_block_;
  lab::Input<float> in_;
  lab::Output<float> out_;
};

}  // namespace wide
