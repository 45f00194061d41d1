// The costs of nearly all requests of a good kernel, in a few instructions: all 32 lanes take part, and each
// lane's address lies as far behind its neighbour's.
#pragma once

#include <algorithm>

#include "simt/request.h"

namespace simt {

struct Progression {
  Space space = Space::global;
  Op op = Op::load;
  std::uint8_t width = 4;
  AtomicForm form = AtomicForm::plain;
  std::uint64_t first = 0;  // lane 0's address
  std::uint64_t step = 0;   // modulo 2^64: a falling one is very large
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

}  // namespace simt
