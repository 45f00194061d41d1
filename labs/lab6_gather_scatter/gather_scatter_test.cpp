// The checks of lab 6. lab.toml gives each its points; README.md says what it asks and where its threshold
// comes from.
//
// Here: no faults, and right values. What accesses cost is in row_costs_test.cpp and element_costs_test.cpp,
// what bandwidth they allow in row_bandwidth_test.cpp and element_costs_test.cpp.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lab/expectations.h"
#include "pages.h"
#include "permutation.h"
#include "rows.h"
#include "sector_counts.h"

namespace lab {

std::vector<std::string> graded_kernels() {
  return {"gather_sectors", "gather_rows", "gather_pages", "invert", "permute"};
}

}  // namespace lab

namespace {

using gathers::Inversion;
using gathers::Pages;
using gathers::PageTable;
using gathers::Permutation;
using gathers::Rows;
using gathers::RowShape;
using gathers::SectorCounts;
using lab::LaunchResult;

constexpr int kRandomRows = 2000;

// The H200's record has 192 rows of 4 bytes a lane.
constexpr std::size_t kLeastMeasuredRows = 100;
constexpr int kRowsBehind = 100;

// Each kind of check ends with a launch that has work for every thread: an empty kernel makes no mistake, and
// has to write something there.
void expect_safe_and_written(const LaunchResult& run, const std::string& array) {
  if (lab::expect_no_faults(run)) lab::expect_writes(run, array);
}

TEST(GatherSectors, IsSafe) {
  for (const int n : {1, 7, 8, 9, 255, 257}) {
    SectorCounts problem(gathers::random_rows(n, "safe"));
    if (!lab::expect_no_faults(problem.run())) return;
  }
  expect_safe_and_written(SectorCounts(gathers::random_rows(256, "safe")).run(), "sectors");
}

TEST(GatherSectors, IsRightOnRandomRows) {
  for (const int n : {kRandomRows, 1, 9}) {  // many rows let a message tell the mistake
    SectorCounts problem(gathers::random_rows(n, "values"));
    if (!problem.expect_counts(problem.run())) return;
  }
  SectorCounts::expect_many_counts("many rows");
}

// Random rows follow the recorded ones: a solution that knows the record and counts nothing is wrong on them.
TEST(GatherSectors, AgreesWithTheHardware) {
  std::vector<gathers::IndexRow> rows = gathers::measured_rows();
  ASSERT_GE(rows.size(), kLeastMeasuredRows)
      << "common/simt/data/h200_warp_patterns.csv has too few patterns of 4 bytes a lane to check anything";
  const std::vector<gathers::IndexRow> others = gathers::random_rows(kRowsBehind, "behind the recorded rows");
  rows.insert(rows.end(), others.begin(), others.end());
  SectorCounts problem(rows);
  problem.expect_counts(problem.run());
}

TEST(GatherRows, IsSafe) {
  for (const RowShape& shape : gathers::row_shapes()) {
    Rows problem(shape, lab::checked("safe"));
    if (!lab::expect_no_faults(problem.run())) return;
  }
  expect_safe_and_written(Rows(gathers::short_rows(), lab::checked("safe")).run(), "out");
}

TEST(GatherRows, GivesExactValues) {
  for (const RowShape& shape : gathers::row_shapes()) {
    Rows problem(shape, lab::checked("values"));
    if (!problem.expect_values(problem.run())) return;
  }
  Rows many(gathers::many_rows(), lab::checked("many rows"));
  many.expect_values(many.run());
}

TEST(GatherPages, IsSafe) {
  for (const PageTable& table : gathers::page_tables()) {
    Pages problem(table, lab::checked("safe"));
    if (!problem.expect_safe(problem.run())) return;
  }
  Pages problem(gathers::costly_table(), lab::checked("safe"));
  const LaunchResult run = problem.run();
  if (problem.expect_safe(run)) lab::expect_writes(run, "out");
}

TEST(GatherPages, GivesExactValues) {
  for (const PageTable& table : gathers::page_tables()) {
    Pages problem(table, lab::checked("values"));
    if (!problem.expect_values(problem.run())) return;
  }
}

template <class Problem>
void expect_safe_at_every_length(const std::string& array) {
  for (const int n : lab::awkward_lengths()) {
    if (!lab::expect_no_faults(Problem(n, lab::checked("safe")).run())) return;
  }
  expect_safe_and_written(Problem(gathers::whole_blocks(), lab::checked("safe")).run(), array);
}

template <class Problem>
void expect_values_at_every_length() {
  for (const int n : gathers::lengths()) {
    Problem problem(n, lab::checked("values"));
    if (!problem.expect_values(problem.run())) return;
  }
}

TEST(Invert, IsSafe) { expect_safe_at_every_length<Inversion>("inverse"); }
TEST(Invert, GivesTheInverse) { expect_values_at_every_length<Inversion>(); }

TEST(Permute, IsSafe) { expect_safe_at_every_length<Permutation>("out"); }
TEST(Permute, GivesExactValues) { expect_values_at_every_length<Permutation>(); }

}  // namespace
