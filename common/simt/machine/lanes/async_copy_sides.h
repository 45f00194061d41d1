// Asynchronous copies (cp.async), as the lane makes them: both sides are checked, and the bytes are moved at once.
// That the program must wait before it looks at them is checked apart: races/async_copies.h.
#pragma once

#include <cstdint>

#include "lanes/access_door.h"
#include "lanes/running_lane.h"
#include "memory/memory_map.h"

namespace simt {

class AsyncCopySides {
 public:
  AsyncCopySides(RunningLane& lane, AccessDoor& door, MemoryMap& memory)
      : lane_(lane), door_(door), memory_(memory) {}

  // A copy is made by two calls of a lane, one after the other: first its source, then its target.
  void source(std::uint32_t place, std::uint64_t address, std::uint64_t base, std::uint32_t bytes);
  void target(std::uint32_t place, std::uint64_t address, std::uint64_t base);
  void commit(std::uint32_t place) { lane_.log(place, 0); }
  // Waits until at most so many groups are unfinished, or for abi::kAllCopies.
  void wait(std::uint32_t place, std::uint32_t groups);

 private:
  bool is_in_window(std::uint32_t place, std::uint64_t address) const;

  RunningLane& lane_;
  AccessDoor& door_;
  MemoryMap& memory_;
  // The source and its bytes, between the two calls; 0: nothing is read
  std::uint64_t copied_from_ = 0;
  std::uint32_t copied_bytes_ = 0;
};

}  // namespace simt
