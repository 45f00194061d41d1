// The checks of lab 3. lab.toml gives each its points; README.md says what it asks and where its threshold
// comes from.
//
// Those of conflict_probe are in probe_test.cpp.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "columns.h"
#include "detector.h"
#include "lab/expectations.h"
#include "lab/values.h"

namespace lab {

std::vector<std::string> graded_kernels() {
  return {"conflict_probe", "detect_conflicts", "column_sum_padded", "column_sum_swizzled"};
}

}  // namespace lab

namespace {

using columns::Columns;
using columns::kPadded;
using columns::kPlain;
using columns::kSwizzled;
using detector::Detector;
using lab::LaunchResult;

// Rows: many, whose message tells most; around the 8 of a block; one.
constexpr int kManyRows = 250;
constexpr int kRowCounts[] = {kManyRows, 33, 9, 8, 7, 1};

constexpr int kTileCounts[] = {1, 2, 7};
constexpr int kManyTiles = 24;

TEST(Detector, IsSafe) {
  for (const int count : kRowCounts) {
    Detector problem(detector::random_rows(count, "safe"));
    const LaunchResult run = problem.run();
    if (!lab::expect_no_faults(run) || !lab::expect_writes(run, "degree")) return;
  }
}

TEST(Detector, FindsTheDegreeOfRandomRows) {
  for (const int count : kRowCounts) {
    Detector problem(detector::random_rows(count, "values"));
    const LaunchResult run = problem.run();
    const int wrong = count - problem.agreed();
    if (wrong == 0) continue;
    problem.fail(run, lab::text_of({static_cast<std::size_t>(wrong), static_cast<std::size_t>(count), "row"}),
                 "it takes");
    return;
  }
}

TEST(Detector, AgreesWithTheHardware) {
  Detector problem(detector::measured_rows());
  const LaunchResult run = problem.run();
  const std::string total = std::to_string(problem.rows());
  const int agreed = problem.agreed();
  if (lab::weigh(agreed, lab::Comparison::at_least, problem.rows(),
                 "of " + total + " rows: my detector agrees with the hardware")) {
    return;
  }
  problem.fail(run,
               "my detector agrees with the hardware on " + std::to_string(agreed) + " of " + total +
                   " rows; the first of the others is",
               "an NVIDIA H200 counted");
}

TEST(Detector, LoadsARowTogether) {
  Detector problem(detector::random_rows(kManyRows, "coalesced", true));
  const LaunchResult run = problem.run();
  lab::show(run);
  problem.expect_coalesced(run);
}

void expect_safe(const columns::Kernel& kernel) {
  for (const int tiles : kTileCounts) {
    const LaunchResult run = Columns(tiles).run(kernel);
    if (!lab::expect_no_faults(run) || !lab::expect_writes(run, "out")) return;
  }
}

void expect_sums(const columns::Kernel& kernel) {
  for (const int tiles : kTileCounts) {
    if (!Columns(tiles).expect_sums(kernel)) return;
  }
}

void expect_conflict_free(const columns::Kernel& kernel) {
  Columns problem(kManyTiles);
  const LaunchResult plain = problem.run(kPlain);
  const LaunchResult run = problem.run(kernel);
  lab::show_against(run, plain);
  if (lab::expect_no_bank_conflicts(run))
    lab::expect_through_shared_memory(run, std::size_t{kManyTiles} * TILE * TILE);
}

TEST(Padded, IsSafe) { expect_safe(kPadded); }
TEST(Padded, GivesExactSums) { expect_sums(kPadded); }
TEST(Padded, IsCoalesced) { Columns(kManyTiles).expect_coalesced(kPadded); }
TEST(Padded, HasNoBankConflicts) { expect_conflict_free(kPadded); }
TEST(Padded, KeepsToItsMemory) {
  lab::expect_shared_bytes(Columns(kManyTiles).run(kPadded), sizeof(float[TILE][TILE + 1]));
}

TEST(Swizzled, IsSafe) { expect_safe(kSwizzled); }
TEST(Swizzled, GivesExactSums) { expect_sums(kSwizzled); }
TEST(Swizzled, IsCoalesced) { Columns(kManyTiles).expect_coalesced(kSwizzled); }
TEST(Swizzled, HasNoBankConflicts) { expect_conflict_free(kSwizzled); }
TEST(Swizzled, NeedsNoMemoryMore) {
  lab::expect_shared_bytes(Columns(kManyTiles).run(kSwizzled), sizeof(float[TILE][TILE]));
}

}  // namespace
