// The order of a launch's blocks, warps and lanes, drawn from a seed: simt/schedule.h.
//
// A drawn order is reached from the one in order by exchanging neighbours, one after the other. Whoever looks for the two threads
// whose order a result depends on stops on the way: two launches that differ by one exchange differ in the order of two threads.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/schedule.h"

namespace simt {

class DrawnSchedule {
 public:
  DrawnSchedule() = default;
  // `first_block` to `end_block`: of the grid. `resident_blocks`: how many of them a GPU holds at a time. Blocks change places
  // among so many: a GPU begins the others later.
  DrawnSchedule(const Schedule& schedule, std::uint64_t first_block, std::uint64_t end_block,
                std::uint64_t resident_blocks);

  bool is_in_order() const { return schedule_.seed == 0; }
  // The block that begins as the n-th of the grid.
  std::uint64_t block_at(std::uint64_t position);
  // Puts numbers from 0 on into the order of a block's warps, or of the lanes of each of its warps.
  void order_warps(std::uint64_t block, std::vector<unsigned>& order) {
    order_in(Drawn::warps, block, order);
  }
  void order_lanes(std::uint64_t block, std::vector<unsigned>& order) {
    order_in(Drawn::lanes, block, order);
  }
  // Whether the block waits behind its barrier number `phase` while others go on.
  bool sets_aside(std::uint64_t block, std::uint64_t phase);

  const ExchangedOrder& exchanged() const { return exchanged_; }

 private:
  void order_in(Drawn what, std::uint64_t block, std::vector<unsigned>& order);
  void exchange(std::vector<unsigned>& order, const std::vector<unsigned>& drawn,
                const ExchangedOrder& described);
  std::uint64_t seed_for(Drawn what, std::uint64_t number) const;

  Schedule schedule_;
  std::uint64_t first_block_ = 0;
  std::uint64_t end_block_ = 0;
  std::uint64_t resident_blocks_ = 1;
  std::uint64_t window_ = UINT64_MAX;  // the number of the resident blocks that window_order_ is about
  std::vector<unsigned> window_order_;
  unsigned turns_ = 0;
  ExchangedOrder exchanged_;
};

}  // namespace simt
