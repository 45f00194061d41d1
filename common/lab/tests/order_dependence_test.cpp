// A student's launch whose outcome depends on the order of threads: found, and blamed on two of them.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <numeric>

#include "lab/expectations.h"
#include "lab/problem.h"
#include "lab/session.h"
#include "lab/values.h"
#include "order_dependence.h"

namespace {

constexpr unsigned kBlocks = 3;
constexpr unsigned kThreads = 64;

lab::SessionOptions options(unsigned schedule = 0) {
  lab::SessionOptions options;
  options.lab = "lab9";
  options.module = ORDERS_MODULE;
  options.seed = 5;
  options.schedule = schedule;
  return options;
}

std::vector<int> from_100(std::size_t count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 100);
  return values;
}

struct Numbers : lab::Problem {
  Numbers()
      : Problem(lab::checked("numbers"), "3 blocks"),
        in(*this, "in", kBlocks * kThreads, [] { return from_100(kBlocks * kThreads); }),
        out(*this, "out", kBlocks * kThreads) {}

  lab::LaunchResult run(const char* kernel, unsigned blocks = kBlocks) {
    const lab::Kernel<void(const int*, int*)> called(kernel);
    return Problem::run(called.call({{blocks, 1, 1}, {kThreads, 1, 1}, 0}, in.device(), out.device()));
  }

  lab::Input<int> in;
  lab::Output<int> out;
};

}  // namespace

TEST(OrderDependence, ALaunchThatTakesTurnsIsJudgedInADrawnOrder) {
  const lab::Session session(options());
  Numbers problem;
  const lab::LaunchResult run = problem.run("takes_turns");
  ASSERT_NE(run.order, nullptr);
  EXPECT_TRUE(run.report.faults.empty());
  std::vector<int> left;
  for (unsigned i = 0; i < kBlocks * kThreads; ++i) left.push_back(problem.out[i]);
  EXPECT_NE(left, from_100(kBlocks * kThreads));
  const std::string text = lab::text_of(run.order);
  EXPECT_NE(text.find("before lane"), std::string::npos) << text;
  EXPECT_NE(text.find("they meet at line 9"), std::string::npos) << text;
  EXPECT_NE(text.find("--schedule " + std::to_string(session.schedules().front()) + " --seed 5"),
            std::string::npos)
      << text;
  for (unsigned i = 0; i < kBlocks * kThreads; ++i)
    EXPECT_EQ(problem.out[i], left[i]) << "the arrays are as they were";
}

TEST(OrderDependence, AQueueIsRightInEveryOrder) {
  const lab::Session session(options());
  Numbers problem;
  EXPECT_EQ(problem.run("queues").order, nullptr);
  for (unsigned i = 0; i < kBlocks * kThreads; ++i) EXPECT_EQ(problem.out[i], static_cast<int>(100 + i));
}

TEST(OrderDependence, AFaultInADrawnOrderIsTold) {
  const lab::Session session(options());
  Numbers problem;
  const lab::LaunchResult run = problem.run("reads_beyond", 1);
  ASSERT_NE(run.order, nullptr);
  ASSERT_FALSE(run.report.completed());
  EXPECT_EQ(run.report.faults.front().kind, simt::FaultKind::out_of_bounds);
  testing::TestPartResultArray failures;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &failures);
    lab::expect_no_faults(run);
  }
  ASSERT_EQ(failures.size(), 1);
  EXPECT_NE(std::string(failures.GetTestPartResult(0).message()).find("order of threads"), std::string::npos);
}

TEST(OrderDependence, BlocksAreBlamedWhereTheyMeet) {
  const lab::Session session(options());
  struct Total : lab::Problem {
    Total()
        : Problem(lab::checked("total"), "6 blocks"),
          total(*this, "total", 1, [] { return std::vector<int>(1); }) {}
    lab::InOut<int> total;
  } problem;
  const lab::Kernel<void(int*)> called("begins_with_block_0");
  const lab::LaunchResult run = problem.run(called.call({{6, 1, 1}, {32, 1, 1}, 0}, problem.total.device()));
  ASSERT_NE(run.order, nullptr);
  const std::string text = lab::text_of(run.order);
  EXPECT_NE(text.find("begins before block 0"), std::string::npos) << text;
}

TEST(OrderDependence, ASumThatRoundsOtherwiseIsTheSame) {
  const lab::Session session(options());
  struct Sum : lab::Problem {
    Sum()
        : Problem(lab::checked("sum"), "64"),
          in(*this, "in", kThreads, [] { return lab::floats_of_many_magnitudes(kThreads, "sum"); }),
          sum(*this, "sum", 1, [] { return std::vector<float>(1, 1000); }) {}
    lab::Input<float> in;
    lab::InOut<float> sum;
  } problem;
  const lab::Kernel<void(const float*, float*)> called("adds_floats");
  const lab::LaunchResult run =
      problem.run(called.call({{1, 1, 1}, {kThreads, 1, 1}, 0}, problem.in.device(), problem.sum.device()));
  EXPECT_TRUE(run.report.order.may_matter);
  EXPECT_EQ(run.order, nullptr);
}

TEST(OrderDependence, AWaitThatNeverEndsInADrawnOrderIsToldWithItsNumber) {
  const lab::Session session(options());
  struct Flags : lab::Problem {
    Flags()
        : Problem(lab::checked("flags"), "6 blocks"),
          counter(*this, "counter", 1, [] { return std::vector<int>(1); }),
          flag(*this, "flag", 1, [] { return std::vector<int>(1); }) {}
    lab::InOut<int> counter;
    lab::InOut<int> flag;
  } problem;
  const lab::Kernel<void(int*, int*)> called("waits_out_of_turn");
  const lab::LaunchResult run =
      problem.run(called.call({{6, 1, 1}, {32, 1, 1}, 0}, problem.counter.device(), problem.flag.device()));
  ASSERT_NE(run.order, nullptr);
  ASSERT_FALSE(run.report.completed());
  EXPECT_EQ(run.report.faults.front().kind, simt::FaultKind::time_limit);
  EXPECT_EQ(run.report.faults.front().where.line, 44U);
  EXPECT_NE(lab::text_of(run.order).find("--schedule"), std::string::npos);

  // It is not run again, and a later message names the shape on which it did not finish.
  const lab::LaunchResult again =
      called.run("7 blocks", {{7, 1, 1}, {32, 1, 1}, 0}, problem.counter.device(), problem.flag.device());
  EXPECT_FALSE(again.report.completed());
  EXPECT_EQ(again.shape, "6 blocks");
}

TEST(OrderDependence, OneScheduleCanBeNamed) {
  const lab::Session drawn(options());
  EXPECT_EQ(drawn.schedules().size(), 3U);
  const lab::Session session(options(417));
  EXPECT_EQ(session.schedules(), std::vector<unsigned>{417});
  Numbers problem;
  EXPECT_NE(lab::text_of(problem.run("takes_turns").order).find("--schedule 417"), std::string::npos);
}
