#include <numeric>

#include "module_test.h"

using simt::FaultKind;

SIMT_MODULE_TEST(LocalArrays, "local_arrays");

namespace {

// Only g++ can be asked to without making other accesses: see simtcc.
bool checks_indices(const simt::Module& module) { return module.compiler().rfind("g++", 0) == 0; }

}  // namespace

TEST_P(LocalArrays, AnIndexPastTheEndIsFoundWithItsLine) {
  if (!checks_indices(module_)) GTEST_SKIP();
  auto* const in = buffer<float>("in", 64);
  auto* const out = buffer<float>("out", 32, false);
  std::iota(in, in + 64, 0.0F);
  const auto run = kernel<const float*, float*, int>("from_a_window");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 4); }).faults.empty());
  for (int t = 0; t < 32; ++t) EXPECT_EQ(out[t], static_cast<float>(t + 4));
  auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 5); }));
  EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
  EXPECT_EQ(fault.message,
            "out-of-bounds index 5 of the local array `window`: this dimension has 5 elements");
  EXPECT_EQ(fault.where.line, line_of("// the window's"));
  fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, -1); }));
  EXPECT_EQ(fault.message,
            "out-of-bounds index -1 of the local array `window`: this dimension has 5 elements");
}

TEST_P(LocalArrays, AWritePastTheEndDoesNotHappen) {
  if (!checks_indices(module_)) GTEST_SKIP();
  int* const out = buffer<int>("out", 32, false);
  const auto run = kernel<int*, int>("write_past");
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out, 0); }));
  EXPECT_EQ(fault.message,
            "out-of-bounds index 4 of the local array `counts`: this dimension has 4 elements");
  EXPECT_EQ(fault.where.line, line_of("// there are four"));
  EXPECT_EQ(fault.thread.x, 4U);
}

TEST_P(LocalArrays, EachDimensionCounts) {
  if (!checks_indices(module_)) GTEST_SKIP();
  auto* const out = buffer<float>("out", 32, false);
  const auto run = kernel<float*, int, int>("matrix");
  EXPECT_TRUE(launch({1, 1, 1}, {1, 1, 1}, [&] { run(out, 2, 3); }).faults.empty());
  EXPECT_EQ(out[0], 11.0F);
  auto fault = only_fault(launch({1, 1, 1}, {1, 1, 1}, [&] { run(out, 3, 0); }));
  EXPECT_EQ(fault.message, "out-of-bounds index 3 of the local array `m`: this dimension has 3 elements");
  fault = only_fault(launch({1, 1, 1}, {1, 1, 1}, [&] { run(out, 0, 4); }));
  EXPECT_EQ(fault.message, "out-of-bounds index 4 of the local array `m`: this dimension has 4 elements");
  EXPECT_EQ(fault.where.line, line_of("// of the matrix"));
}

TEST_P(LocalArrays, ARowOfASharedTileMayBeUsedAsTheWhole) {
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
