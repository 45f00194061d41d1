// The counting rules, against the hardware's own counters and against a second, plainer way to count.
#include "simt/request.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "pattern_file.h"
#include "requests/expect_passes.h"

#ifndef MEASURED_PATTERNS
#error "compile with MEASURED_PATTERNS: path of h200_warp_patterns.csv"
#endif

namespace {

using simt::Op;
using simt::Request;
using simt::RequestCost;
using simt::Space;

Request strided(Space space, Op op, int width, std::uint64_t stride_bytes, std::uint64_t start = 0) {
  Request request{space, op, static_cast<std::uint8_t>(width), ~0U, {}};
  for (std::size_t lane = 0; lane < simt::kWarpSize; ++lane)
    request.addresses[lane] = start + lane * stride_bytes;
  return request;
}

TEST(Request, EqualsTheHardwareOnEveryMeasuredPattern) {
  const auto patterns = fidelity::read_patterns(MEASURED_PATTERNS);
  ASSERT_EQ(patterns.size(), 960U);
  for (const auto& pattern : patterns) {
    Request request{pattern.space, pattern.op, static_cast<std::uint8_t>(pattern.width), 0, {}};
    for (std::size_t lane = 0; lane < simt::kWarpSize; ++lane) {
      if (pattern.offsets[lane] < 0) continue;
      request.active |= 1U << lane;
      request.addresses[lane] = static_cast<std::uint64_t>(pattern.offsets[lane]);
    }
    const RequestCost cost = simt::cost_of(request);
    if (pattern.space == Space::global) {
      EXPECT_EQ(cost.sectors, pattern.measured.sectors) << "pattern " << pattern.id;
    } else {
      EXPECT_EQ(cost.wavefronts, pattern.measured.wavefronts) << "pattern " << pattern.id;
      EXPECT_EQ(cost.bank_conflicts, pattern.measured.bank_conflicts) << "pattern " << pattern.id;
      SCOPED_TRACE("pattern " + pattern.id);
      simt_test::expect_passes(request, pattern.measured.wavefronts.value(),
                               pattern.measured.bank_conflicts.value());
    }
  }
}

// Sectors and 4-byte conflicts by sets and maps, without any shortcut.
std::uint32_t plain_sectors(const Request& request) {
  std::set<std::uint64_t> sectors;
  for (std::size_t lane = 0; lane < simt::kWarpSize; ++lane) {
    if ((request.active >> lane & 1U) != 0) sectors.insert(request.addresses[lane] / simt::kSectorBytes);
  }
  return static_cast<std::uint32_t>(sectors.size());
}

std::uint32_t plain_wavefronts(const Request& request) {
  std::map<std::uint64_t, std::set<std::uint64_t>> words;
  std::size_t deepest = 0;
  for (std::size_t lane = 0; lane < simt::kWarpSize; ++lane) {
    if ((request.active >> lane & 1U) == 0) continue;
    const std::uint64_t word = request.addresses[lane] / simt::kBankBytes;
    auto& bank = words[word % simt::kBanks];
    bank.insert(word);
    deepest = std::max(deepest, bank.size());
  }
  return static_cast<std::uint32_t>(deepest);
}

TEST(Request, EveryStrideAndStartCountsAsWithoutShortcuts) {
  for (std::uint64_t stride = 0; stride <= 300; ++stride) {
    for (std::uint64_t start = 0; start < 12; ++start) {
      const auto global = strided(Space::global, Op::load, 4, stride * 4, start * 4);
      EXPECT_EQ(simt::cost_of(global).sectors, plain_sectors(global)) << stride << " from " << start;
      const auto shared = strided(Space::shared, Op::store, 4, stride * 4, start * 4);
      EXPECT_EQ(simt::cost_of(shared).wavefronts, plain_wavefronts(shared)) << stride << " from " << start;
    }
  }
}

TEST(Request, FallingAndRandomAddressesCountAsWithoutShortcuts) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    Request request{Space::global, Op::load, 4, static_cast<std::uint32_t>(random()), {}};
    if (round % 3 == 0) request.active = ~0U;
    const std::uint64_t span = 1ULL << (4 + round % 14);
    for (auto& address : request.addresses) address = random() % span * 4;
    EXPECT_EQ(simt::cost_of(request).sectors, plain_sectors(request));
    request.space = Space::shared;
    EXPECT_EQ(simt::cost_of(request).wavefronts, plain_wavefronts(request));
  }
  Request falling = strided(Space::shared, Op::load, 4, 0);
  for (std::size_t lane = 0; lane < simt::kWarpSize; ++lane) falling.addresses[lane] = 8192 - lane * 128;
  EXPECT_EQ(simt::cost_of(falling).wavefronts, 32U);
}

// The cost takes a shortcut for words that the passes do not take.
TEST(Request, ThePassesOfRandomAddressesAreAsManyAsCounted) {
  std::mt19937 random(11);
  for (int round = 0; round < 6000; ++round) {
    Request request{
        Space::shared, round % 2 == 0 ? Op::load : Op::store, 4, static_cast<std::uint32_t>(random()), {}};
    if (round % 3 == 0) request.op = Op::atomic;
    request.form = std::array{simt::AtomicForm::plain, simt::AtomicForm::count,
                              simt::AtomicForm::compare_and_swap}[random() % 3];
    request.width = static_cast<std::uint8_t>(1U << random() % 5);
    request.active |= 1U;
    const std::uint64_t span = 1ULL << random() % 14;
    for (auto& address : request.addresses) address = random() % span * request.width;
    const RequestCost cost = simt::cost_of(request);
    SCOPED_TRACE("round " + std::to_string(round));
    simt_test::expect_passes(request, cost.wavefronts, cost.bank_conflicts);
  }
}

TEST(Request, ABankServesItsWordsInRisingOrder) {
  Request request = strided(Space::shared, Op::load, 4, 0);
  request.active = 0b111;
  request.addresses = {256, 0, 128};
  const simt::BankPasses passes = simt::passes_of(request);
  EXPECT_EQ(std::vector<int>(passes.of_words.begin(), passes.of_words.begin() + 4),
            (std::vector{2, 0, 1, -1}));
  EXPECT_EQ(passes.group_starts, (std::vector<std::int8_t>{0}));
  EXPECT_TRUE(simt::passes_of(strided(Space::global, Op::load, 4, 0)).of_words.empty());
}

TEST(Request, LeastSectorsHoldTheDistinctBytes) {
  EXPECT_EQ(simt::cost_of(strided(Space::global, Op::load, 4, 4)).least_sectors, 4U);
  EXPECT_EQ(simt::cost_of(strided(Space::global, Op::load, 4, 4, 4)).sectors, 5U);
  EXPECT_EQ(simt::cost_of(strided(Space::global, Op::load, 4, 4, 4)).least_sectors, 4U);
  EXPECT_EQ(simt::cost_of(strided(Space::global, Op::load, 4, 0)).least_sectors, 1U);  // a broadcast
  EXPECT_EQ(simt::cost_of(strided(Space::global, Op::load, 16, 16)).least_sectors, 16U);
}

TEST(Request, WideAccessesAreServedInGroups) {
  const auto conflict_free = simt::cost_of(strided(Space::shared, Op::load, 16, 16));
  EXPECT_EQ(conflict_free.wavefronts, 4U);
  EXPECT_EQ(conflict_free.bank_conflicts, 0U);
  EXPECT_EQ(simt::cost_of(strided(Space::shared, Op::store, 8, 256)).wavefronts, 32U);
}

}  // namespace
