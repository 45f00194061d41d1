// What a launch makes L2 fetch from DRAM and write back to it: the sampled lines, replayed through a cache that forgets any
// of its lines. Blocks that run at a time touch them side by side, each warp's first steps before its later ones.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "traffic/launch_traffic.h"

namespace simt {

// What DRAM takes for a fetch or a write-back that is alone in its line, beyond its bytes: ps of all channels together.
struct LoneCosts {
  double read = 0;       // 64 bytes
  double written = 0;    // 32 bytes, and as much again for the fill where they were written in part
  double scattered = 0;  // more, where neighbouring lanes' lines are not evenly apart
};

struct L2Shape {
  double bytes = 0;  // that one copy of the data has
  LoneCosts lone;
  std::uint64_t wave = 1;  // blocks that run at a time
};

// What a place's sectors cost beyond L2, on average.
struct DramCost {
  double sectors = 0;  // that the sample's requests touch
  double read = 0;     // bytes fetched for them
  double written = 0;  // bytes written back
  // Beyond its bytes, in ns of all of DRAM: LoneCosts
  double lone_ns = 0;
  // By when in a block's life they are touched: of a table that is read over and over, most lines are fetched early.
  static constexpr std::size_t kParts = 8;
  std::array<double, kParts> waits{};  // lines of which something had to be fetched
  std::array<double, kParts> lines{};  // lines of all its requests

  // Of the sectors that its loads ask for, the share that L1 does not have: the sample is taken before L1.
  double past_l1 = 1;

  double read_a_sector() const { return of_sector(read); }
  double written_a_sector() const { return of_sector(written); }
  double lone_ns_a_sector() const { return of_sector(lone_ns); }
  double missing_lines(std::size_t part) const {
    return lines[part] == 0 ? 0 : std::min(1.0, waits[part] / (lines[part] * past_l1));
  }

 private:
  double of_sector(double sum) const { return sectors == 0 ? 0 : sum / (sectors * past_l1); }
};

struct L2Replay {
  std::vector<DramCost> places;
  std::uint32_t longest = 1;  // steps of a warp until the last line that it touches
  // Of the whole launch: the sample's, times one in how many was sampled.
  double read = 0;
  double written = 0;

  // The part of a block's life that a warp's step lies in.
  std::size_t part_of(std::uint32_t step) const {
    return std::min<std::size_t>(std::uint64_t{step} * DramCost::kParts / longest, DramCost::kParts - 1);
  }
};

L2Replay replay_l2(const LaunchTraffic& traffic, const L2Shape& shape);

}  // namespace simt
