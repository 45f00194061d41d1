// Cooperative launches: all blocks are kept at grid.sync(), on any number of workers.
#include <numeric>

#include "module_test.h"

using simt::FaultKind;

namespace {

// The tests run on one worker, which holds all blocks, and on several.
class GridSync : public simt_test::ModuleTest, public testing::WithParamInterface<unsigned> {
 protected:
  GridSync() : ModuleTest("grid_sync", {GetParam(), 0, 10.0}) {}

  simt::LaunchReport launch_together(unsigned blocks, unsigned threads, const std::function<void()>& body,
                                     std::size_t dynamic_shared = 0) {
    simt::LaunchShape shape{{blocks, 1, 1}, {threads, 1, 1}, dynamic_shared};
    shape.is_cooperative = true;
    return launch_on(machine_, shape, body);
  }

  // Launched on 9 blocks of 64 threads, the kernel is stopped at the barrier of this line.
  simt::Fault fault_at_barrier(const std::string& line, const std::function<void()>& body) {
    const simt::Fault fault = only_fault(launch_together(9, 64, body));
    EXPECT_EQ(fault.kind, FaultKind::divergent_barrier);
    EXPECT_EQ(fault.where.line, line_of(line));
    EXPECT_NE(fault.advice.find("every thread of the grid"), std::string::npos) << fault.advice;
    return fault;
  }
};
INSTANTIATE_TEST_SUITE_P(Workers, GridSync, testing::Values(1U, 2U, 5U), testing::PrintToStringParamName());

}  // namespace

TEST_P(GridSync, ThreadsReadWhatOtherBlocksWroteBefore) {
  constexpr int kThreads = 40 * 96;
  constexpr int kRounds = 7;
  int* const values = buffer<int>("values", kThreads);
  int* const other = buffer<int>("other", kThreads, false);
  std::iota(values, values + kThreads, 0);
  const auto run = kernel<int*, int*, int>("pass_on");
  const auto report = launch_together(40, 96, [&] { run(values, other, kRounds); });
  EXPECT_TRUE(report.faults.empty()) << report.faults.front().message;
  for (int i = 0; i < kThreads; ++i) ASSERT_EQ(other[i], (i + kRounds * 96) % kThreads + kRounds) << i;
}

TEST_P(GridSync, BlocksKeepTheirSharedAndLocalMemory) {
  constexpr int kThreads = 30 * 64;
  int* const in = buffer<int>("in", kThreads);
  int* const out = buffer<int>("out", kThreads, false);
  int* const sums = buffer<int>("sums", 1);
  std::iota(in, in + kThreads, 1);
  sums[0] = 0;
  const int all = std::accumulate(in, in + kThreads, 0);
  const auto run = kernel<const int*, int*, int*, int>("keep_all");
  const auto report = launch_together(
      30, 64, [&] { run(in, out, sums, 5); }, 64 * sizeof(int));
  EXPECT_TRUE(report.faults.empty()) << report.faults.front().message;
  for (int i = 0; i < kThreads; ++i) {
    const int neighbour = i / 64 * 64 + (i + 1) % 64;
    ASSERT_EQ(out[i], in[neighbour] - in[i] + in[i] + 25 + all) << i;
  }
}

TEST_P(GridSync, ManyBlocksOfManyThreads) {
  constexpr int kThreads = 264 * 1024;  // as many as an H200 holds at once
  int* const values = buffer<int>("values", kThreads);
  int* const other = buffer<int>("other", kThreads, false);
  std::iota(values, values + kThreads, 0);
  const auto run = kernel<int*, int*, int>("pass_on");
  const auto report = launch_together(264, 1024, [&] { run(values, other, 1); });
  EXPECT_TRUE(report.faults.empty());
  for (int i = 0; i < kThreads; ++i) ASSERT_EQ(other[i], (i + 1024) % kThreads + 1);
}

TEST_P(GridSync, AnotherBlocksSharedMemoryIsNotThisOnes) {
  int* const out = buffer<int>("out", 8 * 32, false);
  const auto run = kernel<int*>("read_others_shared");
  const auto fault = only_fault(launch_together(8, 32, [&] { run(out); }));
  EXPECT_EQ(fault.kind, FaultKind::uninitialized_read);
  EXPECT_EQ(fault.where.line, line_of("// nobody of block 0 wrote"));
  EXPECT_EQ(fault.count, 32U);
  EXPECT_EQ(out[0], -1);
  EXPECT_EQ(out[32], 7);
}

TEST_P(GridSync, AccessesWithoutTheBarrierRace) {
  int* const values = buffer<int>("values", 9 * 64);
  int* const out = buffer<int>("out", 9 * 64, false);
  const auto run = kernel<int*, int*>("without_the_barrier");
  const auto fault = only_fault(launch_together(9, 64, [&] { run(values, out); }));
  EXPECT_EQ(fault.kind, FaultKind::race);
  EXPECT_EQ(fault.where.line, line_of("// the race's load"));
  EXPECT_EQ(fault.other.line, line_of("// the race's store"));
}

TEST_P(GridSync, RacesBehindTheLastBarrierNameTheirBlocks) {
  int* const values = buffer<int>("values", 2 * 64);
  int* const out = buffer<int>("out", 2 * 64, false);
  const auto run = kernel<int*, int*>("race_behind_the_barrier");
  const auto fault = only_fault(launch_together(2, 64, [&] { run(values, out); }));
  EXPECT_EQ(fault.kind, FaultKind::race);
  EXPECT_NE(fault.message.find("block (0, 0, 0)"), std::string::npos) << fault.message;
  EXPECT_NE(fault.message.find("block (1, 0, 0)"), std::string::npos) << fault.message;
}

TEST_P(GridSync, ABlockThatReturnedIsMissed) {
  int* const out = buffer<int>("out", 9, false);
  const auto run = kernel<int*>("block_returns");
  EXPECT_EQ(fault_at_barrier("// not block 5", [&] { run(out); }).message,
            "grid.sync() that not all blocks reach: 8 blocks wait here, 1 block ended before it, block "
            "(5, 0, 0) among them");
}

TEST_P(GridSync, ThreadsThatReturnedAreMissed) {
  int* const out = buffer<int>("out", 9 * 64, false);
  const auto run = kernel<int*, int>("threads_return");
  const auto fault = fault_at_barrier("// not the last threads", [&] { run(out, 9 * 64 - 5); });
  EXPECT_EQ(fault.message,
            "grid.sync() that not all threads of the grid reach: 5 threads of the block returned before it");
  EXPECT_EQ(fault.block.x, 8U);
}

TEST_P(GridSync, BlocksThatWaitInTwoBranchesNeverMeet) {
  int* const out = buffer<int>("out", 9 * 64, false);
  const auto run = kernel<int*>("in_a_branch");
  const auto fault = fault_at_barrier("// the other way", [&] { run(out); });
  EXPECT_EQ(
      fault.message,
      "grid.sync() that not all blocks reach: 6 blocks wait here, 3 blocks at another grid.sync(), block "
      "(1, 0, 0) among them");
  EXPECT_EQ(fault.other.line, line_of("// one way"));
}

TEST_P(GridSync, AWarpThatWaitsForItsBlockIsMissed) {
  int* const out = buffer<int>("out", 64, false);
  const auto run = kernel<int*>("half_a_block");
  const auto fault = only_fault(launch_together(1, 64, [&] { run(out); }));
  EXPECT_EQ(fault.kind, FaultKind::divergent_barrier);
  EXPECT_EQ(fault.message,
            "divergent grid.sync(): 32 threads of the block's 64 wait here, 32 threads at another barrier");
  EXPECT_EQ(fault.other.line, line_of("// the second warp"));
}

TEST_P(GridSync, TheLowestBlockThatStopsIsReported) {
  int* const out = buffer<int>("out", 9, false);
  int* const index = buffer<int>("index", 9);
  for (int i = 0; i < 9; ++i) index[i] = i + 100;
  const auto run = kernel<int*, const int*>("stops_later");
  const auto fault = only_fault(launch_together(9, 64, [&] { run(out, index); }));
  EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
  EXPECT_EQ(fault.where.line, line_of("// out of bounds"));
  EXPECT_EQ(fault.block.x, 3U);
  EXPECT_FALSE(machine_.is_written(out, sizeof(int)));
}

TEST_P(GridSync, ABlockThatNeverComesIsStoppedByTheTimeLimit) {
  simt::Machine machine({GetParam(), 0, 0.3});
  auto* const flag = static_cast<int*>(machine.allocate(sizeof(int), "flag", sizeof(int)));
  auto* const out = static_cast<int*>(machine.allocate(9 * sizeof(int), "out", sizeof(int)));
  flag[0] = 0;
  machine.mark_written(flag, sizeof(int));
  const auto run = kernel<const volatile int*, int*>("never_ends");
  simt::LaunchShape shape{{9, 1, 1}, {64, 1, 1}};
  shape.is_cooperative = true;
  const auto fault = only_fault(launch_on(machine, shape, [&] { run(flag, out); }));
  EXPECT_EQ(fault.kind, FaultKind::time_limit);
  EXPECT_EQ(fault.where.line, line_of("// waits for nobody"));
  EXPECT_EQ(fault.message,
            "the kernel did not finish: it reads the same memory over and over here, "
            "and no thread changes it");
}

TEST_P(GridSync, TheGridKnowsWhetherItCanWait) {
  int* const out = buffer<int>("out", 1, false);
  const auto run = kernel<int*>("says_where");
  const auto together = launch_together(12, 32, [&] { run(out); });
  EXPECT_TRUE(together.faults.empty());
  EXPECT_EQ(out[0], 1);
  EXPECT_EQ(together.printed.rfind("block 0\nblock 1\nblock 2\n", 0), 0U) << together.printed;
  EXPECT_TRUE(launch({12, 1, 1}, {32, 1, 1}, [&] { run(out); }).faults.empty());
  EXPECT_EQ(out[0], 0);
}

TEST_P(GridSync, NeedsACooperativeLaunch) {
  int* const out = buffer<int>("out", 3 * 32, false);
  const auto run = kernel<int*>("needs_the_grid");
  EXPECT_TRUE(launch_together(3, 32, [&] { run(out); }).faults.empty());
  const auto fault = only_fault(launch({3, 1, 1}, {32, 1, 1}, [&] { run(out); }));
  EXPECT_EQ(fault.kind, FaultKind::crash);
  EXPECT_EQ(fault.where.line, line_of("// only in a cooperative launch"));
  EXPECT_EQ(fault.message, "grid.sync() in a launch that is not cooperative");
  EXPECT_NE(fault.advice.find("cudaLaunchCooperativeKernel"), std::string::npos);
}

TEST_P(GridSync, KeepsBarriersWithPhasesAndCopies) {
  constexpr int kThreads = 5 * 64;
  int* const in = buffer<int>("in", kThreads);
  int* const out = buffer<int>("out", kThreads, false);
  std::iota(in, in + kThreads, 0);
  const auto keep_barriers = kernel<const int*, int*>("keep_barriers");
  const auto report = launch_together(5, 64, [&] { keep_barriers(in, out); });
  EXPECT_TRUE(report.faults.empty()) << report.faults.front().message;
  for (int i = 0; i < kThreads; ++i) EXPECT_EQ(out[i], i / 64 * 64 + (i + 1) % 64);
}
