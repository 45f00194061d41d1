// The checks of lab 3. lab.toml gives each its points; README.md says what it asks and where its threshold
// comes from.
//
// Those of conflict_probe are in probe_test.cpp.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "columns.h"
#include "detector.h"
#include "lab/drawn.h"
#include "lab/expectations.h"

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

constexpr int kRowsBehind = 100;

// Rows: many, whose message tells most; around the 8 of a block; one.
int many_rows() { return lab::drawn("rows", 231, 261, 2); }
std::vector<int> row_counts() { return {many_rows(), 33, 9, 8, 7, 1}; }

std::vector<int> tile_counts() { return {1, 2, 7, Columns::many_tiles()}; }

TEST(Detector, IsSafe) {
  for (const int count : row_counts()) {
    Detector problem(detector::random_rows(count, "safe"));
    const LaunchResult run = problem.run();
    if (!lab::expect_no_faults(run) || !lab::expect_writes(run, "degree")) return;
  }
}

TEST(Detector, FindsTheDegreeOfRandomRows) {
  for (const int count : row_counts()) {
    Detector problem(detector::random_rows(count, "values"));
    const LaunchResult run = problem.run();
    if (!problem.expect_degrees(run)) return;
  }
  Detector::expect_many_degrees("many");
}

// Random rows follow the recorded ones: a solution that knows the record and counts nothing is wrong on them.
TEST(Detector, AgreesWithTheHardware) {
  std::vector<detector::Row> rows = detector::measured_rows();
  const std::size_t recorded = rows.size();
  const std::vector<detector::Row> others = detector::random_rows(kRowsBehind, "behind the recorded rows");
  rows.insert(rows.end(), others.begin(), others.end());
  Detector problem(rows);
  const LaunchResult run = problem.run();
  const std::string total = std::to_string(recorded);
  const int agreed = problem.agreed(recorded);
  if (lab::weigh(agreed, lab::Comparison::at_least, static_cast<double>(recorded),
                 "of " + total + " rows: my detector agrees with the hardware")) {
    lab::weigh(problem.agreed(), lab::Comparison::at_least, problem.rows(),
               "of " + std::to_string(problem.rows()) + " rows, random ones among them: right degrees");
    problem.expect_degrees(run);
    return;
  }
  problem.fail(run,
               "my detector agrees with the hardware on " + std::to_string(agreed) + " of " + total +
                   " rows; the first of the others is",
               "an NVIDIA H200 counted");
}

TEST(Detector, LoadsARowTogether) {
  if (lab::skip_without_simt()) return;
  Detector problem(detector::random_rows(many_rows(), "coalesced", true));
  const LaunchResult run = problem.run();
  lab::show(run);
  if (problem.expect_right(run)) problem.expect_coalesced(run);
}

void expect_safe(const columns::Kernel& kernel) {
  for (const int tiles : tile_counts()) {
    const LaunchResult run = Columns(tiles).run(kernel);
    if (!lab::expect_no_faults(run) || !lab::expect_writes(run, "out")) return;
  }
}

void expect_sums(const columns::Kernel& kernel) {
  for (const int tiles : tile_counts()) {
    if (!Columns(tiles).expect_sums(kernel)) return;
  }
}

void expect_conflict_free(const columns::Kernel& kernel) {
  if (lab::skip_without_simt()) return;
  Columns problem(Columns::many_tiles());
  const LaunchResult plain = problem.run(kPlain);
  const LaunchResult run = problem.run(kernel);
  lab::show_against(run, plain);
  if (lab::counting() || !problem.expect_right(run)) return;
  if (lab::expect_no_bank_conflicts(run)) problem.expect_through_tile(kernel, lab::expect_no_bank_conflicts);
}

// Weighs the tile that the elements pass through.
void expect_shared_bytes(const columns::Kernel& kernel, std::uint64_t most) {
  if (lab::skip_without_simt()) return;
  Columns problem(Columns::many_tiles());
  const LaunchResult run = problem.run(kernel);
  if (lab::counting() || !problem.expect_right(run)) return;
  const lab::Weigh weigh = [=](const LaunchResult& launch) { return lab::expect_shared_bytes(launch, most); };
  if (weigh(run)) problem.expect_through_tile(kernel, weigh);
}

TEST(Padded, IsSafe) { expect_safe(kPadded); }
TEST(Padded, GivesExactSums) { expect_sums(kPadded); }
TEST(Padded, IsCoalesced) { Columns(Columns::many_tiles()).expect_coalesced(kPadded); }
TEST(Padded, HasNoBankConflicts) { expect_conflict_free(kPadded); }
TEST(Padded, KeepsToItsMemory) { expect_shared_bytes(kPadded, sizeof(float[TILE][TILE + 1])); }

TEST(Swizzled, IsSafe) { expect_safe(kSwizzled); }
TEST(Swizzled, GivesExactSums) { expect_sums(kSwizzled); }
TEST(Swizzled, IsCoalesced) { Columns(Columns::many_tiles()).expect_coalesced(kSwizzled); }
TEST(Swizzled, HasNoBankConflicts) { expect_conflict_free(kSwizzled); }
TEST(Swizzled, NeedsNoMemoryMore) { expect_shared_bytes(kSwizzled, sizeof(float[TILE][TILE])); }

}  // namespace
