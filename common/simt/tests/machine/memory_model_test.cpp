// What orders the accesses of two threads, and what does not: false races and missed ones.
#include "machine_test.h"
#include "memory_model_places.h"

namespace {

using namespace memory_model_places;
using simt::FaultKind;

class MemoryModel : public machine_test::MachineTest {
 protected:
  MemoryModel() : MachineTest("memory_model") {}
};

TEST_F(MemoryModel, SyncwarpOrdersAndAShuffleDoesNot) {
  int* const out = buffer<int>("out", 32);
  for (const int how : {0, 1}) {
    const auto fault = only_fault(launch("exchange", 1, 32, out, how));
    EXPECT_EQ(fault.kind, FaultKind::race);
    EXPECT_EQ(fault.where.line, kExchangeLoad + 1);
    EXPECT_EQ(fault.other.line, kExchangeStore + 1);
    EXPECT_EQ(fault.count, 32U);
  }
  EXPECT_EQ(faults_text(launch("exchange", 1, 32, out, 2)), "");
  for (int lane = 0; lane < 32; ++lane) EXPECT_EQ(out[lane], lane ^ 1);
}

TEST_F(MemoryModel, HalvesThatMeetApartAreNotInOrder) {
  int* const out = buffer<int>("out", 32);
  for (const char* const kernel : {"halves", "halves_in_order"}) {
    const auto fault = only_fault(launch(kernel, 1, 32, out, 0));
    EXPECT_EQ(fault.kind, FaultKind::race);
    EXPECT_EQ(fault.where.line, kHalvesLoad + 1);
    EXPECT_EQ(fault.other.line, kHalvesStore + 1);
    EXPECT_EQ(faults_text(launch(kernel, 1, 32, out, 1)), "");
  }
}

TEST_F(MemoryModel, WhatALaneKnowsItPassesOn) {
  int* const out = buffer<int>("out", 32);
  EXPECT_EQ(faults_text(launch("halves", 1, 32, out, 2)), "");
  EXPECT_EQ(faults_text(launch("halves_in_order", 1, 32, out, 2)), "");
}

TEST_F(MemoryModel, TheReaderIsNotTheWriterItself) {
  int* const data = buffer<int>("data", 65);
  const auto report = launch("add_next", 1, 64, data);
  const auto fault = only_fault(report);
  EXPECT_EQ(fault.kind, FaultKind::race);
  EXPECT_EQ(fault.where.line, kAddNext + 1);
  EXPECT_EQ(fault.other.line, kAddStore + 1);
  EXPECT_EQ(fault.message.find("thread (1, 0, 0) and written in line 12 by thread (1, 0, 0)"),
            std::string::npos);
  EXPECT_NE(fault.message.find("by thread (0, 0, 0) and written in line 12 by thread (1, 0, 0)"),
            std::string::npos)
      << fault.message;
}

TEST_F(MemoryModel, ALockWithFencesOrders) {
  for (const unsigned blocks : {1U, 8U}) {
    for (int attempt = 0; attempt < 10; ++attempt) {
      int* const data = buffer<int>("data", 2);
      data[0] = data[1] = 0;
      const auto report = launch("locked", blocks, 64, data);
      EXPECT_EQ(faults_text(report), "") << blocks;
      EXPECT_EQ(data[1], static_cast<int>(blocks * 64));
      machine_.release(data);
    }
  }
}

TEST_F(MemoryModel, WithoutFencesItDoesNot) {
  int* const data = buffer<int>("data", 2);
  data[0] = data[1] = 0;
  const auto report = launch("locked_without_fences", 2, 64, data);
  ASSERT_FALSE(report.faults.empty());
  EXPECT_EQ(report.faults.front().kind, FaultKind::race);
}

TEST_F(MemoryModel, AFenceOfTheBlockOrdersItsThreadsOnly) {
  int* const data = buffer<int>("data", 2);
  data[0] = data[1] = 0;
  EXPECT_EQ(faults_text(launch("locked_in_block", 1, 64, data)), "");
  const auto report = launch("locked_in_block", 2, 64, data);
  ASSERT_FALSE(report.faults.empty());
  EXPECT_EQ(report.faults.front().kind, FaultKind::race);
  EXPECT_FALSE(report.faults.front().names_a_thread);
}

TEST_F(MemoryModel, AnAdditionByCompareAndSwapIsAtomic) {
  auto* const sum = buffer<std::uint32_t>("sum", 1);
  sum[0] = 0;
  const auto report = launch("add_by_swaps", 8, 64, sum);
  EXPECT_EQ(faults_text(report), "");
  EXPECT_EQ(sum[0], 8U * 64);
}

TEST_F(MemoryModel, AChainOfBlocksByAFlagAndAFence) {
  for (int attempt = 0; attempt < 10; ++attempt) {
    int* const flags = buffer<int>("flags", 32);
    int* const sums = buffer<int>("sums", 32, false);
    for (int i = 0; i < 32; ++i) flags[i] = 0;
    const auto report = launch("chain", 32, 32, flags, sums);
    EXPECT_EQ(faults_text(report), "");
    EXPECT_EQ(sums[31], 31 * 32 / 2);
    machine_.release(flags);
    machine_.release(sums);
  }
}

TEST_F(MemoryModel, AVolatileFlagCountsInGlobalMemoryOnly) {
  int* const data = buffer<int>("data", 64);
  data[32] = 0;
  EXPECT_EQ(faults_text(launch("flagged", 1, 32, data, 1)), "");
  data[32] = 0;
  EXPECT_NE(faults_text(launch("flagged", 1, 32, data, 2)).find("no fence follows where that was read"),
            std::string::npos);
  data[32] = 0;
  const auto report = launch("flagged", 1, 32, data, 0);
  ASSERT_FALSE(report.faults.empty());
  for (const auto& fault : report.faults) EXPECT_NE(fault.kind, FaultKind::time_limit) << fault.message;
}

TEST_F(MemoryModel, AMaskThatNamesLanesAtAnotherIntrinsicIsAFault) {
  int* const out = buffer<int>("out", 32);
  const auto fault = only_fault(launch("two_lines", 1, 32, out, 0));
  EXPECT_EQ(fault.kind, FaultKind::bad_warp_mask);
  EXPECT_EQ(fault.where.line, kIfShuffle + 1);
  EXPECT_EQ(fault.other.line, kElseShuffle + 1);
  EXPECT_EQ(
      fault.message,
      "warp intrinsic that cannot complete: its mask names lane 16, which waits at another warp intrinsic in "
      "line " +
          std::to_string(kElseShuffle + 1));
  EXPECT_EQ(only_fault(launch("two_lines", 1, 32, out, 1)).other.line, kIfBallot + 1);
  EXPECT_EQ(only_fault(launch("two_lines", 1, 32, out, 3)).other.line, kBehindBarrier + 1);
}

TEST_F(MemoryModel, ASyncwarpMayStandInTwoLines) {
  int* const out = buffer<int>("out", 32);
  EXPECT_EQ(faults_text(launch("two_lines", 1, 32, out, 2)), "");
}

TEST_F(MemoryModel, APlainReadBesideAtomicOperationsIsARace) {
  auto* const counter = buffer<std::uint32_t>("counter", 1);
  const auto fault = only_fault(launch("mixed", 1, 64, counter));
  EXPECT_EQ(fault.kind, FaultKind::race);
  EXPECT_EQ(fault.where.line, kMixedLoad + 1);
}

TEST_F(MemoryModel, TheArrayThatThePointerCameFromIsNamed) {
  int* const in = buffer<int>("in", 100);
  int* const out = buffer<int>("out", 100);
  const long far = (out - in) + 7;
  EXPECT_EQ(only_fault(launch("past", 1, 1, in, out, far)).message,
            "out-of-bounds read of `in[" + std::to_string(far) + "]`: `in` has 100 elements");
  EXPECT_EQ(only_fault(launch("past", 1, 1, in, out, 1'000'000'000L)).message,
            "out-of-bounds read of `in[1000000000]`: `in` has 100 elements");
  EXPECT_EQ(only_fault(launch("past", 1, 1, in, out, -50'000'000L)).message,
            "out-of-bounds write of `out[-50000000]`: `out` has 100 elements");
}

TEST_F(MemoryModel, AStoreThatNobodyForesawIsLookedAtToo) {
  int* const data = buffer<int>("data", 64, false);
  const auto report = launch("take", 1, 64, data);
  ASSERT_FALSE(report.faults.empty());
  EXPECT_EQ(report.faults.front().kind, FaultKind::race);
  EXPECT_EQ(report.faults.front().where.line, kTakeLoad + 1);
}

TEST_F(MemoryModel, WhatAKernelsOwnLimitsDoNotAllowIsRefused) {
  int* const data = buffer<int>("data", 256);
  const simt::Kernel* const bounded = module_.find("bounded<64>");
  ASSERT_EQ(bounded, module_.find("bounded"));
  const void* arguments[] = {&data};
  const auto refused = [&](unsigned threads, std::size_t dynamic_bytes) {
    const auto report =
        machine_.launch(module_, *bounded, {{1, 1, 1}, {threads, 1, 1}, dynamic_bytes}, arguments);
    const bool is_refused = !report.faults.empty() && report.faults.front().kind == FaultKind::launch_refused;
    return is_refused ? report.faults.front().message : "";
  };
  EXPECT_EQ(refused(64, 0), "");
  EXPECT_EQ(refused(96, 0),
            "the launch asks for 96 threads in a block, the kernel's __launch_bounds__ allow at most 64");
  EXPECT_EQ(
      refused(32, 200000),
      "the launch asks for 240000 bytes of shared memory (40000 static, 200000 dynamic), a GPU takes at most "
      "232448");
}

TEST_F(MemoryModel, TheReportIsTheSameWhateverTheOrder) {
  for (const char* const kernel : {"exchange", "halves", "halves_in_order"}) {
    std::string expected;
    for (const unsigned workers : {1U, 2U, 5U}) {
      for (const unsigned seed : {0U, 1U, 7U, 99U}) {
        simt::Machine machine(simt::MachineOptions{workers, seed, 2.0});
        auto* const out = static_cast<int*>(machine.allocate(128, "out", 4));
        const int how = 0;
        const std::string text = faults_text(launch_on(machine, kernel, 4, 32, out, how));
        if (expected.empty()) expected = text;
        EXPECT_EQ(text, expected) << kernel << ", " << workers << " workers, seed " << seed;
      }
    }
    EXPECT_NE(expected, "");
  }
}

}  // namespace
