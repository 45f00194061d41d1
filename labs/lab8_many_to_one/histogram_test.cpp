// The checks of lab 8's histogram256, likewise (sum_test.cpp has those of sum).
#include "histogram.h"

#include <gtest/gtest.h>

#include "combining.h"
#include "lab/expectations.h"

namespace {

using histogram::Data;
using histogram::Form;
using histogram::Histogram;
using histogram::kHistogram;
using lab::LaunchResult;

// 256 counters of 4 bytes: 8 requests of 32 lanes, of 4 sectors each.
constexpr std::uint64_t kRequestsABlock = BINS / WARP;
constexpr std::uint64_t kSectorsABlock = BINS * sizeof(unsigned) / simt::kSectorBytes;

TEST(Histogram, IsSafe) {
  for (const Form& form : histogram::forms()) {
    const LaunchResult run = Histogram(form, lab::checked("safe")).run(kHistogram);
    if (!lab::expect_no_faults(run)) return;
  }
  const LaunchResult run = Histogram(histogram::cost_form(Data::any), lab::checked("safe")).run(kHistogram);
  if (lab::expect_no_faults(run)) lab::expect_writes(run, "bins");
}

TEST(Histogram, CountsEveryByteOnce) {
  for (const Form& form : histogram::forms()) {
    Histogram problem(form, lab::checked("values"));
    if (!problem.expect_counts(problem.run(kHistogram))) return;
  }
}

TEST(Histogram, ReadsSixteenBytesALane) {
  if (lab::skip_without_simt()) return;
  const Form form = histogram::cost_form(Data::any);
  Histogram problem(form, lab::checked("loads"));
  const LaunchResult run = problem.run(kHistogram);
  lab::show(run);
  if (!problem.expect_right(run)) return;
  combining::expect_once(run, combining::in_vectors("bytes", form.n, 1, form.blocks));
}

TEST(Histogram, AddsABlocksCountsOnce) {
  if (lab::skip_without_simt()) return;
  const Form form = histogram::cost_form(Data::any);
  Histogram problem(form, lab::checked("atomics"));
  const LaunchResult run = problem.run(kHistogram);
  lab::show_against(run, Histogram(form, lab::checked("atomics")).run(histogram::kGlobal));
  if (!problem.expect_right(run)) return;
  combining::expect_meeting(run, {"bins", form.blocks, kRequestsABlock, kSectorsABlock});
}

// All lanes count in one bin: the worst case of a counter that its lanes take in turns, and the best of one
// that adds them up itself.
TEST(Histogram, DoesNotQueueForOneBin) {
  if (lab::skip_without_simt()) return;
  Histogram problem(histogram::cost_form(Data::one), lab::checked("one value"));
  const LaunchResult run = problem.run(kHistogram);
  lab::show(run);
  if (!problem.expect_right(run)) return;
  combining::expect_no_waiting(
      run,
      "lanes that count in one word share a pass only if each adds the constant 1 to "
      "4 bytes and leaves the old value alone");
}

}  // namespace
