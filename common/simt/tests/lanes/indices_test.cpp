#include <sys/resource.h>

#include "module_test.h"

using simt::Op;
using simt::Space;

SIMT_MODULE_TEST(Indices, "indices");

TEST_F(Indices, EveryThreadOfAThreeDimensionalGridRunsOnce) {
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

TEST_F(Indices, BlocksBeforeTheFirstAreNotRun) {
  constexpr std::size_t kThreads = 4;
  constexpr std::size_t kFirst = 4;  // the last two of 3 x 2 blocks
  int* const out = buffer<int>("out", 6 * kThreads, false);
  const auto write = kernel<int*>("write_indices");
  const auto report = launch_on(machine_, {{3, 2, 1}, {kThreads, 1, 1}, 0, kFirst}, [&] { write(out); });
  EXPECT_TRUE(report.faults.empty());
  for (std::size_t i = 0; i < 6 * kThreads; ++i) {
    EXPECT_EQ(machine_.is_written(out + i, sizeof(int)), i >= kFirst * kThreads) << i;
    if (i >= kFirst * kThreads) {
      EXPECT_EQ(out[i], static_cast<int>(i / kThreads * 1000 + i % kThreads));
    }
  }
}

TEST_F(Indices, AreStructsToo) {
  auto* const out = buffer<unsigned>("out", 1);
  const auto whole = kernel<unsigned*>("whole_index");
  launch({1, 1, 1}, {64, 1, 1}, [&] { whole(out); });
  EXPECT_EQ(out[0], 64U + 32U);
}

TEST_F(Indices, InactiveLanesAreNotCounted) {
  constexpr int kElements = 100;  // in 2 blocks of 64, the last warp has 4 lanes
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

// Resident memory of this process, in bytes; the most it ever had.
std::size_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

TEST_F(Indices, MemoryDoesNotGrowWithTheNumberOfAccesses) {
  constexpr int kRounds = 400000;
  simt::Machine patient(simt::MachineOptions{1, 0, 120});
  auto* const in = static_cast<int*>(patient.allocate(1024 * sizeof(int), "in", sizeof(int)));
  auto* const out = static_cast<int*>(patient.allocate(64 * sizeof(int), "out", sizeof(int)));
  for (int i = 0; i < 1024; ++i) in[i] = 1;
  patient.mark_written(in, 1024 * sizeof(int));
  const auto loop = kernel<const int*, int*, int>("long_loop");
  const std::size_t before = peak_memory();
  const auto report = launch_on(patient, {{1, 1, 1}, {64, 1, 1}, 0}, [&] { loop(in, out, kRounds); });
  // Unbounded, 400,000 requests of 272 bytes would take 109 MB.
  EXPECT_LT(peak_memory() - before, std::size_t{64} << 20U);
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(out[1], kRounds);
  EXPECT_EQ(out[63], kRounds / 2);
  const auto load = cost(report, "// again and again", Space::global, Op::load);
  EXPECT_EQ(load.requests, 2U * kRounds);
  EXPECT_EQ(load.lanes, 2U * (15U * kRounds + 16U * (kRounds / 2)));
  EXPECT_EQ(load.sectors, 2U * (4U * (kRounds / 2) + 2U * (kRounds / 2)));
}
