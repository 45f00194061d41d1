// Inline PTX as part of a kernel: operands, guards, labels, and accesses that are checked and counted as any
// other. What each instruction computes: ptx_instructions_test.cpp.
#include "module_test.h"

SIMT_MODULE_TEST(Ptx, "ptx");

TEST_F(Ptx, SpecialRegistersAreRead) {
  auto* const out = buffer<unsigned>("out", 64, false);
  const auto lanes = kernel<unsigned*>("lanes");
  EXPECT_TRUE(launch({1, 1, 1}, {64, 1, 1}, [&] { lanes(out); }).faults.empty());
  for (unsigned t = 0; t < 64; ++t) EXPECT_EQ(out[t], t % 32);
}

TEST_F(Ptx, AVectorIsOneAccessOfItsWidth) {
  auto* const in = buffer<float>("in", 128);
  auto* const out = buffer<float>("out", 128, false);
  for (unsigned i = 0; i < 128; ++i) in[i] = static_cast<float>(i);
  const auto copy = kernel<const float*, float*>("copy_vectors");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { copy(in, out); });
  EXPECT_TRUE(report.faults.empty());
  for (unsigned i = 0; i < 128; ++i) EXPECT_EQ(out[i], static_cast<float>(i));
  const auto load = cost(report, "ld.global.nc", simt::Space::global, simt::Op::load);
  EXPECT_EQ(load.width, 16U);
  EXPECT_EQ(load.requests, 1U);
  EXPECT_EQ(load.sectors, 16U);
  EXPECT_EQ(load.array, "in");
  const auto store = cost(report, "st.global.v4", simt::Space::global, simt::Op::store);
  EXPECT_EQ(store.width, 16U);
  EXPECT_EQ(store.requests, 1U);
}

TEST_F(Ptx, AGuardedLoadIsMadeByTheLanesWhosePredicateIsTrue) {
  auto* const out = buffer<unsigned>("out", 64, false);
  const auto loads = kernel<unsigned*>("guarded_loads");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { loads(out); });
  EXPECT_TRUE(report.faults.empty());
  for (unsigned t = 0; t < 64; ++t) EXPECT_EQ(out[t], t < 8 ? 3 * (t + 1) + 1 : 8) << t;
  const auto load = cost(report, "@p ld.shared", simt::Space::shared, simt::Op::load);
  EXPECT_EQ(load.requests, 1U);
  EXPECT_EQ(load.lanes, 8U);
}

TEST_F(Ptx, LabelsMakeLoops) {
  auto* const out = buffer<unsigned>("out", 64, false);
  const auto loop = kernel<unsigned*>("loop");
  EXPECT_TRUE(launch({1, 1, 1}, {64, 1, 1}, [&] { loop(out); }).faults.empty());
  for (unsigned t = 0; t < 64; ++t) EXPECT_EQ(out[t], t * (t + 1) / 2);
}

TEST_F(Ptx, AnOffsetPastSharedMemoryStopsTheLaunch) {
  auto* const out = buffer<unsigned>("out", 32, false);
  const auto past = kernel<unsigned*>("past_shared_memory");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { past(out); });
  const simt::Fault fault = only_fault(report);
  EXPECT_EQ(fault.kind, simt::FaultKind::out_of_bounds);
  EXPECT_EQ(fault.where.line, line_of("1024 * 1024"));
}
