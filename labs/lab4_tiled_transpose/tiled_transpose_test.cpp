// The checks of lab 4. lab.toml gives each its points; README.md says what it asks and where its threshold
// comes from.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "lab/expectations.h"
#include "lab/measure.h"
#include "transposition.h"

namespace lab {

std::vector<std::string> graded_kernels() {
  return {"transpose_tiled", "transpose_padded", "transpose_tile16"};
}

}  // namespace lab

namespace {

using lab::Comparison;
using lab::LaunchResult;
using transpose::kCopy;
using transpose::Kernel;
using transpose::kNaive;
using transpose::kPadded;
using transpose::kTile16;
using transpose::kTiled;
using transpose::Shape;
using transpose::Transposition;

// README.md, "How it is graded": what is required of a measurement, and of the model's times.
constexpr double kOverCopy = 0.70;
constexpr double kOverNaive = 3.0;
constexpr double kModelledOverCopy = 0.65;
constexpr double kModelledOverNaive = 1.8;

// The timed size: 256 MiB a matrix, several times any GPU's L2.
constexpr Shape kTimedSquare{8192, 8192};

// An empty kernel makes no mistake: it has to write something where every tile is whole.
void expect_safe(const Kernel& kernel) {
  for (const Shape& shape : transpose::shapes(kernel.tile)) {
    Transposition problem(shape, lab::checked(kernel.name));
    if (!lab::expect_no_faults(problem.run(kernel))) return;
  }
  Transposition problem(transpose::aligned_shape(), lab::checked(kernel.name));
  const LaunchResult run = problem.run(kernel);
  if (lab::expect_no_faults(run)) lab::expect_writes(run, "out");
}

void expect_values(const Kernel& kernel) {
  for (const Shape& shape : transpose::shapes(kernel.tile)) {
    Transposition problem(shape, lab::checked(kernel.name));
    if (!problem.expect_values(problem.run(kernel), kernel)) return;
  }
  for (const Shape& shape : transpose::long_shapes()) {
    if (!Transposition(shape, lab::checked(kernel.name)).expect_values_of_long(kernel)) return;
  }
  Transposition::expect_values_of_late(kernel);
}

void expect_coalesced(const Kernel& kernel) {
  const Shape aligned = transpose::aligned_shape();
  for (const Shape& shape : {aligned, transpose::ragged_shape()}) {
    Transposition problem(shape, lab::checked(kernel.name));
    const LaunchResult run = problem.run(kernel);
    if (shape == aligned) lab::show(run);
    if (!problem.expect_right(run, kernel)) return;
    if (!problem.expect_sectors(run, kernel)) return;
    if (shape == aligned && !problem.expect_sectors(problem.run_marked(kernel), kernel)) return;
  }
}

void expect_conflicts(const Kernel& kernel, const lab::Weigh& weigh) {
  if (lab::skip_without_simt()) return;
  Transposition problem(transpose::aligned_shape(), lab::checked("conflicts"));
  const LaunchResult run = problem.run(kernel);
  lab::show(run);
  if (lab::counting() || !problem.expect_right(run, kernel)) return;
  if (weigh(run)) problem.expect_through_tile(kernel, weigh);
}

void expect_conflicts_up_to(const Kernel& kernel, double conflicts) {
  expect_conflicts(kernel,
                   [=](const LaunchResult& run) { return lab::expect_bank_conflicts_up_to(run, conflicts); });
}

// Each request of one side of the tile has them.
void expect_32_way_conflict(const Kernel& kernel) {
  const std::uint64_t requests = transpose::aligned_shape().elements() / simt::kWarpSize;
  expect_conflicts(kernel, [=](const LaunchResult& run) {
    return lab::expect_bank_conflicts(run, simt::kWarpSize - 1, requests);
  });
}

TEST(TransposeTiled, IsSafe) { expect_safe(kTiled); }
TEST(TransposeTiled, GivesExactValues) { expect_values(kTiled); }
TEST(TransposeTiled, IsCoalesced) { expect_coalesced(kTiled); }
TEST(TransposeTiled, ShowsThe32WayConflict) { expect_32_way_conflict(kTiled); }

TEST(TransposePadded, IsSafe) { expect_safe(kPadded); }
TEST(TransposePadded, GivesExactValues) { expect_values(kPadded); }
TEST(TransposePadded, IsCoalesced) { expect_coalesced(kPadded); }
TEST(TransposePadded, HasNoBankConflicts) { expect_conflicts_up_to(kPadded, 0); }

// docs/measurements/h200/transposes.md, "Many shapes", 16384 x 16384.
struct Charted {
  Kernel kernel;
  double measured_gb_per_s;
};

constexpr double kMeasuredCopy = 3699;
constexpr Charted kCharted[] = {
    {kCopy, kMeasuredCopy}, {kNaive, 548}, {kTiled, 1761}, {kPadded, 3495}, {kTile16, 2052}};
constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

// The part of the copy's bandwidth by the model of time; a gap for a kernel that is not written yet or does not
// come to its end.
double copy_share(const LaunchResult& run, const lab::Baseline& copy) {
  if (!run.report.completed() || lab::line_that_stores(run, "out").line == 0) return kGap;
  return lab::judged_ratio(lab::modelled_ratios(run, copy));
}

// `known`: the launches that were made already.
void plot_transposes(Transposition& problem, const lab::Baseline& copy,
                     const std::vector<LaunchResult>& known) {
  const auto run_of = [&](const Kernel& kernel) {
    const auto made = std::find_if(known.begin(), known.end(),
                                   [&](const LaunchResult& one) { return one.kernel == kernel.name; });
    return made == known.end() ? problem.run(kernel) : *made;
  };

  lab::Series yours{"your kernels, modelled", lab::SeriesRole::student, {}};
  lab::Series given{"given kernels, modelled", lab::SeriesRole::given, {}};
  lab::Series hardware{"such kernels on an H200", lab::SeriesRole::hardware, {}};
  std::vector<std::string> kernels;
  for (const Charted& charted : kCharted) {
    const bool is_given = charted.kernel.from == lab::From::given;
    const double share = copy_share(run_of(charted.kernel), copy);
    kernels.emplace_back(charted.kernel.name);
    yours.values.push_back(is_given ? kGap : share);
    given.values.push_back(is_given ? share : kGap);
    hardware.values.push_back(charted.measured_gb_per_s / kMeasuredCopy);
  }
  lab::plot(
      {"transposes",
       "How close each transpose comes to the copy",
       lab::ChartKind::bars,
       "kernel",
       kernels,
       "bandwidth, part of the copy's",
       {yours, given, hardware},
       "docs/measurements/h200/transposes.md, 16384 x 16384; the modelled ones are of " + problem.text()});
}

// Compares the times that the model predicts from what the SIMT machine counts.
void expect_modelled() {
  const lab::PredictedLaunches predicted;
  Transposition problem(transpose::modelled_shape(), lab::checked("modelled"));
  const LaunchResult mine = problem.run(kPadded);
  const bool is_right = problem.expect_right(mine, kPadded);
  const LaunchResult copy = problem.run(kCopy);
  const LaunchResult naive = problem.run(kNaive);
  const lab::Baseline over_copy("the copy", copy);
  lab::show(mine, over_copy);
  lab::show_against(mine, naive);
  plot_transposes(problem, over_copy, {mine, copy, naive});
  if (!is_right || !lab::expect_no_other_traffic(mine, {{"in", simt::Op::load}, {"out", simt::Op::store}}))
    return;
  if (lab::expect_modelled_ratio(mine, over_copy, kModelledOverCopy))
    lab::expect_modelled_ratio(mine, {"the naive transpose", naive}, kModelledOverNaive);
}

// Measures what a GPU really reaches.
void expect_measured() {
  Transposition square(kTimedSquare, lab::timed());
  lab::measure(
      {square.text(),
       {square.timed(kPadded), square.timed(kCopy, "the copy"), square.timed(kNaive, "the naive transpose")},
       {{"transpose_padded", "the copy", Comparison::at_least, kOverCopy},
        {"transpose_padded", "the naive transpose", Comparison::at_least, kOverNaive}}});
}

TEST(TransposePadded, MayReachTheCopy) { lab::measured_or_modelled(expect_measured, expect_modelled); }

TEST(TransposeTile16, IsSafe) { expect_safe(kTile16); }
TEST(TransposeTile16, GivesExactValues) { expect_values(kTile16); }
TEST(TransposeTile16, IsCoalesced) { expect_coalesced(kTile16); }

// A warp holds two rows of the tile: a pitch of 17 leaves one conflict each way, and no pitch leaves none.
TEST(TransposeTile16, HasAtMostOneConflict) { expect_conflicts_up_to(kTile16, 1); }

}  // namespace
