// A warp's lanes come to an atomic operation together, as on a GPU, and nvcc lets one of them add for all where it can.
#include <algorithm>
#include <numeric>

#include "module_test.h"

using simt::Op;
using simt::Space;

SIMT_MODULE_TEST(AtomicTurns, "atomic_turns");

TEST_F(AtomicTurns, GiveAWarpsLanesNeighbouringPlaces) {
  int* const in = buffer<int>("in", 256);
  int* const queue = buffer<int>("queue", 1024);
  int* const tail = buffer<int>("tail", 1);
  std::iota(in, in + 256, 0);
  tail[0] = 0;
  const auto run = kernel<const int*, int*, int*>("push_all");
  const auto report = launch({2, 1, 1}, {128, 1, 1}, [&] { run(in, queue, tail); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(tail[0], 1024);
  const auto stores = cost(report, "// pushed by all", Space::global, Op::store);
  EXPECT_EQ(stores.requests, 32U);
  EXPECT_EQ(stores.sectors, 32U * 4);
  const auto adds = cost(report, "// pushed by all", Space::global, Op::atomic);
  EXPECT_EQ(adds.lanes, 1024U);
  EXPECT_EQ(adds.sectors, 32U) << "a warp adds once (SASS: one lane's ATOMG)";
}

TEST_F(AtomicTurns, KeepTheRoundsOfALoopApart) {
  int* const queue = buffer<int>("queue", 64);
  int* const tail = buffer<int>("tail", 1);
  tail[0] = 0;
  const auto run = kernel<int*, int*>("push_half");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(queue, tail); });
  EXPECT_TRUE(report.faults.empty());
  for (int i = 0; i < 64; ++i) EXPECT_EQ(queue[i], i / 16);
  EXPECT_EQ(cost(report, "// pushed by half", Space::global, Op::store).sectors, 4U * 2);
}

TEST_F(AtomicTurns, AreEachLanesOwnWhereTheAddressesMayDiffer) {
  int* const in = buffer<int>("in", 32);
  int* const queue = buffer<int>("queue", 32);
  int* const tails = buffer<int>("tails", 2);
  std::fill_n(in, 32, 1);
  tails[0] = 0;
  tails[1] = 16;
  const auto run = kernel<const int*, int*, int*>("push_by_block");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, queue, tails); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(cost(report, "// to two tails", Space::global, Op::atomic).sectors, 16U);
}

TEST_F(AtomicTurns, DoNotKeepALocksOwnerFromItsWork) {
  int* const lock = buffer<int>("lock", 1);
  int* const sum = buffer<int>("sum", 1);
  int* const order = buffer<int>("order", 64);
  lock[0] = sum[0] = 0;
  const auto run = kernel<int*, int*, int*>("lock_in_a_warp");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { run(lock, sum, order); });
  EXPECT_TRUE(report.faults.empty()) << report.faults.front().message;
  EXPECT_EQ(sum[0], 64);
  std::sort(order, order + 64);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(order[i], i);
}

TEST_F(AtomicTurns, LetALaneThroughThatOthersOfItsWarpWaitFor) {
  int* const flag = buffer<int>("flag", 1);
  int* const found = buffer<int>("found", 33);
  flag[0] = 0;
  const auto run = kernel<int*, int*>("wait_for_own_warp");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(flag, found); });
  EXPECT_TRUE(report.faults.empty()) << report.faults.front().message;
  EXPECT_EQ(found[0], 0);
  for (int i = 1; i <= 32; ++i) EXPECT_EQ(found[i], 1);
}

TEST_F(AtomicTurns, AreOneLanesWhereTheCompilerCombinesIntegers) {
  int* const in = buffer<int>("in", 32);
  int* const sum = buffer<int>("sum", 3);
  auto* const wide = buffer<unsigned long long>("wide", 2);
  std::iota(in, in + 32, -8);
  std::fill_n(sum, 3, 0);
  std::fill_n(wide, 2, 0);
  const auto run = kernel<const int*, int*, unsigned long long*>("add_up");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, sum, wide); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(sum[0], 240);
  EXPECT_EQ(sum[2], 23);
  EXPECT_EQ(cost(report, "// global, once a warp", Space::global, Op::atomic).sectors, 1U);
  EXPECT_EQ(cost(report, "// shared, once a warp", Space::shared, Op::atomic).wavefronts, 1U);
  EXPECT_EQ(cost(report, "// wide, a constant", Space::global, Op::atomic).sectors, 1U);
  EXPECT_EQ(cost(report, "// wide, a value", Space::global, Op::atomic).sectors, 32U);
  EXPECT_EQ(cost(report, "// some lanes", Space::global, Op::atomic).sectors, 1U);
}
