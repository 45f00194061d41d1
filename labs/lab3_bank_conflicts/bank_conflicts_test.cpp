// The checks of lab 3. lab.toml gives each its points; README.md says what it asks and where its threshold
// comes from.
#include "bank_conflicts.h"

#include <gtest/gtest.h>

#include "column_problem.h"
#include "detector_problem.h"
#include "given_kernels.h"
#include "lab/expectations.h"
#include "lab/measure.h"
#include "measured_probe.h"
#include "probe_charts.h"
#include "probe_problem.h"

namespace lab {

std::vector<std::string> graded_kernels() {
  return {"conflict_probe", "detect_conflicts", "column_sum_padded", "column_sum_swizzled"};
}

}  // namespace lab

namespace {

using lab::Comparison;
using lab::LaunchResult;

// The strides that give every degree from 1 to 32, a broadcast, and the odd one that pays for nothing.
constexpr int kNoConflict = 1;
constexpr int kWorst = 32;
constexpr int kStrides[] = {0, kNoConflict, 2, 4, 8, 16, kWorst, LARGEST_STRIDE};

// Thresholds: README.md, "How it is graded".
constexpr double kSlowdown = 4;
constexpr double kFillAllowed = 1.25;

// Rows: many, whose message tells most; around the 8 of a block; one.
constexpr int kManyRows = 250;
constexpr int kRowCounts[] = {kManyRows, 33, 9, 8, 7, 1};

constexpr int kTileCounts[] = {1, 2, 7};
constexpr int kManyTiles = 24;
constexpr std::uint64_t kPaddedBytes = sizeof(float[TILE][TILE + 1]);
constexpr std::uint64_t kPlainBytes = sizeof(float[TILE][TILE]);

probe::ProbeKernel probe_kernel() { return probe::ProbeKernel("conflict_probe"); }
detector::DetectKernel detect_kernel() { return detector::DetectKernel("detect_conflicts"); }

int random_rounds() {
  std::mt19937_64 random = lab::Session::current().random("rounds");
  return std::uniform_int_distribution<int>(24, 96)(random);
}

TEST(Probe, IsSafe) {
  for (const int stride : kStrides) {
    probe::Problem problem(stride, random_rounds());
    const LaunchResult run = problem.run(probe_kernel());
    if (!lab::expect_no_faults(run) || !lab::expect_writes(run, "out")) return;
  }
}

TEST(Probe, ReadsTheWordsOfItsStride) {
  for (int stride = 0; stride <= LARGEST_STRIDE; ++stride) {
    probe::Problem problem(stride, random_rounds());
    if (!problem.expect_sums(problem.run(probe_kernel()))) return;
  }
}

TEST(Probe, HasTheConflictOfItsStride) {
  if (lab::skip_without_simt()) return;
  lab::plot(probe::degree_chart(probe_kernel(), random_rounds()));
  probe::Problem worst(kWorst, random_rounds());  // first: what the record names is the 32-way conflict
  const LaunchResult shown = worst.run(probe_kernel());
  lab::show(shown);
  if (!worst.expect_conflict(shown)) return;
  for (int stride = 0; stride <= LARGEST_STRIDE; ++stride) {
    probe::Problem problem(stride, random_rounds());
    if (!problem.expect_conflict(problem.run(probe_kernel()))) return;
  }
}

constexpr int kFewRounds = 16;
constexpr int kManyRounds = 256;

// Of few rounds, where all that is not a load weighs more, or of many.
double cycles_a_load(int stride, int rounds) {
  probe::Problem problem(stride, rounds);
  problem.run(probe_kernel());
  return problem.cycles_a_load();
}

bool expect_slower(const probe::Problem& problem, const LaunchResult& run) {
  const double free = cycles_a_load(kNoConflict, kManyRounds);
  const double worst = problem.cycles_a_load();
  const std::string unit = "times the cycles of a conflict-free load, 32-way";
  if (lab::weigh(worst / free, Comparison::at_least, kSlowdown, unit)) return true;
  problem.fail_at_loads(run, "a load takes " + probe::figure(worst) + " cycles with a 32-way conflict and " +
                                 probe::figure(free) +
                                 " without\n  are the loads between the two clocks, one for each round?");
  return false;
}

bool expect_only_loads_timed(const probe::Problem& problem, const LaunchResult& run) {
  const double few = cycles_a_load(kNoConflict, kFewRounds);
  const double many = cycles_a_load(kNoConflict, kManyRounds);
  const std::string unit = "times the cycles a load in 16 rounds";
  if (lab::weigh(few / many, Comparison::at_most, kFillAllowed, unit)) return true;
  problem.fail_at_loads(run, "a load without conflict takes " + probe::figure(few) +
                                 " cycles in 16 rounds and " + probe::figure(many) +
                                 " in 256\n  something else lies between the two clocks: is the array "
                                 "filled before?");
  return false;
}

void expect_rise(const probe::Problem& problem, const LaunchResult& run) {
  for (int stride = 4; stride < kWorst; stride *= 2) {
    if (cycles_a_load(stride, kManyRounds) < cycles_a_load(2 * stride, kManyRounds)) continue;
    problem.fail_at_loads(run, "a load at stride " + std::to_string(2 * stride) +
                                   " must take longer than one at stride " + std::to_string(stride));
    return;
  }
}

// By the SIMT machine's clock.
void expect_modelled_cycles() {
  lab::plot(probe::cycles_chart(probe_kernel(), kManyRounds));
  probe::Problem problem(kWorst, kManyRounds);
  const LaunchResult run = problem.run(probe_kernel());
  if (!problem.expect_timed(run)) return;
  if (expect_slower(problem, run) && expect_only_loads_timed(problem, run)) expect_rise(problem, run);
}

TEST(Probe, TakesLongerWithTheConflict) {
  if (lab::measuring()) {
    lab::measured_check([] { probe::expect_measured_cycles(probe_kernel(), kSlowdown); });
  } else {
    expect_modelled_cycles();
  }
}

TEST(Detector, IsSafe) {
  for (const int count : kRowCounts) {
    detector::Problem problem(detector::random_rows(count, "safe"));
    const LaunchResult run = problem.run(detect_kernel());
    if (!lab::expect_no_faults(run) || !lab::expect_writes(run, "degree")) return;
  }
}

TEST(Detector, FindsTheDegreeOfRandomRows) {
  for (const int count : kRowCounts) {
    detector::Problem problem(detector::random_rows(count, "values"));
    const LaunchResult run = problem.run(detect_kernel());
    const int wrong = count - problem.agreed();
    if (wrong == 0) continue;
    problem.fail(run, lab::text_of({static_cast<std::size_t>(wrong), static_cast<std::size_t>(count), "row"}),
                 "it takes");
    return;
  }
}

TEST(Detector, AgreesWithTheHardware) {
  detector::Problem problem(detector::measured_rows());
  const LaunchResult run = problem.run(detect_kernel());
  const std::string total = std::to_string(problem.rows());
  const int agreed = problem.agreed();
  if (lab::weigh(agreed, Comparison::at_least, problem.rows(),
                 "of " + total + " rows: my detector agrees with the hardware")) {
    return;
  }
  problem.fail(run,
               "my detector agrees with the hardware on " + std::to_string(agreed) + " of " + total +
                   " rows; the first of the others is",
               "an NVIDIA H200 counted");
}

TEST(Detector, LoadsARowTogether) {
  detector::Problem problem(detector::full_rows(kManyRows, "coalesced"));
  const LaunchResult run = problem.run(detect_kernel());
  lab::show(run);
  problem.expect_coalesced(run);
}

void expect_safe(const char* kernel) {
  for (const int tiles : kTileCounts) {
    columns::Problem problem(tiles);
    const LaunchResult run = problem.run(columns::SumKernel(kernel));
    if (!lab::expect_no_faults(run) || !lab::expect_writes(run, "out")) return;
  }
}

void expect_sums(const char* kernel) {
  for (const int tiles : kTileCounts) {
    columns::Problem problem(tiles);
    if (!problem.expect_sums(problem.run(columns::SumKernel(kernel)))) return;
  }
}

void expect_coalesced(const char* kernel) {
  columns::Problem problem(kManyTiles);
  problem.expect_coalesced(problem.run(columns::SumKernel(kernel)));
}

void expect_conflict_free(const char* kernel) {
  columns::Problem problem(kManyTiles);
  const LaunchResult plain = problem.run(columns::SumKernel("column_sum_plain", lab::From::given));
  const LaunchResult run = problem.run(columns::SumKernel(kernel));
  lab::show_against(run, plain);
  if (lab::expect_no_bank_conflicts(run)) problem.expect_through_shared_memory(run);
}

void expect_memory(const char* kernel, std::uint64_t bytes) {
  columns::Problem problem(kManyTiles);
  columns::expect_shared_bytes(problem.run(columns::SumKernel(kernel)), bytes);
}

TEST(Padded, IsSafe) { expect_safe("column_sum_padded"); }
TEST(Padded, GivesExactSums) { expect_sums("column_sum_padded"); }
TEST(Padded, IsCoalesced) { expect_coalesced("column_sum_padded"); }
TEST(Padded, HasNoBankConflicts) { expect_conflict_free("column_sum_padded"); }
TEST(Padded, KeepsToItsMemory) { expect_memory("column_sum_padded", kPaddedBytes); }

TEST(Swizzled, IsSafe) { expect_safe("column_sum_swizzled"); }
TEST(Swizzled, GivesExactSums) { expect_sums("column_sum_swizzled"); }
TEST(Swizzled, IsCoalesced) { expect_coalesced("column_sum_swizzled"); }
TEST(Swizzled, HasNoBankConflicts) { expect_conflict_free("column_sum_swizzled"); }
TEST(Swizzled, NeedsNoMemoryMore) { expect_memory("column_sum_swizzled", kPlainBytes); }

}  // namespace
