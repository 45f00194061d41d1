// What one thread may know of another's accesses: by barriers, and by objects in memory that one releases and the other acquires.
// The rules are those of the PTX memory model (races/access_order.h).
#include <cstring>
#include <string>

#include "module_test.h"

using simt::FaultKind;

namespace {

class HappensBefore : public simt_test::ModuleTest {
 protected:
  HappensBefore() : ModuleTest("happens_before") {
    for (const char* const name : {"flag", "count", "data", "turn"}) {
      const simt::Variable variable = module_.find_variable(name);
      std::memset(variable.address, 0, variable.bytes);
    }
  }

  simt::LaunchReport mirror(const char* name) {
    constexpr unsigned kThreads = 128;
    int* const in = buffer<int>("in", kThreads);
    int* const out = buffer<int>("out", kThreads);
    int* const nothing = buffer<int>("nothing", 1);
    const auto run = kernel<const int*, int*, int*>(name);
    return launch({1, 1, 1}, {kThreads, 1, 1}, [&] { run(in, out, nothing); });
  }
  simt::LaunchReport hand_over(const char* name) {
    int* const out = buffer<int>("out", 1);
    const auto run = kernel<int*>(name);
    return launch({2, 1, 1}, {32, 1, 1}, [&] { run(out); });
  }
  simt::LaunchReport of_parts(const char* name, unsigned blocks = 8) {
    int* const part = buffer<int>("part", std::size_t{blocks} * 64);
    int* const out = buffer<int>("out", 64);
    const auto run = kernel<int*, int*>(name);
    return launch({blocks, 1, 1}, {64, 1, 1}, [&] { run(part, out); });
  }

  // The kernel reads and writes the same array.
  simt::LaunchReport in_place(const char* name, unsigned blocks = 8) {
    int* const part = buffer<int>("part", std::size_t{blocks} * 64);
    const auto run = kernel<const int*, int*>(name);
    return launch({blocks, 1, 1}, {64, 1, 1}, [&] { run(part, part); });
  }

  static void expect_race(const simt::LaunchReport& report, const std::string& why) {
    ASSERT_FALSE(report.faults.empty());
    EXPECT_EQ(report.faults.front().kind, FaultKind::race) << report.faults.front().message;
    EXPECT_NE(report.faults.front().message.find(why), std::string::npos) << report.faults.front().message;
  }
  static void expect_none(const simt::LaunchReport& report) {
    for (const simt::Fault& fault : report.faults) ADD_FAILURE() << fault.message;
  }
};

}  // namespace

TEST_F(HappensBefore, BarriersOrderThoseWhoArrive) {
  expect_none(mirror("by_a_barrier"));
  expect_none(mirror("by_a_barrier_of_all"));
}

TEST_F(HappensBefore, ABarrierOfOneThreadOrdersThatThread) {
  expect_race(mirror("by_barriers_of_one"), "`tile`");
}

TEST_F(HappensBefore, AnAtomicOperationThatReadsNothingReleasedOrdersNothing) {
  expect_race(mirror("by_nothing"), "`tile`");
}

// Of two threads the later one knows of the earlier one by then, and not the other way round.
TEST_F(HappensBefore, FencesAroundAWordOrderInOneDirectionOnly) {
  expect_race(mirror("by_fences_around_nothing"), "`tile`");
}

TEST_F(HappensBefore, VolatileOrdersNothing) { expect_race(mirror("by_a_volatile_load"), "`tile`"); }

TEST_F(HappensBefore, AReleaseThatIsAcquiredOrders) { expect_none(hand_over("fences_on_both_sides")); }
TEST_F(HappensBefore, AVolatileFlagBetweenFencesOrders) { expect_none(hand_over("volatile_flag")); }
TEST_F(HappensBefore, AtomicObjectsOrderByTheirMemoryOrders) {
  expect_none(hand_over("release_and_acquire"));
}

TEST_F(HappensBefore, ALockOrAVolatileFlagIsNoAcquireWithoutAFence) {
  expect_race(hand_over("no_acquire"), "no fence follows where that was read");
  expect_race(hand_over("volatile_flag_without_a_fence"), "no fence follows where that was read");
}
TEST_F(HappensBefore, AnAtomicFunctionThatReadsWhatWasReleasedAcquiresIt) {
  expect_none(hand_over("acquired_by_an_exchange"));
}
TEST_F(HappensBefore, ARelaxedLoadAcquiresNothing) {
  expect_race(hand_over("release_and_relaxed"), "no fence follows where that was read");
}
TEST_F(HappensBefore, AStoreWithoutAFenceBeforeItReleasesNothing) {
  expect_race(hand_over("no_release"), "nothing orders blocks");
}
TEST_F(HappensBefore, AFenceOfBlockScopeReleasesToItsBlock) {
  expect_race(hand_over("fence_of_block_scope"), "nothing orders blocks");
}
TEST_F(HappensBefore, AnAtomicOperationOfBlockScopeReleasesToItsBlock) {
  ASSERT_FALSE(hand_over("atomic_of_block_scope").faults.empty());
}
TEST_F(HappensBefore, AnotherObjectSaysNothing) {
  expect_race(hand_over("another_flag"), "nothing orders blocks");
}
TEST_F(HappensBefore, AStoreEndsWhatWasReleasedBefore) {
  // The second store comes behind the fence, too: it releases what the first does.
  expect_none(hand_over("overwritten_flag"));
}

TEST_F(HappensBefore, TheLastBlockKnowsOfAllOthers) {
  expect_none(of_parts("last_block"));
  expect_none(of_parts("fences_before_a_barrier"));
}
TEST_F(HappensBefore, WithoutAFenceTheLastBlockKnowsOfNone) {
  expect_race(of_parts("last_block_without_fences"), "`part");
}
TEST_F(HappensBefore, WhatWasAcquiredIsReleasedWithTheRest) { expect_none(of_parts("chain_of_blocks")); }

TEST_F(HappensBefore, ARelaxedStoreThatIsSeenOrdersReadsBeforeLaterWrites) {
  expect_none(in_place("shift_in_turn"));
  expect_none(of_parts("shift_along_a_chain", 3));
  expect_none(of_parts("shift_by_tickets"));
  // …by as many blocks as run on several workers otherwise.
  expect_none(in_place("shift_in_turn", 100));
  expect_none(of_parts("shift_along_a_chain", 100));
}
TEST_F(HappensBefore, ItOrdersNoReadsThatNoBarrierSeparatesFromIt) {
  expect_race(in_place("shift_without_a_barrier"), "`part");
  expect_race(in_place("shift_and_read_again"), "`part");
}
TEST_F(HappensBefore, AStoreThatNobodySeesOrdersNoReads) { expect_race(in_place("shift_unseen"), "`part"); }
TEST_F(HappensBefore, ARelaxedStoreOrdersNoWrites) {
  expect_race(of_parts("read_in_turn", 2), "nothing orders blocks");
  expect_race(of_parts("overwrite_in_turn", 2), "`part");
}

// The first one to take the lock finds it free: nothing shows but that it did not fence.
TEST_F(HappensBefore, ALockIsTakenWithAFence) {
  const auto right = kernel<>("lock_with_fences");
  expect_none(launch({4, 1, 1}, {32, 1, 1}, [&] { right(); }));
  const auto wrong = kernel<>("lock_without_the_first_fence");
  const auto report = launch({4, 1, 1}, {32, 1, 1}, [&] { wrong(); });
  expect_race(report, "the lock around the earlier of the two was taken without a fence after it");
  EXPECT_EQ(report.faults.front().where.line, line_of("// the sum"));
}

TEST_F(HappensBefore, AtomicsOfBlockScopeAreAtomicInTheirBlock) {
  int* const sum = buffer<int>("sum", 1);
  const auto in_blocks = kernel<int*>("add_in_blocks");
  const auto report = launch({8, 1, 1}, {64, 1, 1}, [&] { in_blocks(sum); });
  expect_race(report, "atomic for the threads of one block only");
  EXPECT_EQ(report.faults.front().where.line, line_of("void add_in_blocks"));
  const auto in_one = kernel<int*>("add_in_one_block");
  expect_none(launch({8, 1, 1}, {64, 1, 1}, [&] { in_one(sum); }));
}

// A block that is set aside goes on when what it polls has changed. What others polled in a launch before may have been freed.
TEST_F(HappensBefore, ABlockThatWaitsDoesNotLookAtWhatALaunchBeforePolled) {
  constexpr std::size_t kLarge = std::size_t{64} << 20U;  // its pages are given back
  simt::Machine machine(simt::MachineOptions{1, 0, 5.0});
  const auto place_of = [&](std::size_t bytes) {
    auto* const place = static_cast<int*>(machine.allocate(bytes, "place", sizeof(int)));
    machine.mark_written(place, bytes);
    *place = 0;
    return place;
  };
  int* const place = place_of(sizeof(int));
  int* const freed = place_of(kLarge);
  const auto first = kernel<int*>("a_warp_waits");
  EXPECT_TRUE(launch_on(machine, {{1, 1, 1}, {64, 1, 1}, 0}, [&] { first(freed); }).faults.empty());
  machine.release(freed);
  const auto second = kernel<int*>("a_block_waits");
  EXPECT_TRUE(launch_on(machine, {{2, 1, 1}, {32, 1, 1}, 0}, [&] { second(place); }).faults.empty());
}

// …also in the second half of 16 bytes that one access reads.
TEST_F(HappensBefore, ABlockThatWaitsLooksAtAllBytesThatItPolled) {
  simt::Machine machine(simt::MachineOptions{1, 0, 5.0});
  constexpr std::size_t kBytes = 2 * sizeof(unsigned long long);
  auto* const place =
      static_cast<unsigned long long*>(machine.allocate(kBytes, "place", sizeof(unsigned long long)));
  std::memset(place, 0, kBytes);
  machine.mark_written(place, kBytes);
  const auto waits = kernel<unsigned long long*>("a_block_waits_for_a_half");
  const auto report = launch_on(machine, {{2, 1, 1}, {32, 1, 1}, 0}, [&] { waits(place); });
  expect_none(report);
  EXPECT_EQ(place[1], 1U);
}

TEST_F(HappensBefore, AReportIsTheSameEachTime) {
  const std::string first = hand_over("no_acquire").faults.front().message;
  for (int attempt = 0; attempt < 10; ++attempt) {
    const simt::Variable flag = module_.find_variable("flag");
    std::memset(flag.address, 0, flag.bytes);
    const auto report = hand_over("no_acquire");
    ASSERT_FALSE(report.faults.empty());
    EXPECT_EQ(report.faults.front().message, first);
  }
}
