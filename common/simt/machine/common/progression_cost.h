// The costs of nearly all requests of a good kernel, in a few instructions: each lane's address lies as far behind its
// neighbour's, in the whole warp or in each half of it. All 32 lanes take part, or a run of neighbours in each half.
#pragma once

#include <algorithm>

#include "common/for_each_lane.h"
#include "simt/request.h"

namespace simt {

struct Progression {
  Space space = Space::global;
  Op op = Op::load;
  std::uint8_t width = 4;
  AtomicForm form = AtomicForm::plain;
  std::uint64_t first = 0;  // lane 0's address
  std::uint64_t step = 0;   // modulo 2^64: a falling one is very large

  std::uint64_t address_of(unsigned lane) const { return first + lane * step; }
};

// As where a block has 16 threads in a row.
struct Halves {
  static constexpr unsigned kLanes = kWarpSize / 2;  // of each

  // Neighbours in one half.
  struct Run {
    unsigned lane = 0;   // the first, of the warp
    unsigned count = 0;  // 0: no lane of the half takes part
  };

  Space space = Space::global;
  Op op = Op::load;
  std::uint8_t width = 4;
  AtomicForm form = AtomicForm::plain;
  std::uint64_t first = 0;   // lane 0's address
  std::uint64_t second = 0;  // lane 16's
  std::uint64_t step = 0;
  // The lanes that take part, in each half a run. Some are left out only where the others' elements are side by side; `first` and
  // `second` are the addresses that the lanes would have.
  std::uint32_t active = kWholeWarp;

  std::uint64_t address_of(unsigned lane) const {
    return (lane < kLanes ? first : second) + lane % kLanes * step;
  }
  Run run_of(unsigned half) const {
    const std::uint32_t lanes = active >> half * kLanes & ((1U << kLanes) - 1);
    if (lanes == 0) return {half * kLanes, 0};
    return {half * kLanes + static_cast<unsigned>(__builtin_ctz(lanes)), lanes_in(lanes)};
  }
};

namespace progression {

constexpr std::uint32_t kLanes = kWarpSize;

inline RequestCost passes(std::uint32_t wavefronts, std::uint32_t least) {
  RequestCost cost;
  cost.wavefronts = wavefronts;
  cost.least_wavefronts = least;
  cost.bank_conflicts = wavefronts - least;
  return cost;
}

inline std::uint32_t sectors_of(std::uint64_t first, std::uint64_t step) {
  if (step > kSectorBytes) return kLanes;
  // The step is at most a sector, so that no sector between the first and the last is skipped.
  return static_cast<std::uint32_t>((first + (kLanes - 1) * step) / kSectorBytes - first / kSectorBytes + 1);
}

// A stride of s words meets 32 / gcd(s, 32) banks, gcd(s, 32) words in each.
inline std::uint32_t words_in_a_bank(std::uint64_t step) {
  const std::uint64_t words = step / kBankBytes;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(words & (~words + 1), kBanks));
}

[[gnu::always_inline]] inline bool set_global_cost(const Progression& lanes, RequestCost& cost) {
  cost = {};
  cost.sectors = sectors_of(lanes.first, lanes.step);
  cost.least_sectors = lanes.width;  // 32 lanes of it are `width` sectors
  if (lanes.step == 0 && lanes.op == Op::atomic && lanes.form != AtomicForm::once) cost.sectors = kLanes;
  if (lanes.step == 0 && (lanes.op != Op::atomic || lanes.form == AtomicForm::once)) cost.least_sectors = 1;
  return true;
}

inline bool set_shared_cost(const Progression& lanes, RequestCost& cost) {
  if (lanes.width == kBankBytes) {
    cost = passes(lanes.step == 0 ? 1 : words_in_a_bank(lanes.step), 1);
    return true;
  }
  if (lanes.step != lanes.width && lanes.step != 0) return false;
  // 128 bytes' worth of lanes at a time; twice as many where neighbours load the same.
  std::uint32_t groups = std::max<std::uint32_t>(lanes.width / kBankBytes, 1);
  if (lanes.step == 0 && lanes.op == Op::load) groups = std::max<std::uint32_t>(groups / 2, 1);
  cost = passes(groups, groups);
  return true;
}

inline bool set_shared_atomic_cost(const Progression& lanes, RequestCost& cost) {
  if (lanes.width != kBankBytes) return false;
  const std::uint32_t depth = lanes.form == AtomicForm::once ? 1
                              : lanes.step == 0              ? kLanes
                                                             : words_in_a_bank(lanes.step);
  const std::uint32_t times = lanes.form == AtomicForm::compare_and_swap ? 2 : 1;
  cost = passes(depth * times, times);
  cost.bank_conflicts = depth - 1;
  return true;
}

}  // namespace progression

// Sets what cost_of() says of such a request. False where it takes the general rule to know.
[[gnu::always_inline]] inline bool set_cost(Progression lanes, RequestCost& cost) {
  if (static_cast<std::int64_t>(lanes.step) < 0) {  // the same addresses in rising order
    lanes.first += (progression::kLanes - 1) * lanes.step;
    lanes.step = 0 - lanes.step;
  }
  switch (lanes.space) {
    case Space::global:
      return progression::set_global_cost(lanes, cost);
    case Space::shared:
      return lanes.op == Op::atomic && lanes.form != AtomicForm::count
                 ? progression::set_shared_atomic_cost(lanes, cost)
                 : progression::set_shared_cost(lanes, cost);
    case Space::constant:
      cost = progression::passes(1, 1);
      return lanes.step == 0;
    case Space::local:
      cost = {};
      cost.sectors = std::max<std::uint32_t>(lanes.width, kBankBytes);
      cost.least_sectors = lanes.width;
      return lanes.step == 0;
    case Space::texture:
    case Space::kCount:
      return false;
  }
  return false;
}

namespace halves {

// The numbers from `first` to `last`, both among them.
struct Range {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  std::uint64_t count() const { return last - first + 1; }
  // How many are in both.
  std::uint64_t in_common(const Range& other) const {
    const std::uint64_t from = std::max(first, other.first);
    const std::uint64_t to = std::min(last, other.last);
    return from <= to ? to - from + 1 : 0;
  }
  std::uint32_t count_with(const Range& other) const {
    return static_cast<std::uint32_t>(count() + other.count() - in_common(other));
  }
};

// Elements side by side, or one element, in each half.
inline bool set_global_cost(const Halves& lanes, RequestCost& cost) {
  if (lanes.step != 0 && lanes.step != lanes.width) return false;
  Halves::Run one = lanes.run_of(0);
  Halves::Run other = lanes.run_of(1);
  if (one.count == 0) one = other;
  if (other.count == 0) other = one;
  const auto range = [&](const Halves::Run& run, int shift) {
    const std::uint64_t from = lanes.address_of(run.lane);
    return Range{from >> shift, (from + (run.count - 1) * lanes.step) >> shift};
  };
  constexpr int kSectorShift = __builtin_ctz(kSectorBytes);
  const int element_shift = __builtin_ctz(lanes.width);
  cost = {};
  cost.sectors = range(one, kSectorShift).count_with(range(other, kSectorShift));
  const std::uint32_t elements = range(one, element_shift).count_with(range(other, element_shift));
  cost.least_sectors = (elements * lanes.width + kSectorBytes - 1) / kSectorBytes;
  return true;
}

inline bool set_shared_cost(const Halves& lanes, RequestCost& cost) {
  const bool are_side_by_side = lanes.step == lanes.width;
  if (lanes.width < kBankBytes || (!are_side_by_side && lanes.step != 0)) return false;
  // 128 bytes' worth of lanes at a time; twice as many where neighbours load the same.
  const bool are_pairs = !are_side_by_side && lanes.op == Op::load && lanes.width > kBankBytes;
  const std::uint32_t groups = lanes.width / kBankBytes / (are_pairs ? 2U : 1U);
  if (groups > 1) {  // each of one half
    cost = progression::passes(groups, groups);
    return true;
  }
  const std::uint64_t words = are_side_by_side ? Halves::kLanes : lanes.width / kBankBytes;
  const std::uint64_t apart = lanes.second > lanes.first ? (lanes.second - lanes.first) / kBankBytes
                                                         : (lanes.first - lanes.second) / kBankBytes;
  // Where banks serve both halves, it is the same words, or others.
  const std::uint64_t between_banks = apart % kBanks;
  const bool share_banks = between_banks < words || between_banks > kBanks - words;
  cost = progression::passes(share_banks && apart >= words ? 2 : 1, 1);
  return true;
}

// Of runs of words side by side: the second half's are passed behind the first's if they are other words of the same banks.
inline bool set_shared_cost_of_runs(const Halves& lanes, RequestCost& cost) {
  if (lanes.width != kBankBytes || lanes.step != kBankBytes) return false;
  const Halves::Run one = lanes.run_of(0);
  const Halves::Run other = lanes.run_of(1);
  const std::uint64_t one_word = lanes.address_of(one.lane) / kBankBytes;
  const std::uint64_t other_word = lanes.address_of(other.lane) / kBankBytes;
  const bool share_words = other_word - one_word < one.count || one_word - other_word < other.count;
  const bool share_banks =
      (other_word - one_word) % kBanks < one.count || (one_word - other_word) % kBanks < other.count;
  const bool both = one.count != 0 && other.count != 0;
  cost = progression::passes(both && share_banks && !share_words ? 2 : 1, 1);
  return true;
}

}  // namespace halves

// The same of two halves.
inline bool set_cost(const Halves& lanes, RequestCost& cost) {
  if (lanes.op == Op::atomic) return false;
  if (lanes.space == Space::global) return halves::set_global_cost(lanes, cost);
  if (lanes.space != Space::shared) return false;
  return ~lanes.active == 0 ? halves::set_shared_cost(lanes, cost)
                            : halves::set_shared_cost_of_runs(lanes, cost);
}

}  // namespace simt
