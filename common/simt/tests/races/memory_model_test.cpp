// The memory model with compiled kernels; machine/memory_model_test.cpp has each rule by itself.
#include "module_test.h"

using simt::FaultKind;

SIMT_MODULE_TEST(CompiledMemoryModel, "memory_model");

TEST_F(CompiledMemoryModel, LocksOrderWhatTheyGuard) {
  int* const out = buffer<int>("out", 256);
  const auto in_a_block = kernel<int*>("lock_in_a_block");
  EXPECT_TRUE(launch({4, 1, 1}, {64, 1, 1}, [&] { in_a_block(out); }).faults.empty());
  for (int i = 0; i < 256; ++i) EXPECT_EQ(out[i], 32) << i;
  const auto of_the_grid = kernel<>("lock_of_the_grid");
  EXPECT_TRUE(launch({4, 1, 1}, {64, 1, 1}, [&] { of_the_grid(); }).faults.empty());
}

TEST_F(CompiledMemoryModel, WithoutTheLockBlocksRace) {
  const auto run = kernel<>("without_the_lock");
  const auto report = launch({4, 1, 1}, {64, 1, 1}, [&] { run(); });
  ASSERT_FALSE(report.faults.empty());
  EXPECT_EQ(report.faults.front().kind, FaultKind::race);
  EXPECT_EQ(report.faults.front().where.line, line_of("// lost updates"));
}

TEST_F(CompiledMemoryModel, TheGuidesAdditionByCompareAndSwapIsAtomic) {
  auto* const sum = buffer<double>("sum", 1);
  *sum = 0;
  const auto run = kernel<double*>("add_by_compare_and_swap");
  EXPECT_TRUE(launch({4, 1, 1}, {64, 1, 1}, [&] { run(sum); }).faults.empty());
  EXPECT_EQ(*sum, 256);
}

TEST_F(CompiledMemoryModel, BlocksMayWaitForEachOther) {
  int* const flags = buffer<int>("flags", 8);
  int* const carry = buffer<int>("carry", 8);
  for (int i = 0; i < 8; ++i) flags[i] = 0;
  const auto run = kernel<volatile int*, int*>("chain_of_blocks");
  EXPECT_TRUE(launch({8, 1, 1}, {32, 1, 1}, [&] { run(flags, carry); }).faults.empty());
  EXPECT_EQ(carry[7], 8);
}

TEST_F(CompiledMemoryModel, BlocksCanWaitForEarlierOnesOnOneWorkerToo) {
  simt::Machine alone({1, 0, 1.0});
  auto* const flags = static_cast<int*>(alone.allocate(8 * sizeof(int), "flags", sizeof(int)));
  auto* const carry = static_cast<int*>(alone.allocate(8 * sizeof(int), "carry", sizeof(int)));
  for (int* const memory : {flags, carry}) {
    std::fill_n(memory, 8, 0);
    alone.mark_written(memory, 8 * sizeof(int));
  }
  const auto run = kernel<volatile int*, int*>("chain_of_blocks");
  EXPECT_TRUE(launch_on(alone, {{8, 1, 1}, {32, 1, 1}}, [&] { run(flags, carry); }).faults.empty());
  EXPECT_EQ(carry[7], 8);
}

TEST_F(CompiledMemoryModel, ABlockMayWaitForALaterOne) {
  simt::Machine alone({1, 0, 5.0});
  auto* const flags = static_cast<int*>(alone.allocate(sizeof(int), "flags", sizeof(int)));
  auto* const out = static_cast<int*>(alone.allocate(64 * sizeof(int), "out", sizeof(int)));
  flags[0] = 0;
  alone.mark_written(flags, sizeof(int));
  const auto run = kernel<volatile int*, int*>("wait_for_the_last");
  EXPECT_TRUE(launch_on(alone, {{64, 1, 1}, {32, 1, 1}}, [&] { run(flags, out); }).faults.empty());
  EXPECT_EQ(out[0], 1);
}

TEST_F(CompiledMemoryModel, HalvesThatMeetApartRace) {
  int* const out = buffer<int>("out", 32);
  const auto run = kernel<int*>("halves_meet_apart");
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out); }));
  EXPECT_EQ(fault.kind, FaultKind::race);
  EXPECT_EQ(fault.where.line, line_of("// the other half's"));
}

TEST_F(CompiledMemoryModel, AShuffleOrdersNothing) {
  int* const out = buffer<int>("out", 32);
  const auto run = kernel<int*>("a_shuffle_between");
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out); }));
  EXPECT_EQ(fault.kind, FaultKind::race);
  EXPECT_EQ(fault.where.line, line_of("// after the shuffle"));
}

TEST_F(CompiledMemoryModel, AMaskThatNamesLanesAtAnotherShuffleIsAFault) {
  int* const out = buffer<int>("out", 32);
  const auto run = kernel<int*>("another_mask");
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out); }));
  EXPECT_EQ(fault.kind, FaultKind::bad_warp_mask);
  EXPECT_EQ(fault.where.line, line_of("// names all"));
}
