#include "simt/request.h"

#include <algorithm>

#include "request_rules.h"

namespace simt {
namespace {

using Addresses = std::array<std::uint64_t, kWarpSize>;

// Copies the active lanes' addresses, shifted right, to the front; returns how many and whether they never
// fall.
struct Gathered {
  Addresses values;
  int count = 0;
  bool ascending = true;
};

Gathered gather(const Request& request, int shift) {
  Gathered out;  // values beyond count are not read
  std::uint64_t previous = 0;
  for (int lane = 0; lane < kWarpSize; ++lane) {
    if ((request.active >> lane & 1U) == 0) continue;
    const std::uint64_t value = request.addresses[static_cast<std::size_t>(lane)] >> shift;
    out.ascending &= value >= previous;
    previous = value;
    out.values[static_cast<std::size_t>(out.count++)] = value;
  }
  return out;
}

std::uint32_t distinct(Gathered& gathered) {
  auto* const begin = gathered.values.data();
  auto* const end = begin + gathered.count;
  if (!gathered.ascending) std::sort(begin, end);
  std::uint32_t count = gathered.count > 0 ? 1 : 0;
  for (const auto* value = begin + 1; value < end; ++value) count += value[0] != value[-1] ? 1 : 0;
  return count;
}

int log2_of(unsigned width) { return __builtin_ctz(width); }

// Nearly every request of a good kernel: all lanes active, each the same distance behind its neighbour.
struct Progression {
  bool holds = false;
  std::uint64_t step = 0;  // modulo 2^64: a falling one is very large
};

Progression progression(const Request& request) {
  if (request.active != ~0U) return {};
  const std::uint64_t step = request.addresses[1] - request.addresses[0];
  std::uint64_t difference = 0;  // without an early exit the loop is a few vector instructions
  for (std::size_t lane = 1; lane + 1 < kWarpSize; ++lane) {
    difference |= (request.addresses[lane + 1] - request.addresses[lane]) ^ step;
  }
  return {difference == 0, step};
}

// A naturally aligned access of at most 16 bytes lies in one sector, so the first byte's sector is the
// sector.
RequestCost global_cost(const Request& request) {
  RequestCost cost;
  if (const Progression lanes = progression(request);
      lanes.holds && lanes.step >= request.width && lanes.step <= kSectorBytes) {
    // No sector is skipped on the way from the first to the last.
    cost.sectors = static_cast<std::uint32_t>(request.addresses[kWarpSize - 1] / kSectorBytes -
                                              request.addresses[0] / kSectorBytes + 1);
    cost.least_sectors = request.width;  // 32 lanes of it are `width` sectors
    return cost;
  }
  Gathered sectors = gather(request, log2_of(kSectorBytes));
  cost.sectors = distinct(sectors);
  Gathered elements = gather(request, log2_of(request.width));
  const std::uint32_t bytes = distinct(elements) * request.width;
  cost.least_sectors = (bytes + kSectorBytes - 1) / kSectorBytes;
  return cost;
}

// The largest number of distinct 4-byte words that the lanes [first, first + lanes) ask of one bank.
std::uint32_t deepest_bank(const Request& request, int first, int lanes) {
  const int words_per_lane = std::max<int>(1, request.width / kBankBytes);
  std::array<std::uint8_t, kBanks> depth{};
  // One entry a lane and word: with the group sizes used, never more than 64 (16 bytes, merged groups of 16
  // lanes).
  std::array<std::uint64_t, std::size_t{kWarpSize} * 4>
      words;  // NOLINT(cppcoreguidelines-pro-type-member-init): written below
  int count = 0;
  for (int lane = first; lane < first + lanes; ++lane) {
    if ((request.active >> lane & 1U) == 0) continue;
    const std::uint64_t word = request.addresses[static_cast<std::size_t>(lane)] / kBankBytes;
    for (int i = 0; i < words_per_lane; ++i)
      words[static_cast<std::size_t>(count++)] = word + static_cast<unsigned>(i);
  }
  auto* const begin = words.data();
  auto* const end = begin + count;
  if (!std::is_sorted(begin, end)) std::sort(begin, end);
  auto* const last = std::unique(begin, end);
  std::uint8_t deepest = 0;
  for (auto* word = begin; word < last; ++word) deepest = std::max(deepest, ++depth[*word % kBanks]);
  return deepest;
}

// Whether every pair of lanes (l, l ^ distance) reads one address; an inactive lane agrees with anything.
bool pairs_agree(const Request& request, int distance) {
  for (int lane = 0; lane < kWarpSize; ++lane) {
    const int other = lane ^ distance;
    const bool both = (request.active >> lane & request.active >> other & 1U) != 0;
    if (both && request.addresses[static_cast<std::size_t>(lane)] !=
                    request.addresses[static_cast<std::size_t>(other)])
      return false;
  }
  return true;
}

// How many lanes shared memory serves together: 128 bytes' worth, twice as many where a wide load's lane
// pairs read the same address.
int lanes_per_group(const Request& request) {
  const int lanes = std::min(kWarpSize, kBanks * kBankBytes / std::max<int>(request.width, kBankBytes));
  const bool wide_load = request.op == Op::load && request.width > kBankBytes;
  return wide_load && (pairs_agree(request, 1) || pairs_agree(request, 2)) ? 2 * lanes : lanes;
}

std::uint32_t lanes_mask(int first, int lanes) {
  return lanes == kWarpSize ? ~0U : ((1U << lanes) - 1U) << first;
}

RequestCost shared_cost(const Request& request) {
  RequestCost cost;
  if (request.width == kBankBytes) {
    if (const Progression lanes = progression(request);
        lanes.holds && lanes.step != 0 && lanes.step < (1U << 20U)) {
      // A stride of s words meets 32 / gcd(s, 32) banks, gcd(s, 32) words in each.
      const auto words = static_cast<std::uint32_t>(lanes.step / kBankBytes);
      cost.wavefronts = std::min<std::uint32_t>(words & (~words + 1), kBanks);
      cost.least_wavefronts = 1;
      cost.bank_conflicts = cost.wavefronts - 1;
      return cost;
    }
  }
  const int lanes = lanes_per_group(request);
  for (int first = 0; first < kWarpSize; first += lanes) {
    if ((request.active & lanes_mask(first, lanes)) == 0) continue;
    cost.wavefronts += deepest_bank(request, first, lanes);
    ++cost.least_wavefronts;
  }
  cost.bank_conflicts = cost.wavefronts - cost.least_wavefronts;
  return cost;
}

}  // namespace

const char* name_of(Space space) {
  switch (space) {
    case Space::global:
      return "global";
    case Space::shared:
      return "shared";
    case Space::constant:
      return "constant";
    case Space::texture:
      return "texture";
  }
  return "memory";
}

const char* name_of(Op op) {
  switch (op) {
    case Op::load:
      return "load";
    case Op::store:
      return "store";
    case Op::atomic:
      return "atomic";
  }
  return "access";
}

RequestCost cost_of(const Request& request) {
  switch (request.space) {
    case Space::global:
      return request.op == Op::atomic ? global_atomic_cost(request) : global_cost(request);
    case Space::shared:
      return request.op == Op::atomic && request.form != AtomicForm::count ? shared_atomic_cost(request)
                                                                           : shared_cost(request);
    case Space::constant:
      return constant_cost(request);
    case Space::texture:
      return texture_cost(request);
  }
  return {};
}

}  // namespace simt
