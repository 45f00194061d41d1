#include <numeric>

#include "module_test.h"

using simt::Op;
using simt::Space;

SIMT_MODULE_TEST(SharedMemory, "shared_memory");

TEST_F(SharedMemory, AColumnOfAnUnpaddedTileIs32Ways) {
  auto* const in = buffer<float>("in", 1024);
  auto* const out = buffer<float>("out", 1024, false);
  std::iota(in, in + 1024, 0.0F);
  const auto run = kernel<const float*, float*>("through_tile");
  const auto report = launch({1, 1, 1}, {32, 8, 1}, [&] { run(in, out); });
  EXPECT_TRUE(report.faults.empty());
  for (int i = 0; i < 1024; ++i) EXPECT_EQ(out[i], in[i % 32 * 32 + i / 32]);
  const auto load = cost(report, "// read the column", Space::shared, Op::load);
  EXPECT_EQ(load.requests, 32U);
  EXPECT_EQ(load.wavefronts, 32U * 32);
  EXPECT_EQ(load.bank_conflicts, 32U * 31);
  EXPECT_EQ(load.example.array, "tile");
  EXPECT_EQ(load.example.offsets[1] - load.example.offsets[0], 128);
  for (std::size_t lane = 0; lane < simt::kWarpSize; ++lane)
    EXPECT_EQ(load.example.passes.of_words.at(lane), static_cast<int>(lane));
  EXPECT_EQ(load.example.passes.group_starts.size(), 1U);
  const auto store = cost(report, "// fill", Space::shared, Op::store);
  EXPECT_EQ(store.bank_conflicts, 0U);
}

TEST_F(SharedMemory, OneColumnMoreTakesTheConflictsAway) {
  auto* const in = buffer<float>("in", 1024);
  auto* const out = buffer<float>("out", 1024, false);
  const auto run = kernel<const float*, float*>("through_padded_tile");
  const auto report = launch({1, 1, 1}, {32, 8, 1}, [&] { run(in, out); });
  const auto load = cost(report, "// read the column", Space::shared, Op::load);
  EXPECT_EQ(load.wavefronts, 32U);
  EXPECT_EQ(load.bank_conflicts, 0U);
}

TEST_F(SharedMemory, CanBeSizedAtLaunch) {
  auto* const in = buffer<int>("in", 96);
  auto* const out = buffer<int>("out", 96, false);
  std::iota(in, in + 96, 0);
  const auto reverse = kernel<const int*, int*>("reverse_dynamic");
  const auto report = launch(
      {1, 1, 1}, {96, 1, 1}, [&] { reverse(in, out); }, 96 * sizeof(int));
  EXPECT_TRUE(report.faults.empty());
  for (int i = 0; i < 96; ++i) EXPECT_EQ(out[i], 95 - i);
  EXPECT_EQ(cost(report, "// reversed", Space::shared, Op::load).bank_conflicts, 0U);
}

TEST_F(SharedMemory, ReportsTheArraysThatALaunchUsesWithTheirPadding) {
  auto* const in = buffer<float>("in", 1024);
  auto* const out = buffer<float>("out", 1024, false);
  const auto unpadded = kernel<const float*, float*>("through_tile");
  const auto padded = kernel<const float*, float*>("through_padded_tile");
  const auto first = launch({3, 1, 1}, {32, 8, 1}, [&] { unpadded(in, out); });
  const auto second = launch({3, 1, 1}, {32, 8, 1}, [&] { padded(in, out); });
  ASSERT_EQ(first.shared_arrays.size(), 1U);
  EXPECT_EQ(first.shared_arrays[0].name, "tile");
  EXPECT_EQ(first.shared_arrays[0].bytes, 32U * 32 * 4);
  ASSERT_EQ(second.shared_arrays.size(), 1U);
  EXPECT_EQ(second.shared_arrays[0].bytes, 32U * 33 * 4);
}

TEST_F(SharedMemory, ReportsNoArrayThatNobodyTouches) {
  auto* const out = buffer<float>("out", 32, false);
  const auto store = kernel<float*, int>("two_arrays");
  const auto one = launch({1, 1, 1}, {32, 1, 1}, [&] { store(out, 1); });
  ASSERT_EQ(one.shared_arrays.size(), 1U);
  EXPECT_EQ(one.shared_arrays[0].name, "near");
  const auto both = launch({1, 1, 1}, {32, 1, 1}, [&] { store(out, 2); });
  ASSERT_EQ(both.shared_arrays.size(), 2U);
  EXPECT_EQ(both.shared_arrays[0].name, "far");
  EXPECT_EQ(both.shared_arrays[0].bytes, 256U);
}

TEST_F(SharedMemory, LaunchedTooSmallIsOutOfBounds) {
  auto* const in = buffer<int>("in", 96);
  auto* const out = buffer<int>("out", 96, false);
  const auto reverse = kernel<const int*, int*>("reverse_dynamic");
  const auto report = launch(
      {1, 1, 1}, {96, 1, 1}, [&] { reverse(in, out); }, 64 * sizeof(int));
  const auto fault = only_fault(report);
  EXPECT_EQ(fault.kind, simt::FaultKind::out_of_bounds);
  EXPECT_EQ(fault.message,
            "out-of-bounds write of shared memory, word 64 of `dynamic shared memory`: "
            "`dynamic shared memory` has 64 words");
  EXPECT_EQ(fault.thread.x, 64U);
}

TEST_F(SharedMemory, ExternArraysShareTheirStart) {
  auto* const out = buffer<int>("out", 1);
  const auto two = kernel<int*>("two_names");
  launch(
      {1, 1, 1}, {1, 1, 1}, [&] { two(out); }, 16);
  EXPECT_EQ(out[0], 1);
}

TEST_F(SharedMemory, BarriersInALoopKeepTheBlockTogether) {
  auto* const in = buffer<int>("in", 1024);
  auto* const out = buffer<int>("out", 4, false);
  std::iota(in, in + 1024, 0);
  const auto sum = kernel<const int*, int*>("sum");
  const auto report = launch({4, 1, 1}, {256, 1, 1}, [&] { sum(in, out); });
  EXPECT_TRUE(report.faults.empty());
  for (int block = 0; block < 4; ++block) EXPECT_EQ(out[block], 256 * (256 * block) + 255 * 128);
  EXPECT_EQ(report.barriers.of_blocks, 4U * 9);
  EXPECT_EQ(report.barriers.of_warps, 0U);
}

TEST_F(SharedMemory, NarrowElementsOfOneWordDoNotRace) {
  auto* const out = buffer<unsigned char>("out", 64, false);
  const auto bytes = kernel<unsigned char*>("bytes");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { bytes(out); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(out[0], 63);
  EXPECT_EQ(cost(report, "// byte load", Space::shared, Op::load).wavefronts, 2U);
}

TEST_F(SharedMemory, ATableHoldsTheAddressesOfItsBlocksArrays) {
  int* const out = buffer<int>("out", 128, false);
  const auto run = kernel<int*, int>("by_turns");
  const auto report = launch({2, 1, 1}, {32, 1, 1}, [&] { run(out, 6); });
  EXPECT_TRUE(report.faults.empty()) << report.faults.front().message;
  for (int i = 0; i < 128; ++i) EXPECT_EQ(out[i], i % 64 < 32 ? 5 : 4);
}

TEST_F(SharedMemory, ATableOfStructuresMayHoldThem) {
  auto* const out = buffer<float>("out", 32, false);
  const auto run = kernel<float*, int>("parts");
  const float expected[] = {2, 4, -1};
  for (const int which : {0, 1, 2}) {
    const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(out, which); });
    EXPECT_TRUE(report.faults.empty()) << report.faults.front().message;
    for (int i = 0; i < 32; ++i) EXPECT_EQ(out[i], expected[which]);
  }
}

TEST_F(SharedMemory, AnAccessByWayOfATableKeepsToItsArray) {
  auto* const out = buffer<float>("out", 32, false);
  const auto run = kernel<float*, int>("past_a_tables_array");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(out, 1); });
  ASSERT_EQ(report.faults.size(), 1U);
  EXPECT_EQ(report.faults.front().where.line, line_of("// past it"));
}
