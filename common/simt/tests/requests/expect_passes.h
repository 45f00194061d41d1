// Whether the passes over the banks that passes_of() names are possible ones, and as many as were counted.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "simt/request.h"

namespace simt_test {

// Every word of an active lane is served in one pass, a bank serves one word in a pass, and a word is served once in its
// group of lanes. In an atomic operation that is no count, this holds for each lane's access to a word.
inline void expect_passes(const simt::Request& request, std::uint64_t wavefronts, std::uint64_t conflicts) {
  const simt::BankPasses passes = simt::passes_of(request);
  const std::size_t words_per_lane = std::max<std::size_t>(1, request.width / simt::kBankBytes);
  ASSERT_EQ(passes.of_words.size(), simt::kWarpSize * words_per_lane);
  const bool is_atomic = request.op == simt::Op::atomic;
  const bool lanes_share = !is_atomic || request.form == simt::AtomicForm::count;
  using Served = std::pair<std::uint64_t, std::size_t>;  // a word, and the lane if lanes do not share
  std::map<std::pair<int, std::uint64_t>, Served> by_bank;
  std::map<std::pair<std::ptrdiff_t, Served>, int> by_group;
  std::set<int> used;
  for (std::size_t at = 0; at < passes.of_words.size(); ++at) {
    const std::size_t lane = at / words_per_lane;
    const std::int8_t pass = passes.of_words[at];
    const bool is_active = (request.active >> lane & 1U) != 0;
    ASSERT_EQ(pass >= 0, is_active) << "lane " << lane;
    if (!is_active) continue;
    const std::uint64_t word = request.addresses[lane] / simt::kBankBytes + at % words_per_lane;
    const Served served{word, lanes_share ? 0 : lane};
    const auto group = std::upper_bound(passes.group_starts.begin(), passes.group_starts.end(), pass) -
                       passes.group_starts.begin();
    EXPECT_EQ(by_bank.try_emplace({pass, word % simt::kBanks}, served).first->second, served)
        << "lane " << lane;
    EXPECT_EQ(by_group.try_emplace({group, served}, pass).first->second, pass) << "lane " << lane;
    used.insert(pass);
  }
  const bool passes_twice = is_atomic && request.form == simt::AtomicForm::compare_and_swap;
  EXPECT_EQ(used.size() * (passes_twice ? 2 : 1), wavefronts);
  EXPECT_EQ(*used.rbegin() + 1, static_cast<int>(used.size())) << "a pass serves nothing";
  for (const std::int8_t start : passes.group_starts) EXPECT_EQ(used.count(start), 1U);
  EXPECT_EQ(used.size() - passes.group_starts.size(), conflicts);
}

}  // namespace simt_test
