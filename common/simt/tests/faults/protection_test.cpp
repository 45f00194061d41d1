// What no index and no pointer of a kernel reaches: memory that is not its own.
#include <numeric>

#include "module_test.h"

using simt::FaultKind;

SIMT_MODULE_TEST(Protection, "guarded");

TEST_F(Protection, WhatIsHonestRunsAndCountsAsEver) {
  auto* const in = buffer<float>("in", 12);
  std::iota(in, in + 12, 0.0F);
  auto* const out = buffer<float>("out", 32, false);
  const auto honest = kernel<const float*, float*, int>("honest");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { honest(in, out, 12); });
  EXPECT_TRUE(report.faults.empty()) << report.faults.front().message;
  EXPECT_EQ(out[31], 2 * 66.0F);
  EXPECT_EQ(cost(report, "own[i] = in[i]", simt::Space::global, simt::Op::load).requests, 12U);
}

TEST_F(Protection, AnIndexPastALocalStructReachesNothing) {
  auto* const in = buffer<float>("in", 1024);
  auto* const out = buffer<float>("out", 1);
  int here = 0;
  for (const long distance : {5L, 40'000'000L, -40'000'000L, in - reinterpret_cast<float*>(&here) + 64}) {
    const auto reads = kernel<const float*, float*, long>("reads_past_a_struct");
    const auto read = only_fault(launch({1, 1, 1}, {1, 1, 1}, [&] { reads(in, out, distance); }));
    EXPECT_EQ(read.kind, FaultKind::out_of_bounds);
    EXPECT_EQ(read.where.line, line_of("// reads past")) << read.message;
    const auto writes = kernel<float*, long>("writes_past_a_struct");
    const auto wrote = only_fault(launch({1, 1, 1}, {1, 1, 1}, [&] { writes(out, distance); }));
    EXPECT_EQ(wrote.kind, FaultKind::out_of_bounds);
    EXPECT_EQ(wrote.where.line, line_of("// writes past")) << wrote.message;
  }
}

// A compiler may take it that a variable of one word has no second one: such a store is dropped, or refused.
TEST_F(Protection, AStorePastALocalVariableDoesNoHarm) {
  auto* const in = buffer<long>("in", 64);
  auto* const out = buffer<float>("out", 1);
  const auto overwrites = kernel<float*, long>("overwrites_the_callers");
  const auto copies = kernel<const long*, float*>("copies_over_the_callers");
  for (const auto& report : {launch({1, 1, 1}, {1, 1, 1}, [&] { overwrites(out, 100'000); }),
                             launch({1, 1, 1}, {1, 1, 1}, [&] { copies(in, out); })}) {
    for (const simt::Fault& fault : report.faults) EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
  }
  EXPECT_TRUE(launch({1, 1, 1}, {1, 1, 1}, [&] { overwrites(out, 1); }).faults.empty());
  EXPECT_EQ(out[0], 0.0F);
}

// nvcc loads the word; clang gives such a field two loads.
TEST_F(Protection, ThreeBytesAreCounted) {
  auto* const in = buffer<unsigned>("in", 32);
  auto* const out = buffer<float>("out", 32);
  const auto reads = kernel<const unsigned*, float*>("reads_three_bytes");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { reads(in, out); });
  EXPECT_TRUE(report.faults.empty());
  std::uint64_t bytes = 0;
  for (const simt::AccessCost& access : report.accesses) {
    if (access.where.line == line_of("// reads three"))
      bytes += access.op == simt::Op::load ? access.lanes * access.width : 0;
  }
  EXPECT_GE(bytes, 32U * 3);
}
