// The order in which blocks, warps and lanes take turns. CUDA promises none, so no result may depend on it.
#pragma once

#include <cstdint>

namespace simt {

// What a schedule draws.
enum class Drawn : std::uint8_t {
  blocks,  // the order in which blocks begin, among those that a GPU holds at a time
  turns,   // which of two resident blocks goes on behind a barrier
  warps,   // the order of a block's warps
  lanes,   // the order of a warp's lanes
  kCount
};

struct Schedule {
  static constexpr unsigned kAll = (1U << static_cast<unsigned>(Drawn::kCount)) - 1;

  Schedule() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): most schedules are a number
  Schedule(unsigned number, unsigned what = kAll, std::uint64_t most = UINT64_MAX)
      : seed(number), drawn(what), exchanges(most) {}

  unsigned seed = 0;      // 0: everything in order
  unsigned drawn = kAll;  // bits: what the seed orders; the rest is in order
  // The drawn order is reached from the one in order by exchanging neighbours. This many exchanges are made.
  std::uint64_t exchanges = UINT64_MAX;

  bool draws(Drawn what) const { return seed != 0 && (drawn >> static_cast<unsigned>(what) & 1U) != 0; }
};

// The exchanges of neighbours that a launch made on the way to its schedule, and the last of them.
struct ExchangedOrder {
  std::uint64_t made = 0;
  Drawn what = Drawn::blocks;
  std::uint64_t block = 0;  // for turns, the block that waited; for warps and lanes, the block that has them
  std::uint64_t from = 0;   // the number of the first block that the order is about
  std::uint64_t earlier =
      0;  // the block, the warp of its block or the lane of its warp that now comes before `later`
  std::uint64_t later = 0;
};

}  // namespace simt
