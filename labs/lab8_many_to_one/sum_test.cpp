// The checks of lab 8's sum. lab.toml gives each its points; README.md says what it asks and where its
// threshold comes from.
//
// Those of histogram256 are in histogram_test.cpp, those of the two kernels of softmax in softmax_test.cpp.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "combining.h"
#include "lab/expectations.h"
#include "lab/measure.h"
#include "lab/values.h"
#include "sums.h"

namespace lab {

std::vector<std::string> graded_kernels() {
  return {"sum", "histogram256", "softmax_rows", "softmax_backward"};
}

}  // namespace lab

namespace {

using lab::LaunchResult;
using sums::kSum;
using sums::Sums;

// README.md, "How it is graded".
constexpr double kOverStream = 0.85;
constexpr double kModelledOverStream = 0.45;
constexpr const char* kStreamName = "the read stream";

TEST(Sum, IsSafe) {
  for (const sums::Form& form : sums::forms()) {
    const LaunchResult run = Sums(form, lab::checked("safe")).run(kSum);
    if (!lab::expect_no_faults(run) || !lab::expect_writes(run, "out")) return;
  }
}

TEST(Sum, IsRight) {
  for (const sums::Form& form : sums::forms()) {
    Sums problem(form, lab::checked("values"));
    if (!problem.expect_values(problem.run(kSum))) return;
  }
  lab::expect_late_values<Sums>(lab::kPastFloat, sums::late_form());
}

TEST(Sum, ReadsSixteenBytesALane) {
  if (lab::skip_without_simt()) return;
  const sums::Form form = sums::cost_form();
  Sums problem(form, lab::checked("loads"));
  const LaunchResult run = problem.run(kSum);
  lab::show(run);
  if (!problem.expect_right(run)) return;
  combining::expect_once(run, combining::in_vectors("in", form.n, sizeof(float), form.blocks));
}

TEST(Sum, GoesToTheSharedPlaceOnceABlock) {
  if (lab::skip_without_simt()) return;
  const sums::Form form = sums::cost_form();
  Sums problem(form, lab::checked("atomics"));
  const LaunchResult run = problem.run(kSum);
  lab::show_against(run, Sums(form, lab::checked("atomics")).run(sums::kAtomicAThread));
  if (!problem.expect_right(run) || !combining::expect_meeting(run, {"out", form.blocks, 1, 1})) return;
  const LaunchResult half = Sums(form, lab::checked("atomics")).run(kSum, form.blocks / 2);
  combining::expect_share(run, half, "in", form.blocks);
}

TEST(Sum, HasNoBankConflicts) {
  if (lab::skip_without_simt()) return;
  Sums problem(sums::cost_form(), lab::checked("conflicts"));
  const LaunchResult run = problem.run(kSum);
  lab::show(run);
  if (!problem.expect_right(run)) return;
  const bool nobody_waits = combining::expect_no_waiting(
      run,
      "lanes of one warp ask one bank for different words, or meet at one word: let "
      "neighbouring threads take neighbouring words");
  if (nobody_waits && lab::expect_warps_share(run)) Sums::expect_handed_on(kSum, problem.form());
}

// GB/s of such kernels on an H200: docs/measurements/h200/README.md, sums of 1 GiB.
constexpr double kMeasured[] = {2.28, 71.7, 533, 533, 2560, 4570};
constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

// The part of the read stream's bandwidth by the model of time; a gap for a kernel that is not there or not
// right.
double stream_share(Sums& problem, const sums::Kernel& kernel, const lab::Baseline& stream) {
  if (!sums::is_there(kernel)) return kGap;
  const LaunchResult run = problem.run(kernel);
  if (!run.report.completed() || lab::line_that_stores(run, "out").line == 0) return kGap;
  return lab::judged_ratio(lab::modelled_ratios(run, stream));
}

void plot_ladder() {
  Sums problem(sums::charted_form(), lab::checked("ladder"));
  const lab::Baseline stream(kStreamName, problem.run(sums::kStream));
  lab::Series yours{"your file's kernels, modelled", lab::SeriesRole::student, {}};
  lab::Series given{"given kernels, modelled", lab::SeriesRole::given, {}};
  lab::Series hardware{"such kernels on an H200", lab::SeriesRole::hardware, {}};
  std::vector<std::string> names;
  const double* measured = std::begin(kMeasured);
  for (const sums::Kernel& kernel : sums::kLadder) {
    const bool is_given = kernel.from == lab::From::given;
    const double share = stream_share(problem, kernel, stream);
    names.emplace_back(kernel.name);
    yours.values.push_back(is_given ? kGap : share);
    given.values.push_back(is_given ? share : kGap);
    hardware.values.push_back(*measured++ / *std::prev(std::end(kMeasured)));
  }
  lab::plot({"ladder",
             "Six sums beside the read stream",
             lab::ChartKind::bars,
             "kernel",
             names,
             "of the read stream's bandwidth",
             {yours, given, hardware},
             "docs/measurements/h200/README.md, sums of 1 GiB; the modelled ones are of " + problem.text()});
}

// Compares the times that the model predicts.
void expect_modelled() {
  const lab::PredictedLaunches predicted;
  Sums problem(sums::modelled_form(), lab::checked("modelled"));
  const LaunchResult mine = problem.run(kSum);
  const bool is_right = problem.expect_right(mine);
  const lab::Baseline stream(kStreamName, problem.run(sums::kStream));
  lab::show(mine, stream);
  plot_ladder();
  if (is_right) lab::expect_modelled_ratio(mine, stream, kModelledOverStream);
}

// Measures what a GPU really reaches.
void expect_measured() {
  Sums problem(sums::timed_form(), lab::timed());
  lab::measure({problem.text(),
                {problem.timed(kSum), problem.timed(sums::kStream, kStreamName)},
                {{kSum.name, kStreamName, lab::Comparison::at_least, kOverStream}}});
}

TEST(Sum, MayReachTheReadStream) { lab::measured_or_modelled(expect_measured, expect_modelled); }

}  // namespace
