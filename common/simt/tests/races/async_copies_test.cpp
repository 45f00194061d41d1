// Asynchronous copies: right programs are right and silent, each mistake is found at its lines.
#include <algorithm>

#include "module_test.h"

using simt::FaultKind;
using simt::Op;
using simt::Space;

namespace {

class AsyncCopies : public simt_test::ModuleTest {
 protected:
  static constexpr int kTile = 64;
  static constexpr int kTiles = 5;

  AsyncCopies() : ModuleTest("async_copies") {}

  // Each tile of `elements` turned round.
  template <class... Last>
  void expect_reversed(const std::string& name, int elements, unsigned threads, Last... last) {
    const std::size_t count = static_cast<std::size_t>(elements) * kTiles;
    auto* const in = buffer<float>("in", count);
    auto* const out = buffer<float>("out", count, false);
    for (std::size_t i = 0; i < count; ++i) in[i] = static_cast<float>(i);
    const auto run = kernel<const float*, float*, Last...>(name);
    const auto report = launch({1, 1, 1}, {threads, 1, 1}, [&] { run(in, out, last...); });
    ASSERT_TRUE(report.faults.empty()) << name << ": " << report.faults.front().message;
    const int tiles = sizeof...(last) == 0 ? 1 : kTiles;
    for (int i = 0; i < elements * tiles; ++i) {
      const int tile = i / elements;
      EXPECT_EQ(out[i], in[tile * elements + elements - 1 - i % elements]) << name << " " << i;
    }
  }

  simt::LaunchReport run_once(const std::string& name, std::size_t elements = kTile) {
    auto* const in = buffer<float>("in", elements);
    auto* const out = buffer<float>("out", elements);
    const auto run = kernel<const float*, float*>(name);
    return launch({1, 1, 1}, {kTile, 1, 1}, [&] { run(in, out); });
  }

  void expect_fault(const simt::LaunchReport& report, const std::string& line, const std::string& said,
                    const std::string& advised) {
    for (const simt::Fault& fault : report.faults) {
      if (fault.where.line != line_of(line)) continue;
      EXPECT_NE(fault.message.find(said), std::string::npos) << fault.message;
      EXPECT_NE(fault.advice.find(advised), std::string::npos) << fault.advice;
      return;
    }
    FAIL() << "no fault in the line of " << line;
  }
};

TEST_F(AsyncCopies, EachInterfaceBringsTheTiles) {
  expect_reversed<>("one_tile", kTile, kTile);
  expect_reversed<>("preview_pipeline", kTile, kTile);
  expect_reversed<>("ptx_barrier", kTile, kTile);
  for (const char* const name : {"group_copy", "own_pipeline", "block_pipeline", "ptx_copies"})
    expect_reversed<int>(name, kTile, kTile, kTiles);
  expect_reversed<int>("roles", 32, 64, kTiles);
}

TEST_F(AsyncCopies, ABarrierWaitsForTheCopiesThatAreBoundToIt) {
  auto* const in = buffer<float>("in", kTile);
  auto* const out = buffer<float>("out", kTile, false);
  for (int i = 0; i < kTile; ++i) in[i] = static_cast<float>(i);
  const auto run = kernel<const float*, float*, int>("by_barrier");
  const auto right = launch({1, 1, 1}, {kTile, 1, 1}, [&] { run(in, out, 1); });
  ASSERT_TRUE(right.faults.empty()) << right.faults.front().message;
  for (int i = 0; i < kTile; ++i) EXPECT_EQ(out[i], in[kTile - 1 - i]);
  const auto wrong = launch({1, 1, 1}, {kTile, 1, 1}, [&] { run(in, out, 0); });
  expect_fault(wrong, "// behind the barrier",
               "has not been waited for: the phase of its barrier is not over", "wait at the barrier");
}

TEST_F(AsyncCopies, DoubleBuffersAreRightAndAWaitForOneGroupTooFewIsFound) {
  auto* const in = buffer<float>("in", 4 * kTile * kTiles);
  auto* const out = buffer<float>("out", 4 * kTile * kTiles, false);
  for (int i = 0; i < 4 * kTile * kTiles; ++i) in[i] = static_cast<float>(i);
  const auto right = kernel<const float*, float*, int>("double_buffered");
  const auto report = launch({1, 1, 1}, {kTile, 1, 1}, [&] { right(in, out, kTiles); });
  ASSERT_TRUE(report.faults.empty()) << report.faults.front().message;
  for (int i = 0; i < kTile; ++i) EXPECT_EQ(out[4 * i], in[4 * (kTile - 1 - i)]);
  const auto wrong = kernel<const float*, float*, int>("off_by_one");
  const auto faults = launch({1, 1, 1}, {kTile, 1, 1}, [&] { wrong(in, out, kTiles); });
  expect_fault(faults, "// read the stage", "lets the latest 2 groups be", "__pipeline_wait_prior(1)");
  expect_fault(faults, "// next stage", "`stage` is copied to", "");
}

TEST_F(AsyncCopies, WhatIsReadBeforeTheWaitIsNamedWithTheCopy) {
  const auto report = run_once("not_waited_for");
  expect_fault(report, "// read early", "while the asynchronous copy of line", "__pipeline_wait_prior(0)");
  EXPECT_EQ(report.faults.front().other.line, line_of("// copied early"));
  EXPECT_NE(report.faults.front().message.find("`early` is read in line"), std::string::npos);
}

TEST_F(AsyncCopies, ACopyOfNoGroupIsNotWaitedFor) {
  expect_fault(run_once("not_committed"), "// read uncommitted", "has not been committed",
               "__pipeline_commit()");
}

TEST_F(AsyncCopies, AWaitIsForTheThreadsOwnCopies) {
  const auto report = run_once("no_barrier");
  expect_fault(report, "// read from others", "race in shared memory: `alone`", "");
  EXPECT_EQ(report.faults.front().other.line, line_of("// copied for all"));
}

TEST_F(AsyncCopies, ATileThatOthersStillReadIsNotToBeCopiedTo) {
  auto* const in = buffer<float>("in", kTile * kTiles);
  auto* const out = buffer<float>("out", kTile * kTiles);
  const auto run = kernel<const float*, float*, int>("overtaken");
  const auto report = launch({1, 1, 1}, {kTile, 1, 1}, [&] { run(in, out, kTiles); });
  ASSERT_FALSE(report.faults.empty());
  EXPECT_EQ(report.faults.front().kind, FaultKind::race);
  EXPECT_NE(report.faults.front().message.find("`ring`"), std::string::npos) << report.faults.front().message;
}

TEST_F(AsyncCopies, AConsumerThatDoesNotWaitIsFound) {
  auto* const in = buffer<float>("in", 32 * kTiles);
  auto* const out = buffer<float>("out", 32 * kTiles);
  const auto run = kernel<const float*, float*, int>("hasty_consumer");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out, kTiles); });
  expect_fault(report, "// by the consumer", "", "");
}

TEST_F(AsyncCopies, ZerosFillWhatTheSourceDoesNotHave) {
  const int n = 4 * 40 + 3;
  auto* const in = buffer<float>("in", n);
  auto* const out = buffer<float>("out", 4 * kTile, false);
  for (int i = 0; i < n; ++i) in[i] = static_cast<float>(i + 1);
  const auto run = kernel<const float*, float*, int>("zeros_behind");
  const auto report = launch({1, 1, 1}, {kTile, 1, 1}, [&] { run(in, out, n); });
  ASSERT_TRUE(report.faults.empty()) << report.faults.front().message;
  for (int i = 0; i < 4 * kTile; ++i) EXPECT_EQ(out[i], i < n ? in[i] : 0.0F) << i;
}

TEST_F(AsyncCopies, PtxFillsWithZerosToo) {
  auto* const in = buffer<float>("in", 40);
  auto* const out = buffer<float>("out", kTile, false);
  for (int i = 0; i < 40; ++i) in[i] = static_cast<float>(i + 1);
  const auto run = kernel<const float*, float*, int>("ptx_zeros");
  const auto report = launch({1, 1, 1}, {kTile, 1, 1}, [&] { run(in, out, 40); });
  ASSERT_TRUE(report.faults.empty()) << report.faults.front().message;
  for (int i = 0; i < kTile; ++i) EXPECT_EQ(out[i], i < 40 ? in[i] : 0.0F) << i;
}

TEST_F(AsyncCopies, BothSidesAreHeldToTheirArrays) {
  const auto source = run_once("past_the_source");
  expect_fault(source, "// past the source", "`in[64]`", "");
  EXPECT_EQ(source.faults.front().kind, FaultKind::out_of_bounds);
  const auto target = run_once("past_the_target");
  expect_fault(target, "// past the target", "`narrow`", "");
  EXPECT_EQ(target.faults.front().kind, FaultKind::out_of_bounds);
  const auto crooked = run_once("misaligned_copy", 4 * kTile);
  expect_fault(crooked, "// crooked", "misaligned write", "");
  expect_fault(run_once("exchanged"), "// the wrong way round",
               "asynchronous copy from shared memory, `here`", "exchanged?");
}

TEST_F(AsyncCopies, TheCopyIsALoadAndAStoreOfItsOwnKind) {
  const auto report = run_once("one_tile");
  const auto load = cost(report, "// one copy", Space::global, Op::load);
  EXPECT_TRUE(load.asynchronous);
  EXPECT_EQ(load.array, "in");
  EXPECT_EQ(load.width, 4U);
  EXPECT_EQ(load.requests, 2U);
  EXPECT_EQ(load.sectors, 8U);
  const auto store = cost(report, "// one copy", Space::shared, Op::store);
  EXPECT_TRUE(store.asynchronous);
  EXPECT_TRUE(store.example.passes.of_words.empty()) << "the rules of plain stores serve no copy";
  EXPECT_EQ(store.array, "tile");
  EXPECT_EQ(store.wavefronts, 2U);
  EXPECT_EQ(store.bank_conflicts, 0U);
}

TEST_F(AsyncCopies, ACopyCountsAtEachArrayThatItReadsAndForItsWarp) {
  const float* const in = buffer<float>("in", 64);
  const float* const other = buffer<float>("other", 64);
  float* const out = buffer<float>("out", 64, false);
  const auto run = kernel<const float*, const float*, float*>("from_two_arrays");
  const auto report = launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, other, out); });
  EXPECT_TRUE(report.faults.empty());
  std::uint64_t split = 0;
  for (const char* const name : {"in", "other"}) {
    const auto source = std::find_if(
        report.accesses.begin(), report.accesses.end(),
        [&](const simt::AccessCost& access) { return access.asynchronous && access.array == name; });
    ASSERT_NE(source, report.accesses.end()) << name;
    EXPECT_EQ(source->requests, 2U);
    EXPECT_EQ(source->sectors, 4U) << "16 floats are 2 sectors";
    EXPECT_EQ(source->where.line, line_of("// from either array"));
    split += source->split_requests;
  }
  EXPECT_EQ(split, 2U);
  // Two requests of copies by the first warp, and a store by each.
  EXPECT_EQ(report.warp_shares.requests, 4U);
  EXPECT_EQ(report.warp_shares.busiest, 3U);
}

// CUDA's own copies are as wide: 4 bytes a thread if only a float's alignment is known.
TEST_F(AsyncCopies, AGroupCopiesAsWideAsTheKnownAlignment) {
  auto* const in = buffer<float>("in", kTile);
  auto* const out = buffer<float>("out", kTile);
  const auto by_type = kernel<const float*, float*, int>("group_copy");
  const auto narrow = launch({1, 1, 1}, {kTile, 1, 1}, [&] { by_type(in, out, 1); });
  EXPECT_EQ(cost(narrow, "// by the group", Space::global, Op::load).width, 4U);
  const auto by_size = kernel<const float*, float*, int>("by_barrier");
  const auto report = launch({1, 1, 1}, {kTile, 1, 1}, [&] { by_size(in, out, 1); });
  const auto load = cost(report, "// to the barrier", Space::global, Op::load);
  EXPECT_EQ(load.width, 16U);
  EXPECT_EQ(load.lanes, 16U);
  EXPECT_EQ(load.sectors, 8U);
}

}  // namespace
