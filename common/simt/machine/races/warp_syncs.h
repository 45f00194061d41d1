// What the lanes of a warp know of each other since the last barrier: who met whom at a __syncwarp(), and
// when.
//
// What a lane did before it met others comes before what they do afterwards, and what it knew of third lanes
// it passes on. Lanes that met apart know nothing of each other. Nearly always the whole warp meets: that is
// one number.
#pragma once

#include <array>
#include <cstdint>

#include "memory/mark.h"
#include "simt/request.h"

namespace simt {

class WarpSyncs {
 public:
  // The warp continues after a barrier. `lanes`: those that the warp has.
  void reset(std::uint32_t lanes) {
    all_ = lanes;
    whole_warp_ = 0;
    some_apart_ = false;
    last_place_ = kNoPlace;
  }

  // Notes that these lanes have met. `now`: the epoch that begins here. `place`: where the __syncwarp() is.
  void meet(std::uint32_t lanes, std::uint64_t now, std::uint32_t place = kNoPlace);

  // Returns where the whole warp met last since the barrier; kNoPlace if it did not.
  std::uint32_t last_place() const { return last_place_; }

  // Whether `lane` comes after what `other` did in that epoch.
  bool knows(unsigned lane, unsigned other, std::uint64_t epoch) const {
    return epoch < known_until(lane, other);
  }
  // Since when it need not.
  std::uint64_t known_until(unsigned lane, unsigned other) const {
    return some_apart_ ? known_[lane][other] : whole_warp_;
  }

 private:
  std::uint32_t all_ = 0;
  std::uint64_t whole_warp_ = 0;  // when all lanes met last
  std::uint32_t last_place_ = kNoPlace;
  bool some_apart_ = false;  // some met without the others since: then known_ holds
  // [lane][other]: `lane` comes after all that `other` did before this epoch.
  std::array<std::array<std::uint64_t, kWarpSize>, kWarpSize> known_;
};

}  // namespace simt
