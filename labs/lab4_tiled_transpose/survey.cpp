// What lab 4's kernels reach on a GPU (the tables of its subject), and their launches for a profiler.
#include "lab/survey.h"

#include <gtest/gtest.h>

#include "transposition.h"

namespace {

using transpose::kCopy;
using transpose::kNaive;
using transpose::kPadded;
using transpose::kTile16;
using transpose::kTiled;
using transpose::Shape;
using transpose::Transposition;

// Squares, rectangles both ways, and sides that no tile divides.
constexpr Shape kShapes[] = {{1024, 1024}, {4096, 4096}, {8192, 8192}, {16384, 16384},
                             {8192, 2048}, {2048, 8192}, {10007, 9973}};

TEST(Survey, Transposes) {
  lab::survey([](lab::Survey& survey) {
    for (const Shape& shape : kShapes) {
      Transposition problem(shape, lab::timed());
      survey.time(problem, {problem.timed(kCopy), problem.memcpy(), problem.timed(kNaive),
                            problem.timed(kTiled), problem.timed(kPadded), problem.timed(kTile16)});
    }
  });
}

const lab::Once kOnce([] {
  Transposition problem({1024, 1024}, lab::checked("once"));
  for (const transpose::Kernel& kernel : {kCopy, kNaive, kTiled, kPadded, kTile16}) {
    const lab::LaunchResult run = problem.run(kernel);
    lab::tell_once(run, problem.expect_values(run, kernel));
  }
});

}  // namespace
