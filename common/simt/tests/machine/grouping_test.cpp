// What of a warp's accesses is one request, when its lanes part and meet.
#include <cstring>

#include "grouping_places.h"
#include "machine_test.h"

namespace {

using namespace grouping_places;

class Grouping : public machine_test::MachineTest {
 protected:
  Grouping() : MachineTest("grouping") {}
};

TEST_F(Grouping, LanesOfTwoBranchesMeetBehindThem) {
  int* const in = buffer<int>("in", 64);
  const auto report = launch("branches", 1, 64, in);
  EXPECT_EQ(faults_text(report), "");
  EXPECT_EQ(cost(report, kIfLoad).requests, 2U);
  EXPECT_EQ(cost(report, kIfLoad).lanes, 32U);
  EXPECT_EQ(cost(report, kElseLoad).requests, 2U);
  EXPECT_EQ(cost(report, kAfterLoad).requests, 2U);
  EXPECT_EQ(cost(report, kAfterLoad).lanes, 64U);
}

TEST_F(Grouping, AWarpThatIsNotFullIsNoDifferent) {
  int* const in = buffer<int>("in", 64);
  const auto report = launch("branches", 1, 37, in);
  EXPECT_EQ(faults_text(report), "");
  EXPECT_EQ(cost(report, kIfLoad).requests, 2U);
  EXPECT_EQ(cost(report, kIfLoad).lanes, 19U);
  EXPECT_EQ(cost(report, kAfterLoad).requests, 2U);
  EXPECT_EQ(cost(report, kAfterLoad).lanes, 37U);
}

TEST_F(Grouping, LanesThatLeftALoopWaitBehindIt) {
  int* const in = buffer<int>("in", 32);
  const auto report = launch("rounds", 1, 32, in);
  EXPECT_EQ(faults_text(report), "");
  EXPECT_EQ(cost(report, kRoundsLoad).requests, 4U);
  EXPECT_EQ(cost(report, kRoundsLoad).lanes, 32U + 24 + 16 + 8);
  EXPECT_EQ(cost(report, kRoundsAfter).requests, 1U);
}

TEST_F(Grouping, OneLaneAtATimeIs32Requests) {
  int* const in = buffer<int>("in", 64);
  const auto report = launch("turns", 1, 64, in);
  EXPECT_EQ(faults_text(report), "");
  EXPECT_EQ(cost(report, kTurnsLoad).requests, 64U);
  EXPECT_EQ(cost(report, kTurnsLoad).sectors, 64U);
}

TEST_F(Grouping, LanesThatEnterAFunctionTogetherStayAmongThemselves) {
  int* const in = buffer<int>("in", 32);
  const auto report = launch("caller", 1, 32, in);
  EXPECT_EQ(faults_text(report), "");
  EXPECT_EQ(cost(report, kCalleeLoad).requests, 2U);
  EXPECT_EQ(cost(report, kCalleeLoad).lanes, 16U + 32);
  EXPECT_EQ(cost(report, kCallerBetween).requests, 1U);
  EXPECT_EQ(cost(report, kCallerAfter).requests, 1U);
}

TEST_F(Grouping, LongLoopsOfManyLengthsAreReadInPieces) {
  int* const in = buffer<int>("in", 32);
  for (const unsigned most : {3200U, 5000U, 20000U}) {
    const auto report = launch("long_loops", 1, 32, in, most);
    EXPECT_EQ(faults_text(report), "");
    std::uint64_t lanes = 0;
    for (unsigned lane = 0; lane < 32; ++lane) lanes += most - 100 * lane;
    EXPECT_EQ(cost(report, kLongAll).requests, most);
    EXPECT_EQ(cost(report, kLongAll).lanes, lanes);
    EXPECT_EQ(cost(report, kLongSome).requests, most);
    EXPECT_EQ(cost(report, kLongAfter).requests, 1U);
  }
}

TEST_F(Grouping, LanesMayWaitForALaneOfTheirWarp) {
  int* const flag = buffer<int>("flag", 64);
  flag[0] = 0;
  const auto report = launch("wait_for_lane", 1, 32, flag);
  EXPECT_TRUE(report.completed()) << faults_text(report);
  EXPECT_EQ(cost(report, kWaitAfter).lanes, 32U);
  EXPECT_EQ(cost(report, kWaitStore).requests, 1U);
}

TEST_F(Grouping, AWarpMayWaitForAnother) {
  int* const flag = buffer<int>("flag", 1);
  flag[0] = 0;
  const auto report = launch("wait_for_warp", 1, 64, flag);
  EXPECT_TRUE(report.completed()) << faults_text(report);
}

TEST_F(Grouping, WhoWaitsForNobodyIsStoppedAtItsLine) {
  simt::Machine machine(simt::MachineOptions{1, 0, 0.2});
  auto* const flag = static_cast<int*>(machine.allocate(sizeof(int), "flag", sizeof(int)));
  machine.mark_written(flag, sizeof(int));
  const auto fault = only_fault(launch_on(machine, "wait_for_warp", 1, 32, flag));
  EXPECT_EQ(fault.kind, simt::FaultKind::time_limit);
  EXPECT_EQ(fault.where.line, kSpinRound + 1);
}

TEST_F(Grouping, ALaneThatLooksAtTheClockStaysInItsRequests) {
  int* const in = buffer<int>("in", 32);
  int* const cycles = buffer<int>("cycles", 1);
  const auto report = launch("clocked", 1, 32, in, cycles);
  EXPECT_TRUE(report.completed()) << faults_text(report);
  EXPECT_EQ(*cycles, 4 + 64);  // a coalesced load, and one of 32 ways
  for (const unsigned place : {kClockLoad, kClockShared, kClockAfter}) {
    EXPECT_EQ(cost(report, place).requests, 1U);
    EXPECT_EQ(cost(report, place).lanes, 32U);
  }
}

TEST_F(Grouping, TheClockGoesAtTheRateThatIsSet) {
  int* const in = buffer<int>("in", 32);
  int* const cycles = buffer<int>("cycles", 1);
  machine_.set_clock_rate(3);
  launch("clocked", 1, 32, in, cycles);
  EXPECT_EQ(*cycles, 3 * (4 + 64));
}

TEST_F(Grouping, ActiveLanesAreThoseThatHaveConverged) {
  auto* const out = buffer<std::uint32_t>("out", 32);
  EXPECT_EQ(faults_text(launch("active", 1, 32, out)), "");
  for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(out[lane], lane % 4 == 1 ? 0x22222222U : 0xDDDDDDDDU);
}

TEST_F(Grouping, ShufflesAsTheGuideHasThem) {
  int* const out = buffer<int>("out", 32);
  const auto expect = [&](int how, int operand, int width, const auto& source) {
    const auto report = launch("shuffled", 1, 32, out, how, operand, width);
    EXPECT_EQ(faults_text(report), "");
    EXPECT_EQ(cost(report, kShuffleLoad).requests, 1U);
    for (int lane = 0; lane < 32; ++lane)
      EXPECT_EQ(out[lane], 100 + source(lane)) << how << ' ' << operand << ' ' << width << ", lane " << lane;
  };
  expect(0, 5, 32, [](int) { return 5; });
  expect(0, 35, 32, [](int) { return 3; });
  expect(0, 2, 8, [](int lane) { return lane / 8 * 8 + 2; });
  expect(1, 3, 32, [](int lane) { return lane >= 3 ? lane - 3 : lane; });
  expect(1, 3, 16, [](int lane) { return lane % 16 >= 3 ? lane - 3 : lane; });
  expect(2, 3, 32, [](int lane) { return lane < 29 ? lane + 3 : lane; });
  expect(2, 1, 8, [](int lane) { return lane % 8 < 7 ? lane + 1 : lane; });
  expect(3, 1, 32, [](int lane) { return lane ^ 1; });
  // Lanes of an earlier segment may be read, those of a later one not.
  expect(3, 16, 16, [](int lane) { return lane < 16 ? lane : lane - 16; });
}

TEST_F(Grouping, LocalMemoryIsInterleavedByWords) {
  int* const out = buffer<int>("out", 32);
  auto report = launch("local", 1, 32, out, 1, 0, 0);
  EXPECT_EQ(faults_text(report), "");
  for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(out[lane], static_cast<int>(lane + (lane + 1) % 4));
  const auto store = cost(report, kLocalStore);
  EXPECT_EQ(store.space, simt::Space::local);
  EXPECT_EQ(store.requests, 4U);
  EXPECT_EQ(store.sectors, 4U * 4);
  EXPECT_EQ(store.least_sectors, 4U * 4);
  const auto load = cost(report, kLocalLoad);
  EXPECT_EQ(load.requests, 1U);
  EXPECT_EQ(load.sectors, 4U * 4);  // of four words, all sectors
  EXPECT_EQ(load.least_sectors, 4U);
}

TEST_F(Grouping, OutsideOfALocalArrayItsNameIsSaid) {
  int* const out = buffer<int>("out", 32);
  const auto fault = only_fault(launch("local", 1, 32, out, 20, 0, 0));
  EXPECT_EQ(fault.kind, simt::FaultKind::out_of_bounds);
  EXPECT_EQ(fault.where.line, kLocalPast + 1);
  EXPECT_NE(fault.message.find("`window[20]`"), std::string::npos) << fault.message;
}

TEST_F(Grouping, ARequestToTwoArraysCountsAtEach) {
  int* const in = buffer<int>("in", 32);
  int* const other = buffer<int>("other", 32);
  const auto report = launch("two_arrays", 1, 32, in, other);
  EXPECT_EQ(faults_text(report), "");
  ASSERT_EQ(report.accesses.size(), 2U);
  const char* const arrays[] = {"in", "other"};
  for (int i = 0; i < 2; ++i) {
    const simt::AccessCost& load = report.accesses[static_cast<std::size_t>(i)];
    EXPECT_EQ(load.where.line, kTwoArraysLoad + 1);
    EXPECT_EQ(load.array, arrays[i]);
    EXPECT_EQ(load.requests, 1U);
    EXPECT_EQ(load.split_requests, i == 0 ? 0U : 1U);  // together they are one
    EXPECT_EQ(load.instructions, 1U);
    EXPECT_EQ(load.lanes, 16U);
    EXPECT_EQ(load.sectors, 4U);
    EXPECT_EQ(load.example.array, arrays[i]);
    EXPECT_EQ(load.example.offsets[static_cast<std::size_t>(i)], 4 * i);
    EXPECT_EQ(load.example.offsets[static_cast<std::size_t>(1 - i)], -1);
  }
}

TEST_F(Grouping, ThreadsThatReturnedDoNotHoldUpABarrier) {
  int* const out = buffer<int>("out", 64);
  const auto report = launch("counting_barrier", 3, 64, out);
  EXPECT_TRUE(report.completed()) << faults_text(report);
  for (int thread = 0; thread < 64; ++thread) {
    if (thread != 5) {
      EXPECT_EQ(out[thread], 22);
    }
  }
  ASSERT_EQ(report.remarks.size(), 1U);
  EXPECT_EQ(report.remarks[0].where.line, kCountBarrier + 1);
  EXPECT_NE(report.remarks[0].message.find(
                "1 thread of block (0, 0, 0) ended without reaching this __syncthreads()"),
            std::string::npos)
      << report.remarks[0].message;
}

// A pointer that a module makes up leads to no text, whatever lies there.
TEST_F(Grouping, PrintsOnlyWhatTheLaneMayRead) {
  int* const out = buffer<int>("out", 1);
  std::memcpy(out, "two", 4);
  EXPECT_EQ(launch("prints", 2, 1, out).printed,
            "-7| 3.25|text|two|(not a string)|44|%\n-7| 3.25|text|two|(not a string)|44|%\n");
}

}  // namespace
