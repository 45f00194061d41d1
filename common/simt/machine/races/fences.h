// The order between blocks that a kernel makes itself: one writes, calls __threadfence() and does an atomic
// operation; another does an atomic operation and then reads (CUDA C++ Programming Guide, "Memory Fence
// Functions"). A volatile access to global memory counts as an atomic operation here.
//
// Looked at only when two blocks seem to race. Which atomic operations belong together is not known, so a
// block that fences and another that does any atomic operation count as ordered: rather no finding than a
// wrong one.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <vector>

#include "races/epoch_clock.h"

namespace simt {

class Fences {
 public:
  // A thread of the block that its worker began in epoch `block_begin` fences in epoch `now`.
  void add(std::uint64_t block_begin, std::uint64_t now);
  // Whether the block that made this access fenced after it.
  bool fenced_after(Mark mark) const;

 private:
  struct Fence {
    std::uint64_t block_begin = 0;
    std::uint64_t last = 0;
  };

  mutable std::mutex mutex_;
  std::array<std::vector<Fence>, EpochClock::kMostWorkers> by_worker_;  // sorted by time
};

}  // namespace simt
