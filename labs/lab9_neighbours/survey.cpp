// What lab 9's kernels reach on a GPU (the tables of its subject), and their launches for a profiler.
#include "lab/survey.h"

#include <gtest/gtest.h>

#include "line.h"
#include "volume.h"

namespace {

using neighbours::kAlone;
using neighbours::kBricks;
using neighbours::kDirect;
using neighbours::kLine;
using neighbours::kPlane;
using neighbours::kWalk;
using neighbours::Length;
using neighbours::Line;
using neighbours::Shape;
using neighbours::Volume;

// Cubes, flat and deep volumes, and sides that no block divides.
constexpr Shape kShapes[] = {{256, 256, 256},   {512, 512, 512}, {1024, 1024, 128},
                             {128, 1024, 1024}, {500, 500, 500}, {511, 513, 509}};

constexpr int kElements = 1 << 27;
constexpr Length kLengths[] = {{kElements, 1}, {kElements, 2}, {kElements, 4}, {kElements, 8}};

TEST(Survey, Stencils) {
  lab::survey([](lab::Survey& survey) {
    for (const Shape& shape : kShapes) {
      Volume problem(shape, lab::timed());
      survey.time(problem, {problem.memcpy(), problem.timed(kBricks), problem.timed(kDirect),
                            problem.timed(kWalk), problem.timed(kPlane)});
    }
  });
}

TEST(Survey, Smoothing) {
  lab::survey([](lab::Survey& survey) {
    for (const Length& length : kLengths) {
      Line problem(length, lab::timed());
      survey.time(problem, {problem.memcpy(), problem.timed(kAlone), problem.timed(kLine)});
    }
  });
}

const lab::Once kOnce([] {
  Volume volume({128, 128, 128}, lab::checked("once"));
  for (const neighbours::Stencil& kernel : {kBricks, kDirect, kWalk, kPlane}) {
    const lab::LaunchResult run = volume.run(kernel);
    lab::tell_once(run, volume.expect_values(run));
  }
  Line line({1 << 20, MOST_PASSES}, lab::checked("once"));
  for (const neighbours::Smoothing& kernel : {kAlone, kLine}) {
    const lab::LaunchResult run = line.run(kernel);
    lab::tell_once(run, line.expect_values(run));
  }
});

}  // namespace
