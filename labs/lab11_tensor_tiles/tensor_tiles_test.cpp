// The checks of lab 11. lab.toml gives each its points; README.md says what it asks and where its threshold
// comes from.
//
// Those of scores and scores_mma are in scores_test.cpp.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/measure.h"
#include "lab/values.h"
#include "places.h"
#include "staging.h"
#include "tile_costs.h"
#include "tile_cycles.h"

namespace lab {

std::vector<std::string> graded_kernels() { return {"list_places", "stage_tile", "scores", "scores_mma"}; }

}  // namespace lab

namespace {

using lab::Comparison;
using lab::LaunchResult;
using places::Places;
using staging::kStudent;
using staging::Staging;
using tile_cycles::TileCycles;

// README.md, "How it is graded".
constexpr double kOverPlain = 5;

TEST(Place, GivesEachChunkAPlaceOfItsOwn) {
  Places problem;
  problem.expect_one_to_one(problem.run());
}

// Wavefronts by chunk, the worst of the eight groups of rows: of the student's place, of chunks left alone,
// and the least possible.
void plot_wavefronts(const Places& mine, const Places& plain) {
  lab::Series yours{"your place()", lab::SeriesRole::student, {}};
  lab::Series given{"chunks left where they are", lab::SeriesRole::given, {}};
  lab::Series least{"the least possible", lab::SeriesRole::limit, {}};
  std::vector<std::string> chunks;
  const auto worst = [](const Places& all, int chunk) {
    int most = 0;
    for (int group = 0; group < TILE / 8; ++group) most = std::max(most, all.wavefronts(group, chunk));
    return most;
  };
  for (int chunk = 0; chunk < CHUNKS; ++chunk) {
    chunks.push_back(std::to_string(chunk));
    yours.values.push_back(worst(mine, chunk));
    given.values.push_back(worst(plain, chunk));
    least.values.push_back(1);
  }
  lab::plot({"tile-wavefronts",
             "Wavefronts for one chunk of eight rows",
             lab::ChartKind::bars,
             "chunk",
             chunks,
             "wavefronts",
             {yours, given, least},
             ""});
}

TEST(Place, SpreadsEightRows) {
  Places mine;
  const LaunchResult run = mine.run();
  Places plain(lab::From::given);
  plain.run();
  if (run.report.completed()) plot_wavefronts(mine, plain);
  mine.expect_spread(run);
}

// The wavefronts of a load: an SM serves one a cycle once several warps load at the same time.
void expect_fewer_wavefronts() {
  Places table;
  if (!table.expect_usable(table.run())) return;
  const int rounds = lab::drawn("rounds", 2, 6);
  TileCycles plain(tile_cycles::kPlain, rounds);
  TileCycles mine(tile_cycles::kMine, rounds);
  const LaunchResult before = plain.run();
  const LaunchResult run = mine.run();
  if (!mine.expect_right(run) || !tile_cycles::expect_probe_loads(run, table, rounds)) return;
  const double given = tile_cycles::wavefronts_a_load(before);
  const double found = tile_cycles::wavefronts_a_load(run);
  if (lab::weigh(given / found, Comparison::at_least, kOverPlain,
                 "times fewer wavefronts a load than the tile without a swizzle"))
    return;
  places::fail_at_place("a load of 16 bytes a lane takes " + lab::number(found) + " wavefronts, " +
                        lab::number(given) +
                        " without a swizzle; 4 are possible\n  eight lanes, which take "
                        "one chunk of eight rows, must meet eight different places");
}

void expect_fewer_cycles() {
  lab::CheckRecord::current().evidence = lab::Evidence::measured;  // also where sums are wrong
  Places table;  // a place outside its row would be one outside the array
  if (!table.expect_usable(table.run())) return;
  const auto samples = tile_cycles::sampled({tile_cycles::kMine, tile_cycles::kPlain});
  if (!samples) return;
  const std::vector<double> times = lab::ratios(samples->at(1), samples->at(0));
  lab::weigh_samples(
      {"16 bytes a lane, 8 warps", "place", "times the cycles of your tile, without a swizzle", times},
      Comparison::at_least, kOverPlain,
      "a load of 16 bytes a lane takes " + lab::number(lab::middle_of(samples->at(0)).median) +
          " cycles, and " + lab::number(lab::middle_of(samples->at(1)).median) +
          " where chunks stay where they are; 4 are possible");
}

TEST(Place, TakesAFifthOfTheCycles) {
  lab::measured_or_counted(expect_fewer_cycles, expect_fewer_wavefronts);
}

TEST(StageTile, IsSafe) {
  for (const staging::Range& range : staging::ranges()) {
    Staging problem(range, lab::checked("staged, safe"));
    const LaunchResult run = problem.run(kStudent);
    if (!lab::expect_no_faults(run) || !lab::expect_writes(run, "out")) return;
  }
}

TEST(StageTile, KeepsEveryBit) {
  for (const staging::Range& range : staging::ranges()) {
    Staging problem(range, lab::checked("staged, values"));
    if (!problem.expect_values(problem.run(kStudent))) return;
  }
  Staging late(staging::late_range(), lab::checked("staged, late"), false);
  lab::expect_values_and_no_faults(late.run(kStudent),
                                   [&](const LaunchResult& run) { return late.expect_values(run); });
}

TEST(StageTile, IsCoalesced) {
  Staging problem(staging::weighed_range(), lab::checked("staged, coalesced"));
  problem.expect_coalesced(kStudent);
}

TEST(StageTile, HasTheLeastWavefronts) {
  if (lab::skip_without_simt()) return;
  Staging problem(staging::weighed_range(), lab::checked("staged, conflicts"));
  const LaunchResult plain = problem.run(staging::kPlain);
  const LaunchResult run = problem.run(kStudent);
  lab::show_against(run, plain);
  if (lab::counting() || !problem.expect_right(run)) return;
  const lab::Weigh weigh = [&](const LaunchResult& launch) {
    return problem.expect_least_wavefronts(launch);
  };
  if (weigh(run)) problem.expect_through_tile(kStudent, weigh);
}

TEST(StageTile, KeepsToItsMemory) {
  if (lab::skip_without_simt()) return;
  Staging problem(staging::weighed_range(), lab::checked("staged, memory"));
  const LaunchResult run = problem.run(kStudent);
  if (lab::counting() || !problem.expect_right(run)) return;
  const lab::Weigh weigh = [](const LaunchResult& launch) {
    return lab::expect_shared_bytes(launch, tiles::kTileBytes);
  };
  if (weigh(run)) problem.expect_through_tile(kStudent, weigh);
}

}  // namespace
