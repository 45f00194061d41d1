// Judges requests of texels. A lane's filtered fetch reads several, so that its log entry holds the number of a
// TexelAccess instead of an address.
#pragma once

#include <array>
#include <cstdint>

#include "memory/memory_map.h"
#include "races/access_checker.h"
#include "requests/place_uses.h"
#include "requests/request_sums.h"
#include "requests/texel_requests.h"

namespace simt {

class TexelJudge {
 public:
  TexelJudge(MemoryMap& memory, PlaceUses& uses, RequestSums& sums, AccessChecker& checker)
      : memory_(memory), uses_(uses), sums_(sums), checker_(checker) {}

  void begin_block() { texels_.clear(); }
  // Notes an access to these texels. Returns the number that stands for them in the lane's log.
  std::uint64_t note(std::uint32_t place, std::uint32_t bytes, Op op, bool is_fetch,
                     const TexelAccess& texels);
  // Only these lanes of the warp took part. `checks`: whether the accesses are checked for races now.
  void judge(const PlaceUse& use, std::uint32_t lanes, const std::uint64_t* entries, bool checks);
  // Checks the access that an entry of this thread's log tells of.
  void check(const PlaceUse& use, std::uint64_t entry, unsigned thread);

 private:
  void count(const PlaceUse& use, Region& region, std::uint32_t lanes, bool is_split, bool checks);
  void check_texels(const PlaceUse& use, const TexelAccess& texels, Region& region, unsigned thread);

  MemoryMap& memory_;
  PlaceUses& uses_;
  RequestSums& sums_;
  AccessChecker& checker_;
  TexelAccesses texels_;
  std::array<TexelAccess, kWarpSize> of_lanes_;
  std::array<std::uint64_t, kWarpSize> addresses_{};
};

}  // namespace simt
