// Judges asynchronous copies: what those of a warp cost together, and which memory each thread has on its way.
#pragma once

#include <array>
#include <cstdint>

#include "memory/memory_map.h"
#include "races/access_checker.h"
#include "races/async_copies.h"
#include "requests/async_copy_rules.h"
#include "requests/place_uses.h"
#include "requests/request_sums.h"

namespace simt {

class CopyJudge {
 public:
  // `copies`: those of the block that are on their way.
  CopyJudge(MemoryMap& memory, AccessOrder& order, PlaceUses& uses, RequestSums& sums, AccessChecker& checker,
            AsyncCopies& copies)
      : memory_(memory), order_(order), uses_(uses), sums_(sums), checker_(checker), copies_(copies) {}

  // A step of these lanes' copies: sources, targets, commits or waits.
  void judge_step(Warp& warp, std::uint32_t lanes, const std::uint64_t* entries);
  // Applies one step of a thread's copies, to find races and unfinished copies.
  void note_step(std::uint64_t entry, unsigned thread);

 private:
  void check_source(const PlaceUse& use, std::uint64_t entry, unsigned thread);
  void judge(Warp& warp, std::uint32_t lanes, const std::uint64_t* entries);
  void count(PlaceUse& use, const RequestCost& cost, const Lanes& lanes);
  void count_source(PlaceUse& use);
  std::uint32_t reading_together(std::uint32_t all);

  MemoryMap& memory_;
  AccessOrder& order_;
  PlaceUses& uses_;
  RequestSums& sums_;
  AccessChecker& checker_;
  AsyncCopies& copies_;
  CopyRequest copy_;
  std::array<std::uint64_t, kWarpSize> sources_{};  // the source address of each lane of copy_
};

}  // namespace simt
