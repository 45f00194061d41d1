// Tiles whose columns are summed: their values, the launch of each summing kernel, and the expected result.
// The checks (bank_conflicts_test.cpp), the timed rounds and the profiler's launches (survey.cpp) are all
// built from it.
#pragma once

#include <string>
#include <vector>

#include "bank_conflicts.h"
#include "lab/problem.h"
#include "lab/shared_passage.h"

namespace columns {

struct Kernel {
  const char* name;
  lab::From from;
};

constexpr Kernel kPlain{"column_sum_plain", lab::From::given};
constexpr Kernel kPadded{"column_sum_padded", lab::From::student};
constexpr Kernel kSwizzled{"column_sum_swizzled", lab::From::student};

class Columns : public lab::Problem {
 public:
  explicit Columns(int tiles) : Columns(tiles, lab::checked("tiles")) {}

  // Timed: 262,144 tiles, which are 1 GiB, halved until they fit if the GPU's memory is small.
  static int timed_tiles();

  // The number of tiles at which costs are checked, drawn from the session's seed.
  static int many_tiles();
  // The number of tiles whose times are predicted, also drawn: several waves of blocks.
  static int modelled_tiles();
  Columns(int tiles, const lab::Use& use);

  // Checked.
  lab::LaunchResult run(const Kernel& kernel) { return Problem::run(call(kernel)); }

  // Checked: `kernel` gets every sum right, bit for bit, and stores it; and it moves no more sectors than the
  // tiles and the sums occupy. Each adds one failure that says what went wrong.
  bool expect_sums(const Kernel& kernel) { return expect_sums(run(kernel)); }
  bool expect_sums(const lab::LaunchResult& run) const;
  bool expect_coalesced(const Kernel& kernel);

  // Checked: the launch qualifies for a check of costs. It has no faults, gives the right sums, and accesses
  // nothing but `in` and `out`.
  bool expect_right(const lab::LaunchResult& run) const;

  // Checked: every element passes through shared memory. Runs a separate launch, which must satisfy `weigh`.
  bool expect_through_tile(const Kernel& kernel, const lab::Weigh& weigh);

  lab::TimedKernel timed(const Kernel& kernel);

 private:
  lab::Call call(const Kernel& kernel) const;
  bool expect_sectors(const lab::LaunchResult& run) const;
  std::string diagnosis(std::size_t wrong) const;

  int tiles_;
  lab::Input<float> in_;
  lab::Output<float> out_;
  std::vector<float> sums_;  // checked: the expected result
};

}  // namespace columns
