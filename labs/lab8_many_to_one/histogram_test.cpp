// The checks of lab 8's histogram256, likewise (sum_test.cpp has those of sum).
#include "histogram.h"

#include <gtest/gtest.h>

#include "combining.h"
#include "lab/accesses.h"
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
  if (!combining::expect_meeting(run, {"bins", form.blocks, kRequestsABlock, kSectorsABlock})) return;
  const LaunchResult half = Histogram(form, lab::checked("atomics")).run(kHistogram, form.blocks / 2);
  combining::expect_share(run, half, "bytes", form.blocks);
}

// Counters are zeroed, counted in and added up, and a copy of them may be kept for each lane.
std::uint64_t wavefronts_enough(const Form& form) {
  constexpr std::uint64_t kPassesOfABlock = 4;
  return std::uint64_t{2} * lab::pieces(form.n, WARP) + form.blocks * kPassesOfABlock * BINS;
}

// Lanes that count one after another make requests without a conflict, and wait all the same.
bool expect_few_wavefronts(const LaunchResult& run, const Form& form) {
  const lab::AccessSum sum = lab::sum_of(run.report, lab::is_shared);
  const std::uint64_t enough = wavefronts_enough(form);
  if (lab::weigh(static_cast<double>(sum.wavefronts), lab::Comparison::at_most, static_cast<double>(enough),
                 "wavefronts of shared memory"))
    return true;
  lab::fail_at(
      run, sum.where(),
      "shared memory serves " + std::to_string(sum.wavefronts) + " wavefronts, where " +
          std::to_string(enough) + " are enough; " + lab::number(sum.per_request(sum.lanes)) +
          " of 32 lanes take part in a request on average\n  let the lanes of a warp count together");
  return false;
}

bool expect_no_queue(const Histogram& problem, const LaunchResult& run) {
  return problem.expect_right(run) &&
         combining::expect_no_waiting(
             run,
             "lanes that count in one word share a pass only if each adds the constant 1 to "
             "4 bytes and leaves the old value alone") &&
         expect_few_wavefronts(run, problem.form());
}

// All lanes count in one bin: the worst case of a counter that its lanes take in turns, and the best of one
// that adds them up itself.
TEST(Histogram, DoesNotQueueForOneBin) {
  if (lab::skip_without_simt()) return;
  Histogram problem(histogram::cost_form(Data::one), lab::checked("one value"));
  const LaunchResult run = problem.run(kHistogram);
  lab::show(run);
  if (!expect_no_queue(problem, run)) return;
  // A kernel that looks at a few bytes only takes these for equal, too.
  Histogram nearly(histogram::cost_form(Data::nearly_one), lab::checked("nearly one value"));
  expect_no_queue(nearly, nearly.run(kHistogram));
}

}  // namespace
