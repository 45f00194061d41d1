// Cooperative launches, in which all blocks of the grid are resident at once. A worker runs each of its blocks to
// grid.sync() and keeps a copy of it there: of all that the other blocks overwrite. When all workers have done so, the
// barrier is complete if every thread of the grid waits at it, and the blocks go on one after another, each at the
// same addresses, on the same worker, so that every pointer of it stays valid. Accesses before and after the barrier
// are ordered as those of two launches are.
//
// Only what is in use is copied: of a thread that waits there some hundred bytes of stack, and the local
// arrays of the functions that it is in. So a few hundred thousand threads can wait.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "faults/fault_log.h"
#include "lanes/lane_scheduler.h"
#include "loading/launch.h"
#include "memory/memory_map.h"
#include "races/access_order.h"
#include "races/async_copies.h"
#include "requests/request_judge.h"
#include "workers/grid_barrier.h"

namespace simt {

// A block that waits at grid.sync(), or runs on behind it.
struct ResidentBlock {
  std::uint64_t block = 0;
  std::uint64_t phase = 0;            // how many barriers it has passed
  std::uint64_t born = 0;             // the epoch in which it began
  std::uint32_t waits_at = kNoPlace;  // kNoPlace: it has ended
  LaneScheduler::Saved lanes;
  SharedMemory::Saved shared;
  AsyncCopies copies;  // copies that are not finished

  std::size_t bytes() const { return sizeof *this + lanes.bytes() + shared.bytes(); }
};

class ResidentBlocks {
 public:
  ResidentBlocks(MemoryMap& memory, AccessOrder& order, RequestJudge& judge, LaneScheduler& lanes,
                 FaultLog& faults)
      : memory_(memory), order_(order), judge_(judge), lanes_(lanes), faults_(faults) {}

  void begin_launch(Launch& launch);

  // The block that the lanes hold waits at the grid's barrier at `place`, after `phase` barriers. Throws Error when the
  // blocks that wait take more than half of the computer's memory.
  void keep(ResidentBlock& resident, std::uint32_t place, std::uint64_t phase);
  // The block has ended.
  void note_end(std::uint64_t block) { phase_.ended.add(block); }
  // The block of this number, which was born in that epoch. A new one where there is none yet.
  ResidentBlock& of(std::uint64_t block, std::uint64_t born);
  std::vector<ResidentBlock>& all() { return all_; }

  // All blocks of this worker wait or have ended. Returns when all workers' have: false when the launch is over.
  bool meet();
  // Puts the block back to where it waits.
  void restore(const ResidentBlock& resident);

 private:
  bool goes_on(const GridPhase& all);

  MemoryMap& memory_;
  AccessOrder& order_;
  RequestJudge& judge_;
  LaneScheduler& lanes_;
  FaultLog& faults_;
  Launch* launch_ = nullptr;
  std::vector<ResidentBlock> all_;  // sorted by block number
  GridPhase phase_;                 // since the last meeting
};

}  // namespace simt
