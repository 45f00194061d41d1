#include <algorithm>
#include <cstdint>
#include <numeric>

#include "module_test.h"

using simt::Op;
using simt::Space;

SIMT_MODULE_TEST(Convergence, "convergence");

TEST_F(Convergence, ActiveLanesAreThoseOfTheBranch) {
  auto* const out = buffer<unsigned>("out", 64, false);
  const auto run = kernel<unsigned*>("active_lanes");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out); }).faults.empty());
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(out[t], t % 4 == 1 ? 0x22222222U : t >= 16 ? 0xDDDD0000U : 0U);
    EXPECT_EQ(out[32 + t], 0xFFFFFFFFU);
  }
}

TEST_F(Convergence, AWarpAggregatesItsAtomicOperations) {
  int* const in = buffer<int>("in", 64);
  int* const out = buffer<int>("out", 64);
  auto* const count = buffer<unsigned>("count", 1);
  count[0] = 0;
  for (int i = 0; i < 64; ++i) in[i] = i % 3 == 0 ? i + 1 : -1;
  const auto run = kernel<const int*, int*, unsigned*>("keep_positive");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out, count); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(count[0], 22U);
  for (int i = 0; i < 22; ++i) EXPECT_EQ(out[i], 3 * i + 1);
  EXPECT_EQ(cost(report, "// one for all", Space::global, Op::atomic).lanes, 2U);
}

TEST_F(Convergence, EachRoundOfALoopHasItsOwnActiveLanes) {
  auto* const out = buffer<unsigned>("out", 32, false);
  const auto run = kernel<unsigned*>("in_a_loop");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out); }).faults.empty());
  const unsigned sums[4] = {32, 32 + 24, 32 + 24 + 16, 32 + 24 + 16 + 8};
  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(out[t], sums[t % 4]);
}

// The lanes that do not take the branch are a round ahead of those that do. They wait there: a group has lanes of one round.
TEST_F(Convergence, AGroupHasLanesOfOneRound) {
  constexpr int kRounds = 8;
  int* const in = buffer<int>("in", 32 * kRounds);
  int* const sizes = buffer<int>("sizes", 32 * kRounds);
  auto* const count = buffer<unsigned>("count", 1);
  count[0] = 0;
  const auto size_of = [](int round) { return round + 1; };  // lanes that take the branch
  for (int i = 0; i < 32 * kRounds; ++i) in[i] = (i % 32 + 5 * (i / 32)) % 32 < size_of(i / 32) ? 1 : 0;
  std::fill_n(sizes, 32 * kRounds, 0);
  const auto run = kernel<const int*, int*, unsigned*, int>("count_found");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, sizes, count, 32 * kRounds); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(count[0], 36U);  // 1 + 2 + … + 8
  for (int i = 0; i < 32 * kRounds; ++i) EXPECT_EQ(sizes[i], in[i] * size_of(i / 32)) << i;
  const simt::AccessCost adds = cost(report, "// one for each round", Space::global, Op::atomic);
  EXPECT_EQ(adds.requests, static_cast<std::uint64_t>(kRounds));
  EXPECT_EQ(adds.lanes, static_cast<std::uint64_t>(kRounds));
}

TEST_F(Convergence, TheClockTellsConflictsApart) {
  auto* const cycles = buffer<long long>("cycles", 32);
  auto* const out = buffer<float>("out", 32);
  const auto run = kernel<long long*, float*, int, int>("probe");
  const std::vector<std::pair<int, int>> expected{{0, 4},  {1, 4},   {2, 4},   {4, 8},
                                                  {8, 16}, {16, 32}, {32, 64}, {33, 4}};
  for (const auto& [stride, each] : expected) {
    const int at = stride;
    const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(cycles, out, at, 100); });
    EXPECT_TRUE(report.faults.empty());
    for (int t = 0; t < 32; ++t) EXPECT_EQ(cycles[t], 100 * each) << "stride " << stride;
    EXPECT_EQ(cost(report, "// timed", Space::shared, Op::load).requests, 100U);
    EXPECT_EQ(cost(report, "// timed", Space::shared, Op::load).lanes, 3200U);
  }
}

// Nothing else is counted then, but what kernels find out by the clock stays the same.
class UncountedConvergence : public simt_test::ModuleTest {
 protected:
  UncountedConvergence() : ModuleTest("convergence", {2, 0, 1.0, false, false, false}) {}
};

TEST_F(UncountedConvergence, TheClockTellsConflictsApart) {
  auto* const cycles = buffer<long long>("cycles", 32);
  auto* const out = buffer<float>("out", 32);
  const auto run = kernel<long long*, float*, int, int>("probe");
  for (const auto& [stride, each] : std::vector<std::pair<int, int>>{{1, 4}, {4, 8}, {16, 32}, {33, 4}}) {
    const int at = stride;
    const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(cycles, out, at, 100); });
    EXPECT_TRUE(report.faults.empty() && report.accesses.empty());
    for (int t = 0; t < 32; ++t) EXPECT_EQ(cycles[t], 100 * each) << "stride " << stride;
  }
}

TEST_F(Convergence, ALaneThatLooksAtTheClockStaysInItsRequests) {
  auto* const cycles = buffer<long long>("cycles", 1);
  auto* const in = buffer<float>("in", 32);
  auto* const out = buffer<float>("out", 64);
  const auto run = kernel<long long*, const float*, float*>("one_looks");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(cycles, in, out); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(cost(report, "// shared by all", Space::global, Op::load).requests, 1U);
  EXPECT_EQ(cost(report, "// shared by all", Space::global, Op::store).requests, 1U);
  EXPECT_EQ(cost(report, "// afterwards", Space::global, Op::load).requests, 1U);
  EXPECT_EQ(cycles[0], 4 + 5);
}
