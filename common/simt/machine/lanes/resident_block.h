// A block that waits at grid.sync(), while its worker runs other blocks of the grid: a copy of all that they
// overwrite. It goes on at the same addresses, on the same worker, so that every pointer of it stays valid.
//
// Only what is in use is copied: of a thread that waits there some hundred bytes of stack, and the local
// arrays of the functions that it is in. So a few hundred thousand threads can wait.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lanes/lane_scheduler.h"
#include "memory/shared_memory.h"
#include "races/async_copies.h"

namespace simt {

struct ResidentBlock {
  std::uint64_t block = 0;
  std::uint64_t phase = 0;  // how many barriers it has passed
  std::uint64_t born = 0;   // the epoch in which it began
  std::uint32_t waits_at = kNoPlace;
  LaneScheduler::Saved lanes;
  SharedMemory::Saved shared;
  AsyncCopies copies;  // copies that are not finished

  std::size_t bytes() const { return sizeof *this + lanes.bytes() + shared.bytes(); }
};

}  // namespace simt
