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
constexpr const char* kStreamName = "the read stream";

TEST(Sum, IsSafe) {
  for (const sums::Form& form : sums::forms()) {
    const LaunchResult run = Sums(form, lab::checked("safe")).run(kSum);
    if (!lab::expect_no_faults(run) || !lab::expect_writes(run, "out")) return;
  }
}

TEST(Sum, IsExact) {
  for (const sums::Form& form : sums::forms()) {
    Sums problem(form, lab::checked("values"));
    if (!problem.expect_sum(problem.run(kSum))) return;
  }
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

// The part of the read stream's bandwidth that a kernel's traffic allows; a gap for one that is not there or
// not right.
double stream_share(const sums::Kernel& kernel, const sums::Form& form, const LaunchResult& stream) {
  if (!sums::is_there(kernel)) return kGap;
  Sums problem(form, lab::checked("bound"));
  const LaunchResult run = problem.run(kernel);
  if (!run.report.completed() || lab::line_that_stores(run, "out").line == 0) return kGap;
  return lab::bound_on(lab::kJudgedOn, lab::bandwidth_bounds(run.report, stream.report, problem.bytes()));
}

void plot_ladder(const sums::Form& form, const LaunchResult& stream) {
  lab::Series yours{"your file's kernels, bound", lab::SeriesRole::student, {}};
  lab::Series given{"given kernels, bound", lab::SeriesRole::given, {}};
  lab::Series hardware{"such kernels on an H200", lab::SeriesRole::hardware, {}};
  std::vector<std::string> names;
  const double* measured = std::begin(kMeasured);
  for (const sums::Kernel& kernel : sums::kLadder) {
    const bool is_given = kernel.from == lab::From::given;
    const double share = stream_share(kernel, form, stream);
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
             "Measured: docs/measurements/h200/README.md, sums of 1 GiB. A bound counts bytes; it knows no "
             "queue in front of one address."});
}

// Weighs what traffic allows, by the counts of the SIMT machine.
void expect_bound() {
  const sums::Form form = sums::cost_form();
  Sums problem(form, lab::checked("bound"));
  const LaunchResult mine = problem.run(kSum);
  const bool is_right = problem.expect_right(mine);
  const LaunchResult stream = Sums(form, lab::checked("bound")).run(sums::kStream);
  lab::show(mine, lab::bandwidth_bounds(mine.report, stream.report, problem.bytes()), kStreamName);
  plot_ladder(form, stream);
  if (is_right)
    lab::expect_bandwidth_bound(mine, {kStreamName, stream, problem.bytes()}, lab::kJudgedOn, kOverStream);
}

// Measures what a GPU really reaches.
void expect_measured() {
  Sums problem(sums::timed_form(), lab::timed());
  lab::measure({problem.text(),
                {problem.timed(kSum), problem.timed(sums::kStream, kStreamName)},
                {{kSum.name, kStreamName, lab::Comparison::at_least, kOverStream}}});
}

TEST(Sum, MayReachTheReadStream) { lab::measured_or_counted(expect_measured, expect_bound); }

}  // namespace
