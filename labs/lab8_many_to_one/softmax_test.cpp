// The checks of lab 8's softmax_rows and softmax_backward, likewise (sum_test.cpp has those of sum).
#include "softmax.h"

#include <gtest/gtest.h>

#include "backward.h"
#include "combining.h"
#include "lab/accesses.h"
#include "lab/expectations.h"
#include "lab/measure.h"
#include "lab/values.h"

namespace {

using backward::Backward;
using backward::kBackward;
using backward::kReadsTwice;
using lab::Comparison;
using lab::LaunchResult;
using rows::Shape;
using simt::Op;
using softmax::kSoftmax;
using softmax::Softmax;

// README.md, "How it is graded".
constexpr double kOverTwice = 1.3;
constexpr double kModelledOverTwice = 0.85;
constexpr const char* kTwiceName = "the kernel that reads twice";

template <class Rows>
void expect_safe(const rows::Kernel& kernel, const char* output) {
  for (const Shape& shape : rows::shapes()) {
    const LaunchResult run = Rows(shape, lab::checked("safe")).run(kernel);
    if (!lab::expect_no_faults(run) || !lab::expect_writes(run, output)) return;
  }
}

template <class Rows>
void expect_values(const rows::Kernel& kernel) {
  for (const Shape& shape : rows::shapes()) {
    Rows problem(shape, lab::checked("values"));
    if (!problem.expect_values(problem.run(kernel))) return;
  }
  Rows problem(rows::long_shape(), lab::checked("values"));
  const LaunchResult end = problem.run(kernel, rows::kFirstLongRow);
  if (end.report.faults.empty() && problem.is_right_from(rows::kFirstLongRow)) return;
  lab::expect_values_and_no_faults(problem.run(kernel),
                                   [&](const LaunchResult& run) { return problem.expect_values(run); });
}

template <class Rows>
void expect_once(const rows::Kernel& kernel, const std::vector<lab::ArrayUse>& uses) {
  if (lab::skip_without_simt()) return;
  bool is_first = true;
  for (const Shape& shape : rows::cost_shapes()) {
    Rows problem(shape, lab::checked("loads"));
    const LaunchResult run = problem.run(kernel);
    if (is_first) lab::show(run);
    is_first = false;
    if (!problem.expect_right(run)) return;
    for (const auto& [array, op] : uses) {
      if (!combining::expect_once(run, combining::in_rows(array, op, shape.rows, shape.cols))) return;
    }
  }
}

TEST(SoftmaxRows, IsSafe) { expect_safe<Softmax>(kSoftmax, "y"); }
TEST(SoftmaxRows, GivesTheSoftmax) { expect_values<Softmax>(kSoftmax); }
TEST(SoftmaxRows, MovesEachElementOnce) {
  expect_once<Softmax>(kSoftmax, {{"x", Op::load}, {"y", Op::store}});
}

TEST(SoftmaxBackward, IsSafe) { expect_safe<Backward>(kBackward, "dS"); }
TEST(SoftmaxBackward, IsRight) { expect_values<Backward>(kBackward); }
TEST(SoftmaxBackward, MovesEachElementOnce) {
  expect_once<Backward>(kBackward, {{"S", Op::load}, {"dP", Op::load}, {"dS", Op::store}});
}

// Weighs what leaves the multiprocessors. The model of time finds what is read again in L1 or L2, and so cannot tell the
// two kernels apart; the sectors can.
bool expect_fewer_sectors() {
  const Shape shape = rows::cost_shapes().front();
  Backward problem(shape, lab::checked("bound"));
  const LaunchResult mine = problem.run(kBackward);
  const bool is_right = problem.expect_right(mine);
  const LaunchResult twice = Backward(shape, lab::checked("bound")).run(kReadsTwice);
  lab::show(mine);
  if (lab::counting() || !is_right) return false;
  const auto is_any = [](const simt::AccessCost& access) { return lab::is_traffic(access); };
  const lab::AccessSum moved = lab::sum_of(mine.report, is_any);
  const std::uint64_t moved_twice = lab::sum_of(twice.report, is_any).sectors;
  const double ratio = static_cast<double>(moved_twice) / static_cast<double>(moved.sectors);
  if (lab::weigh(ratio, Comparison::at_least, kOverTwice,
                 std::string("times fewer sectors than ") + kTwiceName)) {
    return true;
  }
  lab::fail_at(mine, moved.where(),
               "the launch moves " + std::to_string(moved.sectors) + " sectors, and " + kTwiceName + " " +
                   std::to_string(moved_twice) + ": " + lab::number(ratio) + " times fewer, " +
                   lab::number(kOverTwice) +
                   " required\n  a lane has at most 32 elements of a row: keep them in registers between the "
                   "sum and the result");
  return false;
}

// Compares the times that the model predicts.
void expect_modelled() {
  if (!expect_fewer_sectors()) return;
  const lab::PredictedLaunches predicted;
  Backward problem(rows::modelled_shape(), lab::checked("modelled"));
  const LaunchResult mine = problem.run(kBackward);
  const bool is_right = problem.expect_right(mine);
  const lab::Baseline twice(kTwiceName, problem.run(kReadsTwice));
  lab::show(mine, twice);
  if (is_right) lab::expect_modelled_ratio(mine, twice, kModelledOverTwice);
}

void expect_measured() {
  constexpr std::size_t kArrays = 4;  // S, dP, dS and what is right
  Backward problem(rows::timed_shape(kArrays), lab::timed());
  lab::measure({problem.text(),
                {problem.timed(kBackward), problem.timed(kReadsTwice, kTwiceName)},
                {{kBackward.name, kTwiceName, Comparison::at_least, kOverTwice}}});
}

TEST(SoftmaxBackward, BeatsReadingTwice) { lab::measured_or_modelled(expect_measured, expect_modelled); }

}  // namespace
