// What the places of the program did to each array in a launch, as one worker counted it: sums, and the
// costliest request of each.
#pragma once

#include <cstdint>
#include <deque>
#include <tuple>
#include <vector>

#include "memory/region.h"
#include "simt/report.h"

namespace simt {

// When a warp made its requests: the block, how many barriers before, the warp. Moments are in the order of
// the unshuffled schedule.
struct Moment {
  std::uint64_t block = 0;
  std::uint64_t phase = 0;
  unsigned warp = 0;

  bool operator<(const Moment& other) const {
    return std::tie(block, phase, warp) < std::tie(other.block, other.phase, other.warp);
  }
};

// The requests of one place to one array.
struct PlaceTotals : Counts {
  std::uint32_t place = 0;
  const Region* region = nullptr;
  Space space = Space::global;  // the region's, or texture
  PlaceTotals* next = nullptr;  // the totals of the same place for another array
  Op op = Op::load;
  std::uint8_t width = 0;
  Instruction instruction = Instruction::plain;
  bool asynchronous = false;  // a side of cp.async

  std::uint64_t split_requests = 0;
  // The request that costs most above what it must; of equals the first.
  Request worst;
  RequestCost worst_cost;
  Moment worst_at;

  // Whether a request that has just been added is to be kept as the example.
  bool is_worst(const RequestCost& cost, const Moment& at) const {
    const std::uint32_t excess = cost.excess();
    const std::uint32_t known = worst_cost.excess();
    return requests == 1 || excess > known || (excess == known && at < worst_at);
  }
};

class AccessTotals {
 public:
  void begin_launch(std::uint32_t places) {
    by_place_.assign(places, nullptr);
    totals_.clear();
  }

  PlaceTotals& of(std::uint32_t place, Space space, const Region& region) {
    PlaceTotals*& first = by_place_[place];
    for (PlaceTotals* known = first; known != nullptr; known = known->next) {
      if (known->region == &region && known->space == space) return *known;
    }
    PlaceTotals& added = totals_.emplace_back();
    added.place = place;
    added.region = &region;
    added.space = space;
    added.next = first;
    first = &added;
    return added;
  }

  const std::deque<PlaceTotals>& all() const { return totals_; }

 private:
  std::vector<PlaceTotals*> by_place_;
  std::deque<PlaceTotals> totals_;
};

}  // namespace simt
