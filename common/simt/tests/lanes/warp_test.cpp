#include <numeric>

#include "module_test.h"

using simt::Op;
using simt::Space;

SIMT_MODULE_TEST(Warp, "warp");

TEST_F(Warp, ShufflesStayInTheirSegment) {
  int* const in = buffer<int>("in", 64);
  int* const out = buffer<int>("out", std::size_t{6} * 64, false);
  std::iota(in, in + 64, 100);
  const auto run = kernel<const int*, int*>("shuffles");
  EXPECT_TRUE(launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out); }).faults.empty());
  for (int t = 0; t < 64; ++t) {
    const int base = t / 32 * 32;
    const int lane = t % 32;
    EXPECT_EQ(out[t], 100 + base + 5);
    EXPECT_EQ(out[64 + t], 100 + (lane >= 3 ? t - 3 : t));
    EXPECT_EQ(out[128 + t], 100 + (lane < 29 ? t + 3 : t));
    EXPECT_EQ(out[192 + t], 100 + (t ^ 1));
    EXPECT_EQ(out[256 + t], 100 + t / 8 * 8 + 2);
    EXPECT_EQ(out[320 + t], 100 + (lane % 8 < 7 ? t + 1 : t));
  }
}

TEST_F(Warp, VotesMatchesAndReductions) {
  auto* const out = buffer<unsigned>("out", 128, false);
  const auto run = kernel<unsigned*>("votes");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out); }).faults.empty());
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(out[lane], 0x49249249U);
    EXPECT_EQ(out[32 + lane], 3U);
    EXPECT_EQ(out[64 + lane], 0xFFU << lane / 8 * 8);
    EXPECT_EQ(out[96 + lane], 31U * 16 + 31);
  }
}

TEST_F(Warp, AReductionAddsUpAndItsLoadsStayRequests) {
  auto* const in = buffer<float>("in", 1000);
  auto* const out = buffer<float>("out", 1, false);
  for (int i = 0; i < 1000; ++i) in[i] = static_cast<float>(i);
  const auto run = kernel<const float*, float*, int>("warp_sum");
  const auto report = launch({1, 1, 1}, {128, 1, 1}, [&] { run(in, out, 1000); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(out[0], 999.0F * 500);
  EXPECT_EQ(cost(report, "// coalesced", Space::global, Op::load).requests, 32U);  // ceil(1000 / 32)
  EXPECT_EQ(cost(report, "// coalesced", Space::global, Op::load).sectors, 125U);
}

TEST_F(Warp, HalvesMeetByThemselvesAndReturnedLanesAreNotWaitedFor) {
  int* const out = buffer<int>("out", 32);
  const auto run = kernel<int*>("halves");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out); }).faults.empty());
  for (int t = 0; t < 28; ++t) EXPECT_EQ(out[t], t < 16 ? 0 : 20);
}

TEST_F(Warp, SyncwarpOrdersTheLanesOfAWarp) {
  int* const in = buffer<int>("in", 64);
  int* const out = buffer<int>("out", 64, false);
  std::iota(in, in + 64, 0);
  const auto run = kernel<const int*, int*>("through_shared_memory");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out); });
  EXPECT_TRUE(report.faults.empty());
  for (int t = 0; t < 64; ++t) EXPECT_EQ(out[t], t ^ 1);
  EXPECT_EQ(report.barriers.of_warps, 2U * 2) << "two warps pass two each";
}

TEST_F(Warp, WithoutItTheyRace) {
  int* const in = buffer<int>("in", 64);
  int* const out = buffer<int>("out", 64, false);
  const auto run = kernel<const int*, int*>("not_synchronised");
  const auto fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out); }));
  EXPECT_EQ(fault.kind, simt::FaultKind::race);
  EXPECT_EQ(fault.where.line, line_of("// too early"));
  EXPECT_EQ(fault.other.line, line_of("// stored first"));
}

TEST_F(Warp, SyncwarpDoesNotOrderTwoWarps) {
  int* const in = buffer<int>("in", 64);
  int* const out = buffer<int>("out", 64, false);
  const auto run = kernel<const int*, int*>("across_warps");
  const auto fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out); }));
  EXPECT_EQ(fault.kind, simt::FaultKind::race);
  EXPECT_EQ(fault.where.line, line_of("// read by the other"));
}

TEST_F(Warp, AMaskMayOnlyNameLanesThatCome) {
  int* const out = buffer<int>("out", 32);
  const auto absent = kernel<int*>("absent_lane");
  auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { absent(out); }));
  EXPECT_EQ(fault.kind, simt::FaultKind::bad_warp_mask);
  EXPECT_EQ(fault.message,
            "warp intrinsic that cannot complete: its mask names lane 16, which waits at the __syncthreads() "
            "in line " +
                std::to_string(line_of("// where the others are")));
  EXPECT_EQ(fault.where.line, line_of("// all are named"));
  const auto outside = kernel<int*>("not_in_its_mask");
  fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { outside(out); }));
  EXPECT_EQ(fault.kind, simt::FaultKind::bad_warp_mask);
  EXPECT_EQ(fault.where.line, line_of("// names half"));
  EXPECT_EQ(fault.thread.x, 16U);
}

TEST_F(Warp, LanesThatReturnAtOnceDoNotDisturbTheOthers) {
  int* const out = buffer<int>("out", 32, false);
  const auto run = kernel<int*>("odd_lanes_meet");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out); }).faults.empty());
  for (int t = 1; t < 32; t += 2) EXPECT_EQ(out[t], 31);
}
