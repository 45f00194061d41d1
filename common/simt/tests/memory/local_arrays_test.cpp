#include <algorithm>
#include <numeric>

#include "module_test.h"

using simt::FaultKind;
using simt::Op;
using simt::Space;

SIMT_MODULE_TEST(LocalArrays, "local_arrays");

TEST_F(LocalArrays, AnIndexPastTheEndIsFoundWithItsLine) {
  auto* const in = buffer<float>("in", 64);
  auto* const out = buffer<float>("out", 32, false);
  std::iota(in, in + 64, 0.0F);
  const auto run = kernel<const float*, float*, int>("from_a_window");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 4); }).faults.empty());
  for (int t = 0; t < 32; ++t) EXPECT_EQ(out[t], static_cast<float>(t + 4));
  for (const int k : {5, -1, 1'000'000'000}) {
    const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, k); }));
    EXPECT_EQ(fault.kind, FaultKind::out_of_bounds) << k;
    EXPECT_EQ(fault.where.line, line_of("// the window's")) << k;
    EXPECT_EQ(fault.message, "out-of-bounds read of local memory, `window[" + std::to_string(k) +
                                 "]`: `window` has 5 elements");
  }
}

TEST_F(LocalArrays, AreCountedAsLocalMemory) {
  auto* const in = buffer<float>("in", 64);
  auto* const out = buffer<float>("out", 32, false);
  const auto run = kernel<const float*, float*, int>("from_a_window");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 3); });
  const auto load = cost(report, "// the window's", Space::local, Op::load);
  EXPECT_EQ(load.requests, 1U);
  EXPECT_EQ(load.lanes, 32U);
  EXPECT_EQ(load.sectors, 4U);  // the words of all lanes are contiguous
}

// nvcc keeps it in registers (cholesky_warp of agreement/timing/textbook.cu).
TEST_F(LocalArrays, OneThatOnlyUnrolledLoopsInUnrolledLoopsUseIsNone) {
  auto* const in = buffer<float>("in", 1024);
  auto* const out = buffer<float>("out", 1024, false);
  const auto run = kernel<const float*, float*>("triangle");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); });
  const auto is_local = [](const simt::AccessCost& access) { return access.space == Space::local; };
  EXPECT_TRUE(std::none_of(report.accesses.begin(), report.accesses.end(), is_local));
}

TEST_F(LocalArrays, AWritePastTheEndDoesNotHappen) {
  int* const out = buffer<int>("out", 32, false);
  const auto run = kernel<int*, int>("write_past");
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out, 0); }));
  EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
  EXPECT_EQ(fault.where.line, line_of("// there are four"));
  EXPECT_EQ(fault.thread.x, 4U);
}

TEST_F(LocalArrays, AMatrixEndsWithItsLastRow) {
  auto* const out = buffer<float>("out", 32, false);
  const auto run = kernel<float*, int, int>("matrix");
  EXPECT_TRUE(launch({1, 1, 1}, {1, 1, 1}, [&] { run(out, 2, 3); }).faults.empty());
  EXPECT_EQ(out[0], 11.0F);
  const auto fault = only_fault(launch({1, 1, 1}, {1, 1, 1}, [&] { run(out, 3, 0); }));
  EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
  EXPECT_EQ(fault.where.line, line_of("// of the matrix"));
}

TEST_F(LocalArrays, ARowOfASharedTileMayBeUsedAsTheWhole) {
  auto* const in = buffer<float>("in", 128);
  auto* const out = buffer<float>("out", 128, false);
  std::iota(in, in + 128, 0.0F);
  const auto run = kernel<const float*, float*>("flat_tile");
  EXPECT_TRUE(launch({1, 1, 1}, {128, 1, 1}, [&] { run(in, out); }).faults.empty());
  for (int t = 0; t < 128; ++t) EXPECT_EQ(out[t], static_cast<float>(127 - t));
  const auto past = kernel<float*>("flat_tile_past_its_end");
  const auto fault = only_fault(launch({1, 1, 1}, {128, 1, 1}, [&] { past(out); }));
  EXPECT_EQ(fault.message, "out-of-bounds write of shared memory, word 128 of `tile`: `tile` has 128 words");
  EXPECT_EQ(fault.where.line, line_of("// one past the tile"));
}

TEST_F(LocalArrays, AnArrayThatABlockSeemsToShareIsRemarkedOn) {
  auto* const in = buffer<int>("in", 64);
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<const int*, int*>("forgets_to_share");
  const auto remark = only_remark(launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out); }));
  EXPECT_EQ(remark.where.line, line_of("// in its own row"));
  EXPECT_EQ(remark.message.find("each thread has its own `row`: the kernel calls __syncthreads()"), 0U)
      << remark.message;
}

TEST_F(LocalArrays, AThreadsOwnArrayBesideASharedOneIsNot) {
  auto* const in = buffer<int>("in", 64);
  auto* const which = buffer<int>("which", 64);
  auto* const out = buffer<int>("out", 64);
  const auto run = kernel<const int*, const int*, int*>("shares_and_keeps");
  EXPECT_TRUE(launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, which, out); }).remarks.empty());
}
