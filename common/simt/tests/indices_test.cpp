#include "module_test.h"

using simt::Op;
using simt::Space;

SIMT_MODULE_TEST(Indices, "indices");

TEST_P(Indices, EveryThreadOfAThreeDimensionalGridRunsOnce) {
  const simt::Dim3 grid{3, 2, 2};
  const simt::Dim3 block{5, 3, 2};
  const std::size_t threads = block.volume();
  int* const out = buffer<int>("out", grid.volume() * threads, false);
  const auto write = kernel<int*>("write_indices");
  const auto report = launch(grid, block, [&] { write(out); });
  EXPECT_TRUE(report.faults.empty());
  for (std::size_t i = 0; i < grid.volume() * threads; ++i) {
    EXPECT_EQ(out[i], static_cast<int>(i / threads * 1000 + i % threads));
  }
}

TEST_P(Indices, AreStructsToo) {
  auto* const out = buffer<unsigned>("out", 1);
  const auto whole = kernel<unsigned*>("whole_index");
  launch({1, 1, 1}, {64, 1, 1}, [&] { whole(out); });
  EXPECT_EQ(out[0], 64U + 32U);
}

TEST_P(Indices, InactiveLanesAreNotCounted) {
  constexpr int kElements = 100;  // of 2 blocks of 64: the last warp has 4 lanes, one warp has none
  auto* const in = buffer<float>("in", kElements);
  auto* const out = buffer<float>("out", kElements, false);
  const auto copy = kernel<const float*, float*, int>("guarded_copy");
  const auto report = launch({2, 1, 1}, {64, 1, 1}, [&] { copy(in, out, kElements); });
  const auto load = cost(report, "// copy", Space::global, Op::load);
  EXPECT_EQ(load.requests, 4U);
  EXPECT_EQ(load.lanes, 100U);
  EXPECT_EQ(load.sectors, 3U * 4 + 1);
  EXPECT_EQ(load.least_sectors, 3U * 4 + 1);
  EXPECT_EQ(load.example.array, "in");
}
