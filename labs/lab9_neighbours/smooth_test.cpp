// The checks of smooth_line. lab.toml gives each its points; README.md says what it asks and where its
// threshold comes from.
#include <gtest/gtest.h>

#include <string>

#include "lab/accesses.h"
#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/values.h"
#include "least_loads.h"
#include "line.h"

namespace {

using lab::LaunchResult;
using neighbours::kLine;
using neighbours::Length;
using neighbours::Line;

TEST(SmoothLine, IsSafe) {
  for (const Length& length : neighbours::lengths()) {
    Line problem(length, lab::checked("smooth"));
    if (!lab::expect_no_faults(problem.run(kLine))) return;
  }
  // An empty kernel makes no mistake: it has to write something, too.
  Line problem(neighbours::whole_blocks(), lab::checked("smooth"));
  const LaunchResult run = problem.run(kLine);
  if (lab::expect_no_faults(run)) lab::expect_writes(run, "out");
}

TEST(SmoothLine, GivesValuesWithinRounding) {
  for (const Length& length : neighbours::lengths()) {
    Line problem(length, lab::checked("smooth"));
    if (!problem.expect_values(problem.run(kLine))) return;
  }
  const Length late{lab::drawn("late length", lab::kPastFloat + 300, lab::kPastFloat + 2000),
                    lab::drawn("late passes", 1, MOST_PASSES)};
  {
    Line end(late, lab::checked("late"), lab::kPastFloat);
    if (end.run(kLine).report.faults.empty() && end.are_right()) return;
  }
  Line all(late, lab::checked("late"));
  lab::expect_values_and_no_faults(all.run(kLine),
                                   [&](const LaunchResult& run) { return all.expect_values(run); });
}

TEST(SmoothLine, LoadsEachElementOnce) {
  if (lab::skip_without_simt()) return;
  const Length length = neighbours::whole_blocks();
  Line problem(length, lab::checked("smooth costs"));
  const LaunchResult run = problem.run(kLine);
  lab::show(run);
  if (lab::counting() || !problem.expect_right(run)) return;
  const neighbours::Shape line{length.n, 1, 1};
  if (neighbours::expect_least_loads(run, neighbours::least_of_smooth(length.n, length.passes),
                                     "a block's own 256 elements, and the few on either side of them, once",
                                     &line))
    neighbours::expect_least_stores(run, length.n);
}

// Three loads and a store for 32 elements and a pass. What is smoothed of the halo fills another warp's
// requests, and so does what the ends need. A quarter more than that is slack; one lane at work where 32
// could be takes 32 times as many.
bool expect_few_wavefronts(const LaunchResult& run, const Length& length) {
  constexpr std::uint64_t kWarps = LINE / simt::kWarpSize + 2;
  constexpr std::uint64_t kEachPass = 4 * kWarps;
  constexpr std::uint64_t kInAndOut = 2 * kWarps;
  const std::uint64_t blocks = lab::pieces(length.n, LINE);
  const std::uint64_t enough =
      blocks * (kEachPass * static_cast<std::uint64_t>(length.passes) + kInAndOut) * 5 / 4;
  const lab::AccessSum sum = lab::sum_of(run.report, lab::is_shared);
  if (lab::weigh(static_cast<double>(sum.wavefronts), lab::Comparison::at_most, static_cast<double>(enough),
                 "wavefronts of shared memory"))
    return true;
  lab::fail_at(
      run, sum.where(),
      "shared memory serves " + std::to_string(sum.wavefronts) + " wavefronts, where " +
          std::to_string(enough) +
          " are enough for three loads and a store by each warp of 32 elements in each pass\n  line " +
          std::to_string(sum.where().line) + " makes most requests, of " +
          lab::number(sum.per_request(sum.lanes)) + " active lanes on average");
  return false;
}

TEST(SmoothLine, GoesThroughSharedLines) {
  if (lab::skip_without_simt()) return;
  const Length length = neighbours::whole_blocks();
  Line problem(length, lab::checked("smooth costs"));
  const LaunchResult run = problem.run(kLine);
  lab::show(run);
  if (lab::counting() || !problem.expect_right(run)) return;
  if (!lab::expect_no_bank_conflicts(run) || !expect_few_wavefronts(run, length)) return;
  const Length one_pass{length.n, 1};
  const auto weigh = [&](const LaunchResult& marked) { return expect_few_wavefronts(marked, one_pass); };
  if (Line(one_pass, lab::checked("smooth costs")).expect_through_line(kLine, weigh))
    Line::expect_values_between_passes(kLine);
}

}  // namespace
