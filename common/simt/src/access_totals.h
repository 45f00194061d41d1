// What the places of the program did in a launch, as one worker counted it: sums, and the costliest request
// of each.
#pragma once

#include <cstdint>
#include <deque>
#include <tuple>
#include <vector>

#include "simt/report.h"

namespace simt {

// When a warp's requests were made: the block, how many barriers before, the warp. In the order of the
// unshuffled schedule.
struct Moment {
  std::uint64_t block = 0;
  std::uint64_t phase = 0;
  unsigned warp = 0;

  bool operator<(const Moment& other) const {
    return std::tie(block, phase, warp) < std::tie(other.block, other.phase, other.warp);
  }
};

// The requests of one place in one memory space.
struct PlaceTotals {
  std::uint32_t place = 0;
  Space space = Space::global;
  Op op = Op::load;
  std::uint8_t width = 0;

  std::uint64_t requests = 0;
  std::uint64_t lanes = 0;
  std::uint64_t sectors = 0;
  std::uint64_t least_sectors = 0;
  std::uint64_t wavefronts = 0;
  std::uint64_t least_wavefronts = 0;
  std::uint64_t bank_conflicts = 0;

  // The request that costs most above what it must; of equals the first.
  Request worst;
  RequestCost worst_cost;
  Moment worst_at;
  std::uint64_t worst_base = 0;  // where the array of its first lane begins
  const char* worst_array = "";  // and its name

  void add(const RequestCost& cost, unsigned active) {
    ++requests;
    lanes += active;
    sectors += cost.sectors;
    least_sectors += cost.least_sectors;
    wavefronts += cost.wavefronts;
    least_wavefronts += cost.least_wavefronts;
    bank_conflicts += cost.bank_conflicts;
  }
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
    index_.assign(std::size_t{places} * kSpaces, nullptr);
    totals_.clear();
  }

  PlaceTotals& of(std::uint32_t place, Space space) {
    PlaceTotals*& known = index_[std::size_t{place} * kSpaces + static_cast<std::size_t>(space)];
    if (known == nullptr) {
      known = &totals_.emplace_back();
      known->place = place;
      known->space = space;
    }
    return *known;
  }

  const std::deque<PlaceTotals>& all() const { return totals_; }

 private:
  static constexpr std::size_t kSpaces = 5;

  std::vector<PlaceTotals*> index_;
  std::deque<PlaceTotals> totals_;
};

}  // namespace simt
