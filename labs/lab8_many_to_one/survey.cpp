// What lab 8's kernels reach on a GPU (the tables of its subject), and their launches for a profiler.
#include "lab/survey.h"

#include <gtest/gtest.h>

#include <vector>

#include "backward.h"
#include "histogram.h"
#include "softmax.h"
#include "sums.h"

namespace {

using backward::Backward;
using histogram::Data;
using histogram::Histogram;
using softmax::Softmax;
using sums::Sums;

// Kernels that a file may leave out are timed where it defines them.
template <class Problem, class Kernels>
std::vector<lab::TimedKernel> timed_of(Problem& problem, const Kernels& kernels) {
  std::vector<lab::TimedKernel> timed;
  for (const auto& kernel : kernels) {
    if (is_there(kernel)) timed.push_back(problem.timed(kernel));
  }
  return timed;
}

TEST(Survey, Sums) {
  lab::survey([](lab::Survey& survey) {
    Sums problem(sums::timed_form(), lab::timed());
    std::vector<lab::TimedKernel> kernels = timed_of(problem, sums::kLadder);
    kernels.push_back(problem.timed(sums::kStream));
    survey.time(problem, kernels);
  });
}

constexpr histogram::Kernel kHistograms[] = {histogram::kGlobal, histogram::kBytes, histogram::kHistogram,
                                             histogram::kWarps, histogram::kLanes};

void survey_histograms(Data data) {
  lab::survey([=](lab::Survey& survey) {
    Histogram problem(histogram::timed_form(data), lab::timed());
    survey.time(problem, timed_of(problem, kHistograms));
  });
}

TEST(Survey, HistogramsOfAnyBytes) { survey_histograms(Data::any); }
TEST(Survey, HistogramsOfOneValue) { survey_histograms(Data::one); }

TEST(Survey, Softmax) {
  constexpr std::size_t kArrays = 3;  // x, y and what is right
  lab::survey([](lab::Survey& survey) {
    Softmax problem(rows::timed_shape(kArrays), lab::timed());
    survey.time(problem, {problem.timed(softmax::kAThreadARow), problem.timed(softmax::kSoftmax)});
  });
}

TEST(Survey, SoftmaxBackward) {
  constexpr std::size_t kArrays = 4;
  lab::survey([](lab::Survey& survey) {
    Backward problem(rows::timed_shape(kArrays), lab::timed());
    survey.time(problem, {problem.timed(backward::kAThreadARow), problem.timed(backward::kReadsTwice),
                          problem.timed(backward::kBackward)});
  });
}

void sum_once(const sums::Kernel& kernel) {
  Sums problem({1 << 18, 64}, lab::checked("once"));
  const lab::LaunchResult run = problem.run(kernel);
  lab::tell_once(run, kernel.streams || problem.expect_values(run));
}

void count_once(const histogram::Kernel& kernel, Data data) {
  Histogram problem({1 << 18, 64, data}, lab::checked("once"));
  const lab::LaunchResult run = problem.run(kernel);
  lab::tell_once(run, problem.expect_counts(run));
}

template <class Rows>
void rows_once(const rows::Kernel& kernel) {
  Rows problem({256, MOST_COLS}, lab::checked("once"));
  const lab::LaunchResult run = problem.run(kernel);
  lab::tell_once(run, problem.expect_values(run));
}

const lab::Once kOnce([] {
  for (const sums::Kernel& kernel : sums::kLadder) {
    if (is_there(kernel)) sum_once(kernel);
  }
  sum_once(sums::kStream);
  for (const Data data : {Data::any, Data::one}) {
    for (const histogram::Kernel& kernel : kHistograms) {
      if (is_there(kernel)) count_once(kernel, data);
    }
  }
  for (const rows::Kernel& kernel : {softmax::kAThreadARow, softmax::kSoftmax}) rows_once<Softmax>(kernel);
  for (const rows::Kernel& kernel : {backward::kAThreadARow, backward::kReadsTwice, backward::kBackward})
    rows_once<Backward>(kernel);
});

}  // namespace
