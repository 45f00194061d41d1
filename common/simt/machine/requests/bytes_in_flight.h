// The bytes that a warp's lanes have in flight: loads from global memory between two waits, lane by lane.
//
// Every load is of a number of waits (abi::Place::load_waits): those of one number are on their way together.
// A new round of a loop, and a function that was not inlined, begin anew. As long as all 32 lanes do the
// same, one sum holds for all of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "common/for_each_lane.h"
#include "contract/module_abi.h"
#include "simt/report.h"

namespace simt {

// What one worker has counted in a launch.
class InFlightTotals {
 public:
  void add(std::uint64_t bytes, std::uint64_t lanes) {
    sum_.bytes += bytes * lanes;
    sum_.waits += lanes;
    sum_.most = std::max(sum_.most, bytes);
  }
  const BytesInFlight& sum() const { return sum_; }

 private:
  BytesInFlight sum_;
};

class WarpInFlight {
 public:
  // All 32 lanes load so many bytes each.
  void load(std::uint32_t waits, std::uint32_t bytes, InFlightTotals& totals) {
    Group& group = groups_[waits % kGroups];
    if (group.has_parted) return load_by(~0U, waits, bytes, totals);
    if (group.waits != waits) {
      finish(group, totals);
      group.waits = waits;
    }
    group.bytes += bytes;
    used_ |= 1U << waits % kGroups;
  }
  // Notes a load that only these lanes of the warp execute.
  void load_by(std::uint32_t lanes, std::uint32_t waits, std::uint32_t bytes, InFlightTotals& totals);

  // These lanes begin another round of a loop, or a function: their earlier loads have arrived.
  void arrive(std::uint32_t lanes, InFlightTotals& totals) {
    if (used_ != 0) arrive_by(lanes, totals);
  }

 private:
  // Groups that are on their way at a time: of loads that wait for each other so often, the first has
  // arrived.
  static constexpr std::uint32_t kGroups = 8;

  struct Sum {
    std::uint32_t waits = 0;
    std::uint32_t bytes = 0;
  };
  // Loads of one number of waits, while all lanes agree: else lanes_ has each lane's.
  struct Group : Sum {
    bool has_parted = false;
  };

  static void finish(Sum& sum, InFlightTotals& totals, std::uint64_t lanes = abi::kLanes) {
    if (sum.bytes != 0) totals.add(sum.bytes, lanes);
    sum.bytes = 0;
  }
  void part(std::uint32_t number);
  void arrive_by(std::uint32_t lanes, InFlightTotals& totals);

  std::uint32_t used_ = 0;  // groups that something was loaded in
  std::array<Group, kGroups> groups_{};
  std::array<std::array<Sum, abi::kLanes>, kGroups> lanes_{};
};

}  // namespace simt
