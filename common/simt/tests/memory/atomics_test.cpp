#include <numeric>

#include "module_test.h"

using simt::FaultKind;
using simt::Op;
using simt::Space;

SIMT_MODULE_TEST(Atomics, "atomics");

namespace {

constexpr int kInputs = 1000;

template <class T>
void expect_all_operations(const T* at, const T* olds) {
  for (T t = 0; t < 32; ++t) {
    const T swapped = t == 0 ? 7 : 40 + t;
    const T least = std::min<T>(swapped, 50);
    const T most = std::max<T>(least, 48);
    const std::vector<T> expected{t, t + 3, 40 + t, swapped, least, most, most & 62, (most & 62) | 128};
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_EQ(olds[i * 32 + static_cast<std::size_t>(t)], expected[i]) << i << ", thread " << t;
    EXPECT_EQ(at[static_cast<std::size_t>(t)], ((most & 62) | 128) ^ 1);
  }
}

}  // namespace

TEST_F(Atomics, AHistogramInGlobalMemoryCountsEverySectorOfEveryCollision) {
  int* const in = buffer<int>("in", kInputs);
  auto* const bins = buffer<unsigned>("bins", 64);
  for (int i = 0; i < kInputs; ++i) in[i] = i % 64;
  std::fill(bins, bins + 64, 0U);
  const auto run = kernel<const int*, unsigned*, int>("histogram_global");
  const auto report = launch({4, 1, 1}, {256, 1, 1}, [&] { run(in, bins, kInputs); });
  EXPECT_TRUE(report.faults.empty());
  for (unsigned b = 0; b < 64; ++b) EXPECT_EQ(bins[b], b < 40 ? 16U : 15U);
  const auto atomic = cost(report, "// one bin a value", Space::global, Op::atomic);
  EXPECT_EQ(atomic.requests, 32U);
  EXPECT_EQ(atomic.lanes, 1000U);
  EXPECT_EQ(atomic.sectors, 125U);  // 32 consecutive bins a warp: 4 sectors, the last has 8 lanes
}

TEST_F(Atomics, APrivateHistogramCountsLanesOfOneBinTogether) {
  int* const in = buffer<int>("in", kInputs);
  auto* const bins = buffer<unsigned>("bins", 64);
  for (int i = 0; i < kInputs; ++i) in[i] = i % 4;
  std::fill(bins, bins + 64, 0U);
  const auto run = kernel<const int*, unsigned*, int>("histogram_shared");
  const auto report = launch({4, 1, 1}, {256, 1, 1}, [&] { run(in, bins, kInputs); });
  EXPECT_TRUE(report.faults.empty());
  for (unsigned b = 0; b < 64; ++b) EXPECT_EQ(bins[b], b < 4 ? 250U : 0U);
  const auto shared = cost(report, "// privatised", Space::shared, Op::atomic);
  EXPECT_EQ(shared.requests, 32U);
  EXPECT_EQ(shared.lanes, 1000U);
  EXPECT_EQ(shared.wavefronts, 32U);  // counting: lanes of one bin share a pass
  EXPECT_EQ(cost(report, "// merged", Space::global, Op::atomic).requests, 8U);
}

TEST_F(Atomics, EveryOperationOfEveryIntegerType) {
  auto* const ints = buffer<int>("ints", 32);
  auto* const int_olds = buffer<int>("int_olds", 256, false);
  std::iota(ints, ints + 32, 0);
  const auto on_ints = kernel<int*, int*>("all_int");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { on_ints(ints, int_olds); }).faults.empty());
  expect_all_operations(ints, int_olds);

  auto* const words = buffer<unsigned>("words", 32);
  auto* const word_olds = buffer<unsigned>("word_olds", 256, false);
  std::iota(words, words + 32, 0U);
  const auto on_words = kernel<unsigned*, unsigned*>("all_unsigned");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { on_words(words, word_olds); }).faults.empty());
  expect_all_operations(words, word_olds);

  auto* const longs = buffer<unsigned long long>("longs", 32);
  auto* const long_olds = buffer<unsigned long long>("long_olds", 256, false);
  std::iota(longs, longs + 32, 0ULL);
  const auto on_longs = kernel<unsigned long long*, unsigned long long*>("all_unsigned64");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { on_longs(longs, long_olds); }).faults.empty());
  expect_all_operations(longs, long_olds);
}

TEST_F(Atomics, SignedExtremesOf64Bits) {
  auto* const at = buffer<long long>("at", 2);
  at[0] = 0;
  at[1] = -100;
  const auto run = kernel<long long*>("signed64");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(at); }).faults.empty());
  EXPECT_EQ(at[0], -5);
  EXPECT_EQ(at[1], -19);
}

TEST_F(Atomics, FloatsAndDoublesAddUpOverAllBlocks) {
  auto* const sums = buffer<float>("sums", 2);
  auto* const doubles = buffer<double>("doubles", 1);
  sums[0] = 1;
  doubles[0] = 1;
  const auto run = kernel<float*, double*>("floating");
  const auto report = launch({8, 1, 1}, {64, 1, 1}, [&] { run(sums, doubles); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(sums[0], 1 + 8 * 32.0F);
  EXPECT_EQ(sums[1], 2.5F);
  EXPECT_EQ(doubles[0], 1 + 8 * 16.0);
}

TEST_F(Atomics, IncrementAndDecrementGoRound) {
  auto* const counters = buffer<unsigned>("counters", 3);
  auto* const tickets = buffer<unsigned>("tickets", 32, false);
  counters[0] = 0;
  counters[1] = 0;
  counters[2] = 100;
  const auto run = kernel<unsigned*, unsigned*>("around");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { run(counters, tickets); }).faults.empty());
  EXPECT_EQ(counters[0], 32U % 5);
  EXPECT_EQ(counters[1], (5 - 32U % 5) % 5);
  EXPECT_EQ(counters[2], 100U - 64);
  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(tickets[t], t % 5);
}

TEST_F(Atomics, LanesOfOneAddressGoOneAfterAnother) {
  auto* const counter = buffer<unsigned>("counter", 64);
  const auto run = kernel<unsigned*, int>("contended");
  const auto same = launch({1, 1, 1}, {32, 1, 1}, [&] { run(counter, 1); });
  EXPECT_EQ(cost(same, "// native", Space::shared, Op::atomic).wavefronts, 32U);
  EXPECT_EQ(cost(same, "// native", Space::shared, Op::atomic).bank_conflicts, 31U);
  EXPECT_EQ(cost(same, "// counted", Space::shared, Op::atomic).wavefronts, 1U);
  EXPECT_EQ(cost(same, "// numbered", Space::shared, Op::atomic).wavefronts, 32U);
  EXPECT_EQ(cost(same, "// compare and swap", Space::shared, Op::atomic).wavefronts, 64U);
  EXPECT_EQ(cost(same, "// compare and swap", Space::shared, Op::atomic).bank_conflicts, 31U);
  EXPECT_EQ(cost(same, "// global", Space::global, Op::atomic).sectors, 32U);
}

TEST_F(Atomics, LanesThatCountInEightBytesTakeTurns) {
  auto* const counter = buffer<unsigned long long>("counter", 1);
  const auto run = kernel<unsigned long long*>("contended_wide");
  const auto wide = launch({1, 1, 1}, {32, 1, 1}, [&] { run(counter); });
  EXPECT_EQ(cost(wide, "// eight bytes wide", Space::shared, Op::atomic).bank_conflicts, 30U);
  EXPECT_EQ(*counter, 32U);
}

TEST_F(Atomics, AFenceAndATicketOrderBlocks) {
  auto* const in = buffer<float>("in", 16);
  auto* const partial = buffer<float>("partial", 16, false);
  auto* const arrived = buffer<unsigned>("arrived", 1);
  auto* const out = buffer<float>("out", 1, false);
  std::iota(in, in + 16, 0.0F);
  arrived[0] = 0;
  const auto run = kernel<const float*, float*, unsigned*, float*>("last_block_sums");
  EXPECT_TRUE(launch({16, 1, 1}, {32, 1, 1}, [&] { run(in, partial, arrived, out); }).faults.empty());
  EXPECT_EQ(out[0], 120.0F);

  arrived[0] = 0;
  const auto unfenced = kernel<const float*, float*, unsigned*, float*>("without_the_fence");
  const auto fault = only_fault(launch({16, 1, 1}, {32, 1, 1}, [&] { unfenced(in, partial, arrived, out); }));
  EXPECT_EQ(fault.kind, FaultKind::race);
  EXPECT_EQ(fault.where.line, line_of("// others' partial sums"));
  EXPECT_EQ(fault.other.line, line_of("// not fenced"));
}

TEST_F(Atomics, APlainReadBesideThemIsARace) {
  auto* const counter = buffer<unsigned>("counter", 1);
  const auto run = kernel<unsigned*>("mixed");
  const auto fault = only_fault(launch({1, 1, 1}, {64, 1, 1}, [&] { run(counter); }));
  EXPECT_EQ(fault.kind, FaultKind::race);
  EXPECT_EQ(fault.where.line, line_of("// plain read"));
  EXPECT_EQ(fault.other.line, line_of("// atomic"));
  EXPECT_NE(fault.message.find("changed atomically in line"), std::string::npos) << fault.message;
}

TEST_F(Atomics, MayNotTouchWhatNobodyWroteOrOwns) {
  auto* const never = buffer<unsigned>("never", 1, false);
  const auto on_nothing = kernel<unsigned*>("of_nothing");
  auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { on_nothing(never); }));
  EXPECT_EQ(fault.kind, FaultKind::uninitialized_read);
  EXPECT_EQ(fault.count, 1U);
  auto* const counter = buffer<unsigned>("counter", 64);
  const auto beyond = kernel<unsigned*>("beyond");
  fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { beyond(counter); }));
  EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
  EXPECT_EQ(fault.message, "out-of-bounds atomic operation on `counter[64]`: `counter` has 64 elements");
}

TEST_F(Atomics, TheFunctionsThatTakeAnOrderDoTheSame) {
  auto* const ints = buffer<int>("ints", 32);
  auto* const int_olds = buffer<int>("int_olds", 256, false);
  std::iota(ints, ints + 32, 0);
  const auto on_ints = kernel<int*, int*>("ordered_int");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { on_ints(ints, int_olds); }).faults.empty());
  expect_all_operations(ints, int_olds);

  auto* const longs = buffer<unsigned long long>("longs", 32);
  auto* const long_olds = buffer<unsigned long long>("long_olds", 256, false);
  std::iota(longs, longs + 32, 0ULL);
  const auto on_longs = kernel<unsigned long long*, unsigned long long*>("ordered_unsigned64");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { on_longs(longs, long_olds); }).faults.empty());
  expect_all_operations(longs, long_olds);

  auto* const sum = buffer<float>("sum", 1);
  auto* const difference = buffer<double>("difference", 1);
  auto* const stored = buffer<unsigned long>("stored", 1, false);
  sum[0] = 1;
  difference[0] = 100;
  const auto on_numbers = kernel<float*, double*, unsigned long*>("ordered_numbers");
  EXPECT_TRUE(launch({2, 1, 1}, {32, 1, 1}, [&] { on_numbers(sum, difference, stored); }).faults.empty());
  EXPECT_EQ(sum[0], 33);
  EXPECT_EQ(difference[0], 84);
  EXPECT_EQ(stored[0], 9U);
}

TEST_F(Atomics, OnlyAnOrderThatReleasesAndAcquiresHandsOver) {
  auto* const value = buffer<int>("value", 1);
  auto* const flag = buffer<unsigned>("flag", 1);
  auto* const out = buffer<int>("out", 1, false);
  const auto hand_over = [&](const char* name) {
    value[0] = 0;
    flag[0] = 0;
    const auto run = kernel<int*, unsigned*, int*>(name);
    return launch({2, 1, 1}, {32, 1, 1}, [&] { run(value, flag, out); });
  };
  EXPECT_TRUE(hand_over("released").faults.empty());
  EXPECT_EQ(out[0], 5);
  const auto report = hand_over("not_released");
  ASSERT_FALSE(report.faults.empty());
  EXPECT_EQ(report.faults[0].kind, FaultKind::race);
}
