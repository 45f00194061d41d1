#include "requests/async_copy_rules.h"

#include <algorithm>

#include "common/distinct_values.h"
#include "common/for_each_lane.h"

namespace simt {
namespace {

constexpr unsigned kTagBanks = 4;
constexpr std::uint64_t kBankRow = std::uint64_t{kBanks} * kBankBytes;

// Four lines of L1 are looked up at a time, one in each bank of tags. The bank is a linear function of the
// bits of the line's number: two bits for each, the lowest first.
unsigned tag_bank(std::uint64_t address) {
  constexpr std::array<std::uint8_t, 19> kBankOfBit{1, 2, 1, 2, 3, 1, 2, 3, 2, 1, 2, 1, 3, 1, 3, 2, 1, 3, 1};
  std::uint64_t line = address / kLineBytes;
  unsigned bank = 0;
  for (const std::uint8_t of_bit : kBankOfBit) {
    bank ^= (line & 1U) != 0 ? of_bit : 0U;
    line >>= 1U;
  }
  return bank;
}

// For each lane, the number of distinct lines of its bank that come before its line. Lanes of one look-up
// have the same number.
std::array<std::uint8_t, kWarpSize> look_ups(const CopyRequest& request) {
  std::array<std::uint8_t, kWarpSize> turn{};
  std::array<std::uint64_t, kWarpSize> lines{};
  std::array<std::uint8_t, kWarpSize> turn_of_line{};
  std::array<std::uint8_t, kTagBanks> next_turn{};
  std::size_t known = 0;
  for_each_lane(request.reading, [&](unsigned lane) {
    const std::uint64_t line = request.from[lane] / kLineBytes;
    auto* const end = lines.begin() + known;
    const auto at = static_cast<std::size_t>(std::find(lines.begin(), end, line) - lines.begin());
    if (at == known) {
      lines.at(known) = line;
      turn_of_line.at(known++) = next_turn.at(tag_bank(request.from[lane]))++;
    }
    turn[lane] = turn_of_line.at(at);
  });
  return turn;
}

struct Passes {
  std::uint32_t all = 0;
  std::uint32_t least = 0;
};

// Adds the passes of lanes that are served together. In a pass each bank is read once, at the source's place
// in its line, and written once, at the target's. A lane never overtakes one before it that needs the same
// bank.
void add_group(Passes& passes, const CopyRequest& request, std::uint32_t lanes) {
  std::array<std::uint8_t, kBanks> read{};  // for each piece of a row of banks, its last pass
  std::array<std::uint8_t, kBanks> written{};
  std::uint8_t last = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    std::uint8_t& target = written.at(request.to[lane] % kBankRow / request.width);
    std::uint8_t pass = target;
    const bool reads = (request.reading >> lane & 1U) != 0;
    std::uint8_t* const source = reads ? &read.at(request.from[lane] % kBankRow / request.width) : &target;
    pass = static_cast<std::uint8_t>(std::max(pass, *source) + 1);
    target = *source = pass;
    last = std::max(last, pass);
  });
  passes.all += last;
  passes.least += 1;
}

// The lanes of one look-up go through in groups of 128 bytes.
void add_lanes(Passes& passes, const CopyRequest& request, std::uint32_t lanes,
               const std::array<std::uint8_t, kWarpSize>& turns) {
  const unsigned together = static_cast<unsigned>(kBankRow) / request.width;
  for (unsigned first = 0; first < kWarpSize; first += together) {
    const std::uint32_t group = together == kWarpSize ? ~0U : ((1U << together) - 1U) << first;
    for (std::uint32_t left = lanes & group; left != 0;) {
      const std::uint8_t turn = turns.at(static_cast<std::size_t>(__builtin_ctz(left)));
      std::uint32_t same = 0;
      for_each_lane(left, [&](unsigned lane) { same |= (turns.at(lane) == turn ? 1U : 0U) << lane; });
      add_group(passes, request, same);
      left &= ~same;
    }
  }
}

}  // namespace

// Around L1 the data come for each line of the source and each sector of the target; through L1, each sector
// of the source comes once.
RequestCost copy_source_cost(const CopyRequest& request) {
  DistinctValues sectors;
  DistinctValues fetched;
  DistinctValues pieces;
  for_each_lane(request.reading, [&](unsigned lane) {
    sectors.insert(request.from[lane] / kSectorBytes);
    pieces.insert(request.from[lane] / request.width);
    const auto to = static_cast<std::uint32_t>(request.to[lane] / kSectorBytes);
    fetched.insert(request.from[lane] / kLineBytes << 32U | to);
  });
  RequestCost cost;
  cost.sectors = request.bypasses_l1 ? fetched.count() : sectors.count();
  const std::uint32_t bytes = pieces.count() * request.width;
  cost.least_sectors = (bytes + kSectorBytes - 1) / kSectorBytes;
  return cost;
}

// A copy that bypasses L1 takes no pass for its reads. Lanes without a source only write zeros, in passes of
// their own.
RequestCost copy_target_cost(const CopyRequest& request) {
  Passes passes;
  if (!request.bypasses_l1) add_lanes(passes, request, request.reading, look_ups(request));
  add_lanes(passes, request, request.active & ~request.reading, {});
  RequestCost cost;
  cost.wavefronts = passes.all;
  cost.least_wavefronts = passes.least;
  cost.bank_conflicts = passes.all - passes.least;
  return cost;
}

}  // namespace simt
