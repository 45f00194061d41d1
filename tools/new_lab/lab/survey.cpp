// What lab 0's kernels reach on a GPU (the tables of its subject), and their launches for a profiler.
#include "lab/survey.h"

#include <gtest/gtest.h>

#include "problem.h"

namespace {

using example_lab::kCopy;
using example_lab::kNaive;
using example_lab::kStudent;
using example_lab::Reversal;

constexpr int kLengths[] = {1 << 22, 1 << 24, 1 << 26};

TEST(Survey, Lengths) {
  lab::survey([](lab::Survey& survey) {
    for (const int n : kLengths) {
      Reversal problem(n, lab::timed());
      survey.time(problem, {problem.timed(kStudent), problem.timed(kCopy), problem.timed(kNaive)});
    }
  });
}

const lab::Once kOnce([] {
  Reversal problem(1 << 20, lab::checked("once"));
  for (const example_lab::Kernel& kernel : {kStudent, kCopy, kNaive}) {
    const lab::LaunchResult run = problem.run(kernel);
    lab::tell_once(run, problem.expect_values(run, kernel));
  }
});

}  // namespace
