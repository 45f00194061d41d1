// The checks of lab 0. lab.toml gives each its points; README.md says what it asks and where its threshold
// comes from.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "lab/expectations.h"
#include "lab/measure.h"
#include "problem.h"

namespace lab {

std::vector<std::string> graded_kernels() { return {"example_floats"}; }

}  // namespace lab

namespace {

using example_lab::kCopy;
using example_lab::kStudent;
using example_lab::Reversal;

using lab::LaunchResult;

// Where costs are weighed: every warp is full, and every row of it begins at a sector.
constexpr int kAligned = 65536;

// Where times are predicted: several waves of blocks.
constexpr int kModelled = 1 << 22;

// What is timed: 256 MiB an array, several times any GPU's L2.
constexpr int kTimed = 1 << 26;

// README.md, "How it is graded".
constexpr double kOverCopy = 0.85;
constexpr double kModelledOverCopy = 0.70;

TEST(Example, IsSafe) {
  for (const int n : example_lab::lengths()) {
    Reversal problem(n, lab::checked("safe"));
    if (!lab::expect_no_faults(problem.run(kStudent))) return;
  }
  // An empty kernel makes no mistake: it has to write something, too.
  Reversal problem(kAligned, lab::checked("safe"));
  const LaunchResult run = problem.run(kStudent);
  if (lab::expect_no_faults(run)) lab::expect_writes(run, "out");
}

TEST(Example, GivesExactValues) {
  for (const int n : example_lab::lengths()) {
    Reversal problem(n, lab::checked("values"));
    if (!problem.expect_values(problem.run(kStudent), kStudent)) return;
  }
}

TEST(Example, IsCoalesced) {
  Reversal problem(kAligned, lab::checked("sectors"));
  const LaunchResult run = problem.run(kStudent);
  lab::show(run);
  const std::uint64_t least = lab::sectors_in_pieces(1, kAligned, 32);
  lab::expect_sectors(run, {{"in", simt::Op::load, least}, {"out", simt::Op::store, least}});
}

// Compares the times that the model predicts.
void expect_modelled() {
  const lab::PredictedLaunches predicted;
  Reversal problem(kModelled, lab::checked("modelled"));
  const LaunchResult mine = problem.run(kStudent);
  const lab::Baseline copy("the copy", problem.run(kCopy));
  lab::show(mine, copy);
  if (lab::expect_writes(mine, "out")) lab::expect_modelled_ratio(mine, copy, kModelledOverCopy);
}

// What a GPU really reaches.
void expect_measured() {
  Reversal problem(kTimed, lab::timed());
  const std::vector<lab::TimedKernel> kernels{problem.timed(kStudent), problem.timed(kCopy, "the copy")};
  lab::measure(
      {problem.text(), kernels, {{kStudent.name, "the copy", lab::Comparison::at_least, kOverCopy}}});
}

TEST(Example, MayReachTheCopy) {
  // With a GPU it is measured, without one modelled.
  lab::measured_or_modelled(expect_measured, expect_modelled);
}

}  // namespace
