// Requests of texels: what the fetches of a warp's lanes from arrays and pitched memory cost, and accesses to
// surfaces. A lane's filtered fetch reads several texels, so that its log entry holds the number of a
// TexelAccess instead of an address.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "simt/request.h"
#include "simt/texture.h"

namespace simt {

// The texels that one lane accesses at once.
struct TexelAccess {
  // The arrays are set only up to `count`, because an object is made for each access of a lane.
  TexelAccess() {}  // NOLINT(modernize-use-equals-default,cppcoreguidelines-pro-type-member-init)
  std::array<std::uint64_t, 8> addresses;
  std::array<std::uint64_t, 8> sectors;
  unsigned count = 0;

  // Adds a texel and its sector, each only once.
  void add(std::uint64_t address, std::uint64_t sector);
};

// Returns the sector that holds a texel. In pitched memory sectors follow the addresses; in an array a sector
// holds 16 bytes of two rows: measured (data/h200_texture_requests.csv).
std::uint64_t sector_of(const TexelMemory& memory, const unsigned char* texel);

// Accesses that have been made and not been judged yet, by number.
class TexelAccesses {
 public:
  std::uint64_t add(const TexelAccess& access);
  // Returns the access and frees its number for another one.
  const TexelAccess& take(std::uint64_t number) {
    free_.push_back(number);
    return all_[number];
  }
  const TexelAccess& peek(std::uint64_t number) const { return all_[number]; }
  void clear() {
    all_.clear();
    free_.clear();
  }

 private:
  std::vector<TexelAccess> all_;
  std::vector<std::uint64_t> free_;
};

// Returns the cost for the lanes in `active`. A fetch is served four lanes at a time, a surface access eight.
RequestCost texel_cost(const std::array<TexelAccess, kWarpSize>& lanes, std::uint32_t active, unsigned width,
                       bool is_fetch);

}  // namespace simt
