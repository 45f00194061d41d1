// The checks of lab 4. lab.toml gives each its points; README.md says what it asks and where its threshold
// comes from.
#include "tiled_transpose.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "given_kernels.h"
#include "lab/buffer.h"
#include "lab/expectations.h"
#include "lab/kernel.h"
#include "lab/measure.h"
#include "timed_transposes.h"
#include "transpose_problem.h"

namespace lab {

std::vector<std::string> graded_kernels() {
  return {"transpose_tiled", "transpose_padded", "transpose_tile16"};
}

}  // namespace lab

namespace {

using lab::Comparison;
using lab::LaunchResult;
using transpose::Geometry;
using transpose::kTile16;
using transpose::kTile32;
using transpose::Problem;
using transpose::Shape;
using Transpose = lab::Kernel<decltype(transpose_tiled)>;

// Where costs are weighed: sides that every tile divides, and several blocks each way.
constexpr Shape kAligned{256, 512};
// And where a side is no multiple of a sector, so that every row starts somewhere else in one.
constexpr Shape kRagged{193, 257};

// The copy's part that transpose_padded must be allowed to reach, and the device it is reckoned for
// (README.md, "How it is graded").
constexpr double kBandwidthRatio = 0.70;
constexpr double kOverNaive = 3.0;

// What is timed: 256 MiB a matrix, several times any GPU's L2.
constexpr Shape kTimedSquare{8192, 8192};

// An empty kernel makes no mistake: it has to write something where every tile is whole.
void expect_safe(const char* kernel, const Geometry& geometry) {
  for (const Shape& shape : transpose::shapes(geometry.tile)) {
    Problem problem(shape, kernel);
    if (!lab::expect_no_faults(problem.run(Transpose(kernel), geometry))) return;
  }
  Problem problem(kAligned, kernel);
  const LaunchResult run = problem.run(Transpose(kernel), geometry);
  if (lab::expect_no_faults(run)) lab::expect_writes(run, "out");
}

void expect_values(const char* kernel, const Geometry& geometry) {
  for (const Shape& shape : transpose::shapes(geometry.tile)) {
    Problem problem(shape, kernel);
    const LaunchResult run = problem.run(Transpose(kernel), geometry);
    if (!problem.expect_transposed(run)) return;
  }
}

void expect_coalesced(const char* kernel, const Geometry& geometry) {
  for (const Shape& shape : {kAligned, kRagged}) {
    Problem problem(shape, kernel);
    const LaunchResult run = problem.run(Transpose(kernel), geometry);
    if (shape == kAligned) lab::show(run);
    const bool loads = lab::expect_sectors(
        run, {"in", simt::Op::load, transpose::least_sectors(shape.rows, shape.cols, geometry.tile)});
    const bool stores = lab::expect_sectors(
        run, {"out", simt::Op::store, transpose::least_sectors(shape.cols, shape.rows, geometry.tile)});
    if (!loads || !stores) return;
  }
}

TEST(TransposeTiled, IsSafe) { expect_safe("transpose_tiled", kTile32); }
TEST(TransposeTiled, GivesExactValues) { expect_values("transpose_tiled", kTile32); }
TEST(TransposeTiled, IsCoalesced) { expect_coalesced("transpose_tiled", kTile32); }

TEST(TransposeTiled, ShowsThe32WayConflict) {
  Problem problem(kAligned, "conflicts");
  const LaunchResult run = problem.run(Transpose("transpose_tiled"), kTile32);
  lab::show(run);
  lab::expect_bank_conflicts(run, Comparison::exactly, 31);
}

TEST(TransposePadded, IsSafe) { expect_safe("transpose_padded", kTile32); }
TEST(TransposePadded, GivesExactValues) { expect_values("transpose_padded", kTile32); }
TEST(TransposePadded, IsCoalesced) { expect_coalesced("transpose_padded", kTile32); }

TEST(TransposePadded, HasNoBankConflicts) {
  Problem problem(kAligned, "conflicts");
  const LaunchResult run = problem.run(Transpose("transpose_padded"), kTile32);
  lab::show(run);
  lab::expect_no_bank_conflicts(run);
}

// A kernel on the chart: who wrote it, how it is launched, and what it reached on a GPU.
struct Charted {
  const char* kernel;
  lab::From from;
  Geometry geometry;
  double measured_gb_per_s;  // docs/measurements/h200/transposes.md, "Many shapes", 16384 x 16384
};

constexpr double kMeasuredCopy = 3699;
const std::vector<Charted> kCharted = {
    {"copy_rows", lab::From::given, kTile32, kMeasuredCopy},
    {"transpose_naive", lab::From::given, kTile32, 548},
    {"transpose_tiled", lab::From::student, kTile32, 1761},
    {"transpose_padded", lab::From::student, kTile32, 3495},
    {"transpose_tile16", lab::From::student, kTile16, 2052},
};

// The part of the copy's bandwidth that the kernel's traffic allows; NaN for one that is not written yet or
// does not come to its end.
double copy_share(Problem& problem, const Charted& charted, const LaunchResult& copy) {
  const LaunchResult run = problem.run(Transpose(charted.kernel, charted.from), charted.geometry);
  if (!run.report.completed() || lab::line_that_stores(run, "out").line == 0) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  for (const lab::BandwidthBound& bound : lab::bandwidth_bounds(run.report, copy.report, problem.bytes())) {
    if (bound.device == lab::kJudgedOn) return bound.ratio;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

void plot_transposes(Problem& problem, const LaunchResult& copy) {
  lab::Series yours{"your kernels, bound", lab::SeriesRole::student, {}};
  lab::Series given{"given kernels, bound", lab::SeriesRole::given, {}};
  lab::Series hardware{"such kernels on an H200", lab::SeriesRole::hardware, {}};
  std::vector<std::string> kernels;
  for (const Charted& charted : kCharted) {
    const bool is_given = charted.from == lab::From::given;
    const double share = copy_share(problem, charted, copy);
    kernels.emplace_back(charted.kernel);
    yours.values.push_back(is_given ? std::numeric_limits<double>::quiet_NaN() : share);
    given.values.push_back(is_given ? share : std::numeric_limits<double>::quiet_NaN());
    hardware.values.push_back(charted.measured_gb_per_s / kMeasuredCopy);
  }
  lab::plot({"transposes",
             "How close each transpose comes to the copy",
             lab::ChartKind::bars,
             "kernel",
             kernels,
             "bandwidth, part of the copy's",
             {yours, given, hardware},
             "docs/measurements/h200/transposes.md, 16384 x 16384; the bounds are of 256 x 512"});
}

// What traffic allows, by the counts of the SIMT machine.
void expect_bound() {
  Problem problem(kAligned, "bound");
  const LaunchResult mine = problem.run(Transpose("transpose_padded"), kTile32);
  const LaunchResult copy = problem.run(Transpose("copy_rows", lab::From::given), kTile32);
  const LaunchResult naive = problem.run(Transpose("transpose_naive", lab::From::given), kTile32);
  lab::show(mine, lab::bandwidth_bounds(mine.report, copy.report, problem.bytes()));
  lab::show_against(mine, naive);
  plot_transposes(problem, copy);
  if (!lab::expect_writes(mine, "out")) return;
  if (!lab::expect_bandwidth_bound(mine, {"the copy", copy, problem.bytes()}, lab::kJudgedOn,
                                   kBandwidthRatio))
    return;
  lab::expect_bandwidth_bound(mine, {"the naive transpose", naive, problem.bytes()}, lab::kJudgedOn,
                              kOverNaive);
}

// What a GPU really reaches.
void expect_measured() {
  transpose::TimedTransposes square(kTimedSquare);
  lab::measure(
      {transpose::TimedTransposes::text(kTimedSquare),
       {square.transpose("transpose_padded", lab::From::student, kTile32),
        lab::named("the copy", square.copy_rows()),
        lab::named("the naive transpose", square.transpose("transpose_naive", lab::From::given, kTile32))},
       {{"transpose_padded", "the copy", Comparison::at_least, kBandwidthRatio},
        {"transpose_padded", "the naive transpose", Comparison::at_least, kOverNaive}}});
}

TEST(TransposePadded, MayReachTheCopy) {
  if (lab::measuring()) {
    lab::measured_check(expect_measured);
  } else {
    expect_bound();
  }
}

TEST(TransposeTile16, IsSafe) { expect_safe("transpose_tile16", kTile16); }
TEST(TransposeTile16, GivesExactValues) { expect_values("transpose_tile16", kTile16); }
TEST(TransposeTile16, IsCoalesced) { expect_coalesced("transpose_tile16", kTile16); }

// A warp holds two rows of the tile: a pitch of 17 leaves one conflict each way, and no pitch leaves none.
TEST(TransposeTile16, HasAtMostOneConflict) {
  Problem problem(kAligned, "conflicts");
  const LaunchResult run = problem.run(Transpose("transpose_tile16"), kTile16);
  lab::show(run);
  lab::expect_bank_conflicts(run, Comparison::at_most, 1);
}

}  // namespace
