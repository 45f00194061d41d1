// What lab 11's kernels reach on a GPU (the tables of its subject), and their launches for a profiler.
#include "lab/survey.h"

#include <gtest/gtest.h>

#include "places.h"
#include "scores.h"
#include "staging.h"
#include "tile_cycles.h"

namespace {

using score_tiles::Scores;
using staging::Staging;

constexpr int kOnceRounds = 64;

TEST(Survey, CyclesALoad) {
  lab::survey([](lab::Survey&) {
    tile_cycles::sampled(
        {tile_cycles::kMine, tile_cycles::kPlain, tile_cycles::kMyMatrices, tile_cycles::kPlainMatrices});
  });
}

TEST(Survey, StagedTiles) {
  lab::survey([](lab::Survey& survey) {
    constexpr staging::Range kAll{1 << 15, 0, 1 << 15};  // 256 MiB each way
    Staging problem(kAll, lab::timed());
    survey.time(problem, {problem.timed(staging::kStudent), problem.timed(staging::kPlain)});
  });
}

TEST(Survey, Scores) {
  lab::survey([](lab::Survey& survey) {
    for (const score_tiles::Shape& shape : {score_tiles::Shape{64, 64}, score_tiles::Shape{128, 128}}) {
      Scores problem(shape, lab::timed());
      survey.time(problem, {problem.timed(score_tiles::kScores), problem.timed(score_tiles::kMma),
                            problem.timed(score_tiles::kWmma)});
    }
  });
}

const lab::Once kOnce([] {
  places::Places table;
  const lab::LaunchResult listed = table.run();
  lab::tell_once(listed, table.expect_one_to_one(listed));
  for (const tile_cycles::Form& form :
       {tile_cycles::kMine, tile_cycles::kPlain, tile_cycles::kMyMatrices, tile_cycles::kPlainMatrices}) {
    tile_cycles::TileCycles problem(form, kOnceRounds);
    const lab::LaunchResult run = problem.run();
    lab::tell_once(run, problem.expect_right(run));
  }
  Staging staged({64, 0, 64}, lab::checked("once"));
  for (const staging::Kernel& kernel : {staging::kStudent, staging::kPlain}) {
    const lab::LaunchResult run = staged.run(kernel);
    lab::tell_once(run, staged.expect_values(run));
  }
  Scores problem({4, 4}, lab::checked("once"));
  for (const score_tiles::Kernel& kernel : {score_tiles::kScores, score_tiles::kMma, score_tiles::kWmma}) {
    const lab::LaunchResult run = problem.run(kernel);
    lab::tell_once(run, problem.expect_values(run));
  }
});

}  // namespace
