// What loads and stores of global and shared memory cost.
#include <algorithm>

#include "common/distinct_values.h"
#include "common/for_each_lane.h"
#include "requests/request_rules.h"

namespace simt {
namespace {

// The active lanes' addresses, one behind the other.
struct Gathered {
  std::array<std::uint64_t, kWarpSize>
      addresses;  // NOLINT(cppcoreguidelines-pro-type-member-init): up to count
  unsigned count = 0;
  bool falls = false;  // somewhere a lane's address is lower than its neighbour's
};

Gathered gather(const Request& request) {
  Gathered gathered;
  std::uint64_t previous = 0;
  for_each_lane(
      request.active, [&](unsigned lane) __attribute__((always_inline)) {
        const std::uint64_t address = request.addresses[lane];
        gathered.falls |= address < previous;
        gathered.addresses[gathered.count++] = address;
        previous = address;
      });
  return gathered;
}

// The distinct values of the addresses, shifted right. Addresses that never fall, as most, need only be
// compared with their neighbours; a few, each with each other.
std::uint32_t distinct(const Gathered& gathered, int shift) {
  constexpr unsigned kFew = 10;
  const std::uint64_t* const begin = gathered.addresses.data();
  const std::uint64_t* const end = begin + gathered.count;
  if (!gathered.falls) {
    std::uint32_t count = 1;
    for (const std::uint64_t* at = begin + 1; at < end; ++at)
      count += at[0] >> shift != at[-1] >> shift ? 1U : 0U;
    return count;
  }
  if (gathered.count <= kFew) {
    std::uint32_t count = 0;
    for (const std::uint64_t* at = begin; at < end; ++at) {
      bool is_new = true;
      for (const std::uint64_t* before = begin; before < at; ++before)
        is_new &= *before >> shift != *at >> shift;
      count += is_new ? 1 : 0;
    }
    return count;
  }
  DistinctValues values;
  for (const std::uint64_t* at = begin; at < end; ++at) values.insert(*at >> shift);
  return values.count();
}

int log2_of(unsigned width) { return __builtin_ctz(width); }

std::uint32_t lanes_mask(unsigned first, unsigned lanes) {
  return lanes == kWarpSize ? ~0U : ((1U << lanes) - 1U) << first;
}

// Returns the largest number of distinct 4-byte words that these lanes request of one bank, each lane one
// word; 0 if two words share a slot, so that another look is needed. There is no branch on addresses, because
// the processor could not predict it.
std::uint32_t deepest_bank_of_words(const Request& request, std::uint32_t lanes) {
  constexpr std::size_t kSlots = 256;  // a multiple of the banks
  static thread_local std::array<std::uint64_t, kSlots> slots{};
  static thread_local std::uint32_t call = 0;
  if (++call == 0) slots.fill(0);
  std::array<std::uint8_t, kBanks> depth{};
  std::uint8_t deepest = 0;
  bool some_share = false;
  for_each_lane(
      lanes, [&](unsigned lane) __attribute__((always_inline)) {
        const auto word = static_cast<std::uint32_t>(request.addresses[lane] / kBankBytes);
        const std::uint64_t mine = std::uint64_t{call} << 32U | word;
        std::uint64_t& slot = slots[word % kSlots];
        const bool is_known = slot == mine;
        some_share |= slot >> 32U == call && !is_known;
        slot = mine;
        std::uint8_t& here = depth[word % kBanks];
        here = static_cast<std::uint8_t>(here + (is_known ? 0 : 1));
        deepest = std::max(deepest, here);
      });
  return some_share ? 0 : deepest;
}

// The largest number of distinct 4-byte words that these lanes ask of one bank.
std::uint32_t deepest_bank(const Request& request, std::uint32_t lanes) {
  // One entry a lane and word: with the group sizes used, never more than 64 (16 bytes, merged groups of 16
  // lanes).
  constexpr std::size_t kMostWords = 64;
  const unsigned words_per_lane = std::max(1U, static_cast<unsigned>(request.width) / kBankBytes);
  const std::uint32_t quick = words_per_lane == 1 ? deepest_bank_of_words(request, lanes) : 0;
  if (quick != 0) return quick;
  std::array<std::uint8_t, kBanks> depth{};
  std::array<std::uint32_t, kMostWords * kBanks>
      words;  // NOLINT(cppcoreguidelines-pro-type-member-init): each bank's, up to its depth
  std::uint8_t deepest = 0;
  for_each_lane(
      lanes, [&](unsigned lane) __attribute__((always_inline)) {
        for (unsigned i = 0; i < words_per_lane; ++i) {
          // Shared memory, and the 16 KiB around an address in L1, are far smaller than what 32 bits tell
          // apart.
          const auto word = static_cast<std::uint32_t>(request.addresses[lane] / kBankBytes + i);
          const std::size_t bank = word % kBanks;
          std::size_t known = 0;
          while (known < depth[bank] && words[known * kBanks + bank] != word) ++known;
          if (known < depth[bank]) continue;
          words[known * kBanks + bank] = word;
          deepest = std::max(deepest, ++depth[bank]);
        }
      });
  return deepest;
}

// Whether every pair of lanes (l, l ^ distance) reads one address; an inactive lane agrees with anything.
bool pairs_agree(const Request& request, unsigned distance) {
  bool agree = true;
  for_each_lane(request.active, [&](unsigned lane) {
    const unsigned other = lane ^ distance;
    const bool both = (request.active >> other & 1U) != 0;
    agree &= !both || request.addresses[lane] == request.addresses[other];
  });
  return agree;
}

// The number of lanes that shared memory serves together: 128 bytes' worth, twice as many if the lane pairs
// of a wide load read the same address. For ldmatrix and stmatrix it is the 8 rows of one matrix.
unsigned lanes_per_group(const Request& request) {
  constexpr unsigned kBytes = kBanks * kBankBytes;
  const unsigned lanes =
      std::min<unsigned>(kWarpSize, kBytes / std::max<unsigned>(request.width, kBankBytes));
  const bool wide_load =
      request.op == Op::load && request.width > kBankBytes && request.instruction == Instruction::plain;
  return wide_load && (pairs_agree(request, 1) || pairs_agree(request, 2)) ? 2 * lanes : lanes;
}

}  // namespace

// A naturally aligned access of at most 16 bytes is in one sector, so the first byte's sector is the
// sector.
RequestCost global_cost(const Request& request) {
  RequestCost cost;
  if (request.active == 0) return cost;
  const Gathered gathered = gather(request);
  cost.sectors = distinct(gathered, log2_of(kSectorBytes));
  const std::uint32_t bytes = distinct(gathered, log2_of(request.width)) * request.width;
  cost.least_sectors = (bytes + kSectorBytes - 1) / kSectorBytes;
  return cost;
}

RequestCost shared_cost(const Request& request) {
  RequestCost cost;
  const unsigned lanes = lanes_per_group(request);
  for (unsigned first = 0; first < kWarpSize; first += lanes) {
    const std::uint32_t group = request.active & lanes_mask(first, lanes);
    if (group == 0) continue;
    cost.wavefronts += deepest_bank(request, group);
    ++cost.least_wavefronts;
  }
  cost.bank_conflicts = cost.wavefronts - cost.least_wavefronts;
  return cost;
}

}  // namespace simt
