// Blocks that were set aside, because they wait for what other blocks do, or because the schedule lets others go on first. A GPU
// runs its resident blocks side by side; a worker runs them in turns.
//
// All that other blocks overwrite is kept for a block that is set aside, so that it continues where it stopped, at the same
// addresses, on the same worker.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "lanes/block_barrier.h"
#include "lanes/lane_scheduler.h"
#include "lanes/phase_barriers.h"
#include "lanes/warp_scheduler.h"
#include "loading/launch.h"
#include "memory/shared_memory.h"
#include "races/access_order.h"
#include "races/async_copies.h"

namespace simt {

struct WaitingBlock {
  std::uint64_t block = 0;
  std::uint64_t phase = 0;   // how many barriers it has passed
  bool is_in_phase = false;  // some of its threads have not come to the next barrier yet
  LaneScheduler::Saved lanes;
  SharedMemory::Saved shared;
  AsyncCopies copies;
  AccessOrder::SavedBlock order;
  PhaseBarriers::OfBlock phases;
  BlockBarrier::Arrivals arrivals;
  std::vector<PolledValue> polled;  // in global memory; empty: it does not wait for others, or not there
  std::size_t bytes = 0;

  bool may_find_more() const;
};

class WaitingBlocks {
 public:
  void begin_launch(Launch& launch);

  // Whether another block of the grid may begin while these wait: a GPU holds only so many at a time.
  bool leave_room() const { return blocks_.size() < most_; }
  bool empty() const { return blocks_.empty(); }
  // Throws Error when the blocks that wait take more than half of the computer's memory.
  void add(WaitingBlock&& block);
  // Of those that may find something new the one that waits longest; else the one that waits longest: it may give up.
  WaitingBlock take();

 private:
  Launch* launch_ = nullptr;
  std::deque<WaitingBlock> blocks_;
  std::uint64_t most_ = 1;
};

}  // namespace simt
