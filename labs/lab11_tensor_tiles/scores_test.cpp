// The checks of lab 11's scores and scores_mma, likewise (tensor_tiles_test.cpp has the others).
#include <gtest/gtest.h>

#include "lab/expectations.h"
#include "lab/measure.h"
#include "lab/values.h"
#include "scores.h"
#include "tile_costs.h"

namespace {

using lab::Comparison;
using lab::LaunchResult;
using score_tiles::Kernel;
using score_tiles::kMma;
using score_tiles::kScores;
using score_tiles::kWmma;
using score_tiles::Scores;

// README.md, "How it is graded". Four warps that make 32 x 32 scores each load either tile twice: 256
// wavefronts; four that make 16 x 64 each: 320.
constexpr std::uint64_t kMostWavefronts = 512;
constexpr double kOverWmma = 1.5;
constexpr double kModelledOverWmma = 1.35;
constexpr const char* kWmmaName = "the given kernel";

// The timed shape: S takes 256 MiB, several times any GPU's L2.
constexpr score_tiles::Shape kTimed{128, 128};

void expect_safe(const Kernel& kernel) {
  for (const score_tiles::Shape& shape : score_tiles::shapes()) {
    Scores problem(shape, lab::checked("scores, safe"));
    const LaunchResult run = problem.run(kernel);
    if (!lab::expect_no_faults(run) || !lab::expect_writes(run, "S")) return;
  }
}

void expect_values(const Kernel& kernel) {
  for (const score_tiles::Shape& shape : score_tiles::shapes()) {
    Scores problem(shape, lab::checked("scores, values"));
    if (!problem.expect_values(problem.run(kernel))) return;
  }
  for (const score_tiles::LongShape& many : score_tiles::long_shapes()) {
    Scores problem(many.shape, lab::checked("scores, many keys"), many.first_tile);
    const auto expect = [&](const LaunchResult& run) { return problem.expect_values(run); };
    if (!lab::expect_values_and_no_faults(problem.run(kernel), expect)) return;
  }
}

void expect_coalesced(const Kernel& kernel) {
  Scores problem(score_tiles::weighed_shape(), lab::checked("scores, coalesced"));
  problem.expect_coalesced(kernel);
}

// Weighs one launch, and those that show whether both tiles pass through shared memory.
void expect_of_tiles(const Kernel& kernel, const lab::Weigh& weigh) {
  if (lab::skip_without_simt()) return;
  Scores problem(score_tiles::weighed_shape(), lab::checked("scores, tiles"));
  const LaunchResult run = problem.run(kernel);
  if (lab::counting() || !problem.expect_right(run)) return;
  if (weigh(run)) problem.expect_through_tiles(kernel, weigh);
}

void expect_shared_bytes(const Kernel& kernel) {
  const lab::Weigh weigh = [](const LaunchResult& run) {
    return lab::expect_shared_bytes(run, 2 * tiles::kTileBytes);
  };
  expect_of_tiles(kernel, weigh);
}

TEST(Scores, IsSafe) { expect_safe(kScores); }
TEST(Scores, GivesSumsWithinRounding) { expect_values(kScores); }
TEST(Scores, IsCoalesced) { expect_coalesced(kScores); }

TEST(Scores, HasNoBankConflicts) {
  if (lab::skip_without_simt()) return;
  lab::show(Scores(score_tiles::weighed_shape(), lab::checked("scores, shown")).run(kScores));
  const lab::Weigh weigh = [](const LaunchResult& run) {
    return lab::expect_no_bank_conflicts(run) && tile_costs::expect_sixteen_bytes_in_shared(run);
  };
  expect_of_tiles(kScores, weigh);
}

TEST(Scores, KeepsToItsMemory) { expect_shared_bytes(kScores); }

TEST(ScoresMma, IsSafe) { expect_safe(kMma); }
TEST(ScoresMma, GivesSumsWithinRounding) { expect_values(kMma); }
TEST(ScoresMma, IsCoalesced) { expect_coalesced(kMma); }

TEST(ScoresMma, FeedsTheTensorCores) {
  if (lab::skip_without_simt()) return;
  Scores shown(score_tiles::weighed_shape(), lab::checked("scores, shown"));
  lab::show_against(shown.run(kMma), shown.run(kWmma));
  const std::uint64_t most = kMostWavefronts * score_tiles::weighed_shape().tiles();
  const lab::Weigh weigh = [=](const LaunchResult& run) {
    return tile_costs::expect_matrix_loads(run) && lab::expect_no_bank_conflicts(run) &&
           tile_costs::expect_wavefronts(run, simt::Op::load, most, "the loads of the tiles");
  };
  expect_of_tiles(kMma, weigh);
}

TEST(ScoresMma, KeepsToItsMemory) { expect_shared_bytes(kMma); }

// Compares the times that the model predicts. That both tiles pass through shared memory shows in small launches.
void expect_modelled() {
  {
    const lab::PredictedLaunches predicted;
    Scores problem(score_tiles::modelled_shape(), lab::checked("scores, modelled"));
    const LaunchResult mine = problem.run(kMma);
    const bool is_right = problem.expect_right(mine);
    const lab::Baseline given(kWmmaName, problem.run(kWmma));
    lab::show(mine, given);
    if (!is_right || !lab::expect_modelled_ratio(mine, given, kModelledOverWmma)) return;
  }
  const lab::Weigh weigh = [](const LaunchResult& /*run*/) { return true; };
  Scores(score_tiles::weighed_shape(), lab::checked("scores, tiles")).expect_through_tiles(kMma, weigh);
}

void expect_measured() {
  Scores problem(kTimed, lab::timed());
  lab::measure({problem.text(),
                {problem.timed(kMma), problem.timed(kWmma, kWmmaName)},
                {{kMma.name, kWmmaName, Comparison::at_least, kOverWmma}}});
}

TEST(ScoresMma, MayReachOneAndAHalfTimesTheGivenKernel) {
  lab::measured_or_modelled(expect_measured, expect_modelled);
}

}  // namespace
