#include "races/warp_syncs.h"

#include <algorithm>

namespace simt {
namespace {

bool holds(std::uint32_t lanes, unsigned lane) { return (lanes >> lane & 1U) != 0; }

}  // namespace

void WarpSyncs::meet(std::uint32_t lanes, std::uint64_t now, std::uint32_t place) {
  if ((lanes & all_) == all_) {
    whole_warp_ = now;
    last_place_ = place;
    some_apart_ = false;
    return;
  }
  if (!some_apart_) {
    for (auto& row : known_) row.fill(whole_warp_);
    some_apart_ = true;
  }
  std::array<std::uint64_t, kWarpSize> together{};
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (!holds(lanes, lane)) continue;
    for (unsigned other = 0; other < kWarpSize; ++other)
      together[other] = std::max(together[other], known_[lane][other]);
  }
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (holds(lanes, lane)) together[lane] = now;
  }
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (holds(lanes, lane)) known_[lane] = together;
  }
}

}  // namespace simt
