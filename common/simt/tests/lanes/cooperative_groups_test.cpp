#include <cmath>
#include <numeric>

#include "module_test.h"

using simt::Op;
using simt::Space;

SIMT_MODULE_TEST(CooperativeGroups, "cooperative_groups");

TEST_F(CooperativeGroups, BlockAndGridKnowTheirRanks) {
  constexpr unsigned kThreads = 6 * 4 * 2 * 3;
  auto* const out = buffer<unsigned>("out", std::size_t{8} * kThreads, false);
  const auto run = kernel<unsigned*>("block_and_grid");
  EXPECT_TRUE(launch({3, 2, 1}, {4, 3, 2}, [&] { run(out); }).faults.empty());
  for (unsigned i = 0; i < kThreads; ++i) {
    const unsigned* const row = out + 8 * std::size_t{i};
    const unsigned block = i / 24;
    const unsigned t = i % 24;
    EXPECT_EQ(row[0], t);
    EXPECT_EQ(row[1], 48U);
    EXPECT_EQ(row[2], block % 3 + 10 * (block / 3));
    EXPECT_EQ(row[3], t % 4 + 10 * (t / 4 % 3) + 100 * (t / 12));
    EXPECT_EQ(row[4], 4U + 10 * 3);
    EXPECT_EQ(row[5], kThreads);
    EXPECT_EQ(row[6], t + 24);
    EXPECT_EQ(row[7], 0U);
  }
}

TEST_F(CooperativeGroups, TilesOfEverySize) {
  const auto run = kernel<unsigned*, int>("tiles");
  for (unsigned size = 1; size <= 32; size *= 2) {
    auto* const out = buffer<unsigned>("out", std::size_t{64} * 12, false);
    EXPECT_TRUE(launch({1, 1, 1}, {64, 1, 1}, [&] { run(out, static_cast<int>(size)); }).faults.empty());
    for (unsigned t = 0; t < 64; ++t) {
      const unsigned* const row = out + 12 * std::size_t{t};
      const unsigned rank = t % size;
      const unsigned first = t - rank;
      unsigned thirds = 0;
      unsigned fours = 0;
      for (unsigned r = 0; r < size; ++r) {
        thirds |= ((first + r) % 3 == 0 ? 1U : 0U) << r;
        fours |= ((first + r) / 4 == t / 4 ? 1U : 0U) << r;
      }
      const unsigned full = size == 32 ? 0xFFFFFFFFU : (1U << size) - 1;
      const bool same = first / 16 == (first + size - 1) / 16;
      EXPECT_EQ(row[0], rank + 100 * size);
      EXPECT_EQ(row[1], t / size + 100 * (64 / size));
      EXPECT_EQ(row[2], first + 1 % size);
      EXPECT_EQ(row[3], rank == 0 ? t : t - 1);
      EXPECT_EQ(row[4], rank + 1 == size ? t : t + 1);
      EXPECT_EQ(row[5], size == 1 ? t : t ^ (size / 2));
      EXPECT_EQ(row[6], thirds);
      EXPECT_EQ(row[7], (first <= 5 && 5 < first + size ? 1U : 0U) + (first + size <= 32 ? 2U : 0U));
      EXPECT_EQ(row[8], fours);
      EXPECT_EQ(row[9], same ? full + 1000 : 0U);
      EXPECT_EQ(row[10], size * first + size * (size - 1) / 2);
      EXPECT_EQ(row[11], rank * first + (rank == 0 ? 0 : rank * (rank - 1) / 2));
    }
    machine_.release(out);
  }
}

TEST_F(CooperativeGroups, TilesOfTiles) {
  auto* const out = buffer<unsigned>("out", 64, false);
  const auto run = kernel<unsigned*>("tile_of_a_tile");
  EXPECT_TRUE(launch({1, 1, 1}, {64, 1, 1}, [&] { run(out); }).faults.empty());
  for (unsigned t = 0; t < 64; ++t)
    EXPECT_EQ(out[t], t % 4 + 10 * (t % 32 / 4) + 8000 + 100000 * (t / 4 * 4 + 3));
}

TEST_F(CooperativeGroups, AFunctionTakesAnyGroup) {
  int* const out = buffer<int>("out", 9, false);
  const auto run = kernel<int*>("any_group");
  EXPECT_TRUE(launch({1, 1, 1}, {64, 1, 1}, [&] { run(out); }).faults.empty());
  EXPECT_EQ(out[0], 63 * 32);
  for (int tile = 0; tile < 8; ++tile) EXPECT_EQ(out[1 + tile], 8 * 8 * tile + 28);
}

TEST_F(CooperativeGroups, ATileThatCannotBeStopsTheLaunch) {
  int* const out = buffer<int>("out", 32, false);
  const auto run = kernel<int*, int>("bad_tile");
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out, 12); }));
  EXPECT_EQ(fault.kind, simt::FaultKind::crash);
  EXPECT_EQ(fault.where.line, line_of("// no such tile"));
  EXPECT_EQ(fault.message, "tiled_partition: a tile has 1, 2, 4, 8, 16 or 32 threads");
}

TEST_F(CooperativeGroups, CoalescedLanesRankAmongThemselves) {
  constexpr unsigned kLanes = 10;
  auto* const out = buffer<unsigned>("out", std::size_t{12} * kLanes, false);
  const auto run = kernel<unsigned*>("coalesced");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out); }).faults.empty());
  for (unsigned rank = 0; rank < kLanes; ++rank) {
    const unsigned* const row = out + 12 * std::size_t{rank};
    const unsigned t = 3 * (rank + 1);
    unsigned even = 0;
    unsigned ten = 0;
    for (unsigned r = 0; r < kLanes; ++r) {
      even |= (r % 2 == 1 ? 1U : 0U) << r;
      ten |= (3 * (r + 1) / 10 == t / 10 ? 1U : 0U) << r;
    }
    EXPECT_EQ(row[0], 1010U);
    EXPECT_EQ(row[1], 10U);
    EXPECT_EQ(row[2], 15U);
    EXPECT_EQ(row[3], rank < 2 ? t : t - 6);
    EXPECT_EQ(row[4], rank + 2 < kLanes ? t + 6 : t);
    EXPECT_EQ(row[5], even);
    EXPECT_EQ(row[6], 1U);
    EXPECT_EQ(row[7], ten);
    EXPECT_EQ(row[8], 30U);
    EXPECT_EQ(row[9], 3 * (rank + 1) * (rank + 2) / 2);
    EXPECT_EQ(row[10], rank % 4 + 10 * (rank < 8 ? 4U : 2U) + 100 * (rank / 4) + 3000);
    EXPECT_EQ(row[11], 3 * (rank / 4 * 4 + 1));
  }
}

TEST_F(CooperativeGroups, PartitionsByLabel) {
  int* const labels = buffer<int>("labels", 32);
  auto* const out = buffer<unsigned>("out", std::size_t{6} * 32, false);
  // Labels 5, 3 and 1, in the order of their first lanes.
  for (int t = 0; t < 32; ++t) labels[t] = t % 4 == 0 ? 5 : t % 4 == 2 ? 1 : 3;
  const auto run = kernel<const int*, unsigned*>("partitions");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(labels, out); }).faults.empty());
  for (unsigned t = 0; t < 32; ++t) {
    const unsigned* const row = out + 6 * std::size_t{t};
    const unsigned kind = t % 4 == 0 ? 0 : t % 4 == 2 ? 2 : 1;
    EXPECT_EQ(row[0], kind == 1 ? 16 + 100 * (t / 2) : 8 + 100 * (t / 4));
    EXPECT_EQ(row[1], kind + 300);
    EXPECT_EQ(row[2], kind == 1 ? 256U : kind == 0 ? 112U : 128U);
    EXPECT_EQ(row[3], t % 3 == 0 ? 11 + 100 + 2000U : 21 + 2000U);
    EXPECT_EQ(row[4], t % 3 == 0 ? 0U : 1U);
    EXPECT_EQ(row[5], 132U);
  }
}

TEST_F(CooperativeGroups, ShufflesMoveWholeValues) {
  auto* const vectors = buffer<float>("vectors", 128);
  auto* const out = buffer<float>("out", 32, false);
  for (int i = 0; i < 128; ++i) vectors[i] = static_cast<float>(i);
  const auto run = kernel<const float*, float*>("any_type");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(vectors, out); });
  EXPECT_TRUE(report.faults.empty());
  const auto load = cost(report, "// load vectors", Space::global, Op::load);
  EXPECT_EQ(load.width, 16U);
  EXPECT_EQ(load.requests, 1U);
  EXPECT_EQ(report.accesses.size(), 2U);
  for (int t = 0; t < 32; ++t) {
    const int third = t / 16 * 16 + 3;
    const int next = t % 16 == 15 ? t : t + 1;
    EXPECT_EQ(out[t], static_cast<float>(2 * third + 3 + next + 4 * (t ^ 1) + 3 + 1));
  }
}

TEST_F(CooperativeGroups, ReductionsAddInTheGpusOrder) {
  auto* const in = buffer<float>("in", 32);
  auto* const sums = buffer<float>("sums", 64, false);
  int* const ints = buffer<int>("ints", 192, false);
  auto* const products = buffer<double>("products", 32, false);
  for (int i = 0; i < 32; ++i) in[i] = 1.0F / static_cast<float>(i * 7 % 37 + 1);
  const auto run = kernel<const float*, float*, int*, double*>("reductions");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, sums, ints, products); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(cost(report, "// load once", Space::global, Op::load).requests, 1U);
  // Lane by lane, as exchanges of 16, 8, 4, 2 and 1 lanes do it.
  std::vector<float> butterfly(in, in + 32);
  for (unsigned away = 16; away > 0; away /= 2) {
    std::vector<float> next(32);
    for (unsigned lane = 0; lane < 32; ++lane) next[lane] = butterfly[lane] + butterfly[lane ^ away];
    butterfly = next;
  }
  std::vector<float> scan(in, in + 32);
  for (unsigned step = 1; step < 32; step *= 2) {
    std::vector<float> next = scan;
    for (unsigned lane = step; lane < 32; ++lane) next[lane] = scan[lane] + scan[lane - step];
    scan = next;
  }
  ASSERT_NE(butterfly[0], scan[31]);  // the order matters
  int largest = 0;
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(sums[t], butterfly[t]);
    EXPECT_EQ(sums[32 + t], scan[t]);
    EXPECT_EQ(products[t], 65536.0);
    const std::vector<int> row(ints + 6 * std::size_t{t}, ints + 6 * std::size_t{t} + 6);
    EXPECT_EQ(row, (std::vector<int>{0, 31, 64, 31, 0, largest})) << t;
    largest = std::max(largest, static_cast<int>(t * 7 % 32));
  }
}

TEST_F(CooperativeGroups, ABlockSumCountsItsMemoryAlone) {
  auto* const in = buffer<float>("in", 1000);
  auto* const out = buffer<float>("out", 2, false);
  for (int i = 0; i < 1000; ++i) in[i] = static_cast<float>(i);
  const auto run = kernel<const float*, float*, int>("block_sum");
  const auto report = launch({1, 1, 1}, {128, 1, 1}, [&] { run(in, out, 1000); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(out[0], 999.0F * 500);
  EXPECT_EQ(out[1], 42.0F);
  // Of the last warp, lanes of seven rounds begin with three by themselves: nvcc unrolls by four.
  EXPECT_EQ(cost(report, "// coalesced", Space::global, Op::load).requests, 35U);
  EXPECT_EQ(cost(report, "// coalesced", Space::global, Op::load).sectors, 125U);
  const auto store = cost(report, "// one a warp", Space::shared, Op::store);
  EXPECT_EQ(store.requests, 4U);
  EXPECT_EQ(store.lanes, 4U);
  EXPECT_EQ(cost(report, "// all four", Space::shared, Op::load).wavefronts, 1U);
}

TEST_F(CooperativeGroups, AGroupsSyncIsABarrier) {
  int* const out = buffer<int>("out", 32, false);
  const auto run = kernel<int*>("divergent_group_sync");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(out); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(only_remark(report).where.line, line_of("// half of the block"));
}
