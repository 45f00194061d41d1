// What loads and stores of global memory cost, and how shared memory serves a request.
//
// Shared memory serves a request in passes over its 32 banks, group of lanes by group. BankWords is the one text of that
// rule: the cost is how many passes it takes, and a drawing shows which pass serves which word.
#include <algorithm>

#include "common/distinct_values.h"
#include "common/for_each_lane.h"
#include "common/vectorised.h"
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

// Whether all lanes behind the first `lanes` do as those before them.
SIMT_VECTORISED
bool repeats_itself(const std::uint64_t* addresses, unsigned lanes) {
  std::uint64_t unlike = 0;
  for (unsigned lane = 0; lane + lanes < kWarpSize; ++lane)
    unlike |= addresses[lane] ^ addresses[lane + lanes];
  return unlike == 0;
}

// Lanes that say all: a warp of a block 16 threads wide, or 8, often asks for the same in each of its rows.
std::uint32_t telling_lanes(const Request& request) {
  if (request.active != ~0U || !repeats_itself(request.addresses.data(), kWarpSize / 2))
    return request.active;
  return repeats_itself(request.addresses.data(), kWarpSize / 4) ? 0xFFU : 0xFFFFU;
}

Gathered gather(const Request& request) {
  Gathered gathered;
  std::uint64_t previous = 0;
  for_each_lane(
      telling_lanes(request), [&](unsigned lane) __attribute__((always_inline)) {
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

unsigned words_per_lane(const Request& request) {
  return std::max(1U, static_cast<unsigned>(request.width) / kBankBytes);
}

// Lanes of one word share a pass, except in an atomic operation, where each lane takes a turn of its own.
bool lanes_share_words(const Request& request) {
  return request.op != Op::atomic || request.form == AtomicForm::count || request.form == AtomicForm::once;
}

// What a group of lanes requests of each bank. A bank serves one entry in a pass: a word, or one lane's access to it.
class BankWords {
 public:
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): entries_ up to each bank's depth only
  BankWords(const Request& request, std::uint32_t lanes) {
    const unsigned words = words_per_lane(request);
    const bool share = lanes_share_words(request);
    std::uint8_t deepest = 0;
    for_each_lane(
        lanes, [&](unsigned lane) __attribute__((always_inline)) {
          for (unsigned i = 0; i < words; ++i) {
            const std::uint64_t word = word_of(request, lane, i);
            const std::uint64_t entry = entry_of(word, lane, share);
            const std::size_t bank = word % kBanks;
            const std::size_t depth = depth_[bank];
            std::size_t known = share ? 0 : depth;  // if lanes do not share, each entry is a new one
            while (known < depth && entries_[known * kBanks + bank] != entry) ++known;
            if (known < depth) continue;
            entries_[depth * kBanks + bank] = entry;
            deepest = std::max(deepest, ++depth_[bank]);
          }
        });
    deepest_ = deepest;
  }

  // The passes that the group takes.
  std::uint32_t deepest() const { return deepest_; }

  // The pass, from 0, that serves the lane's i-th word: a bank serves its entries in rising order.
  unsigned pass_of(const Request& request, unsigned lane, unsigned i) const {
    const std::uint64_t word = word_of(request, lane, i);
    const std::uint64_t entry = entry_of(word, lane, lanes_share_words(request));
    const std::size_t bank = word % kBanks;
    unsigned before = 0;
    for (std::size_t known = 0; known < depth_[bank]; ++known)
      before += entries_[known * kBanks + bank] < entry ? 1U : 0U;
    return before;
  }

 private:
  static std::uint64_t word_of(const Request& request, unsigned lane, unsigned i) {
    return request.addresses[lane] / kBankBytes + i;
  }
  static std::uint64_t entry_of(std::uint64_t word, unsigned lane, bool share) {
    return word * kWarpSize + (share ? 0 : lane);
  }

  std::uint32_t deepest_ = 0;
  std::array<std::uint8_t, kBanks> depth_{};
  // Each bank's entries, up to its depth. A lane has at most one word in a bank.
  std::array<std::uint64_t, std::size_t{kWarpSize} * kBanks> entries_;
};

// The passes that these lanes take together.
std::uint32_t deepest_bank(const Request& request, std::uint32_t lanes) {
  const bool has_shortcut = request.width <= kBankBytes && lanes_share_words(request);
  const std::uint32_t quick = has_shortcut ? deepest_bank_of_words(request, lanes) : 0;
  return quick != 0 ? quick : BankWords(request, lanes).deepest();
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

// Calls serve(lanes) for each group of lanes that shared memory serves together.
template <class Serve>
void for_each_group(const Request& request, const Serve& serve) {
  const unsigned lanes = lanes_per_group(request);
  for (unsigned first = 0; first < kWarpSize; first += lanes) {
    const std::uint32_t group = request.active & lanes_mask(first, lanes);
    if (group != 0) serve(group);
  }
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

// A compare-and-swap passes the banks twice, and is no more of a conflict for it.
RequestCost shared_cost(const Request& request) {
  RequestCost cost;
  for_each_group(request, [&](std::uint32_t lanes) {
    cost.wavefronts += deepest_bank(request, lanes);
    ++cost.least_wavefronts;
  });
  cost.bank_conflicts = cost.wavefronts - cost.least_wavefronts;
  if (request.op == Op::atomic && request.form == AtomicForm::compare_and_swap) {
    cost.wavefronts *= 2;
    cost.least_wavefronts *= 2;
  }
  return cost;
}

BankPasses shared_passes(const Request& request) {
  const unsigned words = words_per_lane(request);
  BankPasses passes;
  passes.of_words.assign(std::size_t{kWarpSize} * words, -1);
  unsigned first = 0;
  for_each_group(request, [&](std::uint32_t lanes) {
    const BankWords banks(request, lanes);
    passes.group_starts.push_back(static_cast<std::int8_t>(first));
    for_each_lane(lanes, [&](unsigned lane) {
      for (unsigned i = 0; i < words; ++i)
        passes.of_words[lane * words + i] = static_cast<std::int8_t>(first + banks.pass_of(request, lane, i));
    });
    first += banks.deepest();
  });
  return passes;
}

}  // namespace simt
