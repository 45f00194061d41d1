// Blocks that wait for each other go on in turns, as many as a GPU holds; and the order of blocks, warps and lanes can be drawn.
#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "module_test.h"

using simt::Drawn;
using simt::FaultKind;
using simt::Schedule;

namespace {

constexpr unsigned bit(Drawn what) { return 1U << static_cast<unsigned>(what); }

class Schedules : public simt_test::ModuleTest {
 protected:
  Schedules() : ModuleTest("schedules", {2, 0, 1.0}) {}

  simt::LaunchReport hand_over(const char* name, int from, int* out, unsigned blocks) {
    int* const data = buffer<int>("data", 1, false);
    int* const flag = buffer<int>("flag", 1);
    *flag = 0;
    const auto run = kernel<int, int*, int*, int*>(name);
    return launch({blocks, 1, 1}, {32, 1, 1}, [&] { run(from, data, flag, out); });
  }

  // What the threads of 4 blocks of 64 get in turn, under a schedule.
  std::vector<int> turns(const Schedule& schedule, simt::LaunchReport& report) {
    constexpr std::size_t kThreads = 256;
    machine_.set_schedule(schedule);
    int* const in = buffer<int>("in", kThreads);
    int* const out = buffer<int>("out", kThreads, false);
    int* const count = buffer<int>("count", 1);
    std::iota(in, in + kThreads, 0);
    *count = 0;
    const auto run = kernel<const int*, int*, int*>("in_turn");
    report = launch({4, 1, 1}, {64, 1, 1}, [&] { run(in, count, out); });
    std::vector<int> found(out, out + kThreads);
    for (void* const memory : {static_cast<void*>(in), static_cast<void*>(out), static_cast<void*>(count)})
      machine_.release(memory);
    return found;
  }
};

bool holds_all(std::vector<int> numbers) {
  std::sort(numbers.begin(), numbers.end());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != static_cast<int>(i)) return false;
  }
  return true;
}

}  // namespace

TEST_F(Schedules, ABlockWaitsForALaterOne) {
  for (const int from : {0, 4, 8}) {
    int* const out = buffer<int>("out", 9, false);
    const auto report = hand_over("hand_over", from, out, 9);
    EXPECT_TRUE(report.faults.empty()) << report.faults.front().message;
    for (int block = 0; block < 9; ++block) {
      if (block == from) continue;
      EXPECT_EQ(out[block], 42) << block;
    }
  }
}

TEST_F(Schedules, WhatIsHandedOverWithoutAFenceRaces) {
  for (const int from : {0, 8}) {
    const simt::Fault fault =
        only_fault(hand_over("hand_over_unfenced", from, buffer<int>("out", 9, false), 9));
    EXPECT_EQ(fault.kind, FaultKind::race) << fault.message;
    EXPECT_EQ(std::min(fault.where.line, fault.other.line), line_of("handed over without a fence"));
  }
}

TEST_F(Schedules, ABarrierOfAllBlocksKeepsWhatTheyHave) {
  constexpr int kBlocks = 5;
  constexpr int kThreads = 64;
  constexpr int kRounds = 4;
  for (const unsigned seed : {0U, 1U, 2U, 3U}) {
    machine_.set_schedule(seed);
    int* const values = buffer<int>("values", kBlocks * kThreads);
    auto* const arrived = buffer<unsigned>("arrived", 2);
    std::iota(values, values + kBlocks * kThreads, 0);
    arrived[0] = arrived[1] = 0;
    const auto run = kernel<int*, unsigned*, int>("pass_round");
    const auto report = launch({kBlocks, 1, 1}, {kThreads, 1, 1}, [&] { run(values, arrived, kRounds); });
    EXPECT_TRUE(report.faults.empty()) << report.faults.front().message;
    // Each round reverses a block's values, and their number is even.
    for (int i = 0; i < kBlocks * kThreads; ++i) ASSERT_EQ(values[i], i + kRounds) << i << ", seed " << seed;
  }
}

TEST_F(Schedules, ARaceInABlockThatWaitsIsFound) {
  int* const flag = buffer<int>("flag", 1);
  int* const out = buffer<int>("out", 2, false);
  *flag = 0;
  const auto run = kernel<int*, int*>("race_beside_waiting");
  const simt::Fault fault = only_fault(launch({2, 1, 1}, {64, 1, 1}, [&] { run(flag, out); }));
  EXPECT_EQ(fault.kind, FaultKind::race) << fault.message;
  EXPECT_EQ(fault.count, 2U);
  const std::set<unsigned> lines{fault.where.line, fault.other.line};
  EXPECT_EQ(lines, (std::set<unsigned>{line_of("stored before the wait"), line_of("read beside the wait")}));
}

TEST_F(Schedules, AWaitThatNobodyEndsStops) {
  int* const flag = buffer<int>("flag", 1);
  int* const out = buffer<int>("out", 8, false);
  *flag = 0;
  const auto run = kernel<int*, int*>("wait_for_nobody");
  const simt::Fault fault = only_fault(launch({8, 1, 1}, {32, 1, 1}, [&] { run(flag, out); }));
  EXPECT_EQ(fault.kind, FaultKind::time_limit);
  EXPECT_EQ(fault.where.line, line_of("nobody ends this"));
  EXPECT_NE(fault.message.find("no thread changes it"), std::string::npos) << fault.message;
}

TEST_F(Schedules, WhereAllBlocksHaveBegunNoneIsSaidToBeLeftOut) {
  int* const flags = buffer<int>("flags", 265);
  int* const out = buffer<int>("out", 265, false);
  std::fill_n(flags, 265, 0);
  // Each waits for the one behind it, the last one for a flag that nobody sets.
  const auto run = kernel<int*, int*>("wait_for_all_next");
  const simt::Fault fault = only_fault(launch({264, 1, 1}, {1024, 1, 1}, [&] { run(flags, out); }));
  EXPECT_EQ(fault.kind, FaultKind::time_limit);
  EXPECT_EQ(fault.message.find("cannot begin"), std::string::npos) << fault.message;
}

TEST_F(Schedules, AChainOfWaitsEndsIfAllBlocksAreResident) {
  // An H100 holds 132 * 2 blocks of 1,024 threads.
  for (const unsigned blocks : {100U, 264U, 265U}) {
    int* const flags = buffer<int>("flags", blocks);
    int* const out = buffer<int>("out", blocks, false);
    std::fill_n(flags, blocks, 0);
    const auto run = kernel<int*, int*>("wait_for_next");
    const auto report = launch({blocks, 1, 1}, {1024, 1, 1}, [&] { run(flags, out); });
    if (blocks <= 264) {
      EXPECT_TRUE(report.faults.empty()) << report.faults.front().message;
      EXPECT_EQ(out[0], static_cast<int>(blocks));
      continue;
    }
    const simt::Fault fault = only_fault(report);
    EXPECT_EQ(fault.kind, FaultKind::time_limit);
    EXPECT_EQ(fault.where.line, line_of("the next one must have begun"));
    EXPECT_NE(fault.message.find("264 of the grid's 265"), std::string::npos) << fault.message;
  }
}

TEST_F(Schedules, EachScheduleGivesItsOwnOrderEachTime) {
  simt::LaunchReport report;
  const std::vector<int> in_order = turns({}, report);
  EXPECT_TRUE(report.order.may_matter);
  EXPECT_TRUE(report.order.atomics.empty());
  std::set<std::vector<int>> orders{in_order};
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const std::vector<int> drawn = turns(seed, report);
    EXPECT_TRUE(holds_all(drawn));
    EXPECT_EQ(drawn, turns(seed, report));
    orders.insert(drawn);
  }
  EXPECT_EQ(orders.size(), 9U);
}

TEST_F(Schedules, OnlyWhatIsDrawnChanges) {
  simt::LaunchReport report;
  const auto where = [](const std::vector<int>& order, int thread) {
    return std::find(order.begin(), order.end(), thread) - order.begin();
  };
  const std::vector<int> lanes = turns({5, bit(Drawn::lanes)}, report);
  for (int thread = 0; thread < 256; ++thread) EXPECT_EQ(where(lanes, thread) / 32, thread / 32);
  const std::vector<int> warps = turns({5, bit(Drawn::warps)}, report);
  for (int thread = 0; thread < 256; ++thread) {
    EXPECT_EQ(where(warps, thread) / 64, thread / 64);
    EXPECT_EQ(where(warps, thread) % 32, thread % 32);
  }
  const std::vector<int> blocks = turns({5, bit(Drawn::blocks)}, report);
  for (int thread = 0; thread < 256; ++thread) EXPECT_EQ(where(blocks, thread) % 64, thread % 64);
}

TEST_F(Schedules, OneMoreExchangeIsOneMorePairOfNeighbours) {
  for (const Drawn what : {Drawn::blocks, Drawn::warps, Drawn::lanes}) {
    simt::LaunchReport report;
    const std::vector<int> all = turns({5, bit(what)}, report);
    const std::uint64_t exchanges = report.order.exchanged.made;
    ASSERT_GT(exchanges, 0U);
    EXPECT_EQ(report.order.exchanged.what, what);
    std::vector<int> before = turns({5, bit(what), 0}, report);
    EXPECT_EQ(before, turns({}, report));
    for (std::uint64_t most = 1; most <= exchanges; ++most) {
      const std::vector<int> now = turns({5, bit(what), most}, report);
      const simt::ExchangedOrder last = report.order.exchanged;
      EXPECT_EQ(last.made, most);
      const int size = what == Drawn::blocks ? 64 : what == Drawn::warps ? 32 : 1;
      const int base = what == Drawn::blocks ? 0 : static_cast<int>(last.block) * 64;
      // Of each warp of the block the two lanes.
      for (int warp = 0; warp < (what == Drawn::lanes ? 64 : 1); warp += 32) {
        const auto earlier =
            std::find(before.begin(), before.end(), base + warp + static_cast<int>(last.earlier) * size);
        const auto later =
            std::find(before.begin(), before.end(), base + warp + static_cast<int>(last.later) * size);
        ASSERT_EQ(later + size, earlier) << most;
        std::rotate(later, earlier, earlier + size);
      }
      EXPECT_EQ(now, before) << most;
    }
    EXPECT_EQ(before, all);
  }
}

TEST_F(Schedules, DigestsTellWhichLineFindsOtherValues) {
  simt::LaunchReport one;
  simt::LaunchReport other;
  turns({5, bit(Drawn::lanes), 3}, one);
  turns({5, bit(Drawn::lanes), 4}, other);
  ASSERT_EQ(one.order.atomics.size(), 1U);
  ASSERT_EQ(other.order.atomics.size(), 1U);
  EXPECT_EQ(one.order.atomics.front().where.line, line_of("who comes first"));
  EXPECT_NE(one.order.atomics.front().found, other.order.atomics.front().found);
  EXPECT_NE(one.order.atomics.front().in_turn, other.order.atomics.front().in_turn);
}

TEST_F(Schedules, ABlockMayGoOnBeforeAnotherOneEnds) {
  const auto alone = [&](const Schedule& schedule) {
    machine_.set_schedule(schedule);
    int* const counts = buffer<int>("counts", 2);
    counts[0] = counts[1] = 0;
    const auto run = kernel<int*, int*>("last_to_count");
    const auto report = launch({6, 1, 1}, {64, 1, 1}, [&] { run(counts, counts + 1); });
    EXPECT_TRUE(report.faults.empty()) << report.faults.front().message;
    return counts[1];
  };
  EXPECT_EQ(alone({}), 6);
  EXPECT_EQ(alone({3, bit(Drawn::warps)}), 6);
  int fewer = 0;
  for (unsigned seed = 1; seed <= 4; ++seed) fewer += alone({seed, bit(Drawn::turns)}) < 6 ? 1 : 0;
  EXPECT_EQ(fewer, 4);
}

TEST_F(Schedules, OrderMattersOnlyWhereSomethingAsksForIt) {
  int* const values = buffer<int>("values", 128);
  auto* const masks = buffer<unsigned>("masks", 32, false);
  std::fill_n(values, 128, 0);
  const auto in_place = kernel<const int*, int*>("in_place");
  EXPECT_FALSE(launch({2, 1, 1}, {32, 1, 1}, [&] { in_place(values, values + 64); }).order.may_matter);
  const auto count = kernel<int*>("count_all");
  EXPECT_TRUE(launch({2, 1, 1}, {32, 1, 1}, [&] { count(values); }).order.may_matter);
  const auto who = kernel<unsigned*>("who_is_there");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { who(masks); }).order.may_matter);
}
