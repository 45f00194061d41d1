// The time by which shadow memory tells accesses apart. It is counted in epochs: a worker's epoch goes on
// with each block, each barrier, each meeting of lanes and each fence, and no epoch is used twice while
// shadow memory keeps its marks, so that it need never be cleared in between.
#pragma once

#include <cstdint>

#include "memory/mark.h"

namespace simt {

class EpochClock {
 public:
  static constexpr unsigned kWorkerBits = 6;
  static constexpr unsigned kMostWorkers = 1U << kWorkerBits;
  // Marks stay below 2^63, so that they can be compared as signed numbers too.
  static constexpr std::uint64_t kMostTicks = std::uint64_t{1} << (63 - Mark::kEpochShift - kWorkerBits);

  // Ticks before `first_tick` belong to earlier launches.
  void begin_launch(unsigned worker, std::uint64_t first_tick) {
    worker_ = worker;
    tick_ = first_tick;
    launch_bits_ = first_tick << kWorkerBits << Mark::kEpochShift;
  }
  void begin_block() {
    barrier();
    block_ = born_ = barrier_;
  }
  // All workers have met at a grid.sync(): what came before is ordered, as by the end of a launch. No clock
  // has come to `first_tick` yet.
  void pass_grid_barrier(std::uint64_t first_tick) {
    tick_ = first_tick;
    launch_bits_ = first_tick << kWorkerBits << Mark::kEpochShift;
  }
  // The block that goes on behind a grid.sync() was born in that epoch.
  void set_birth(std::uint64_t born) { born_ = born; }
  void barrier() { barrier_ = advance(); }
  std::uint64_t advance() { return ++tick_ << kWorkerBits | worker_; }

  std::uint64_t now() const { return tick_ << kWorkerBits | worker_; }
  std::uint64_t block_epoch() const { return block_; }
  std::uint64_t birth() const { return born_; }
  std::uint64_t barrier_epoch() const { return barrier_; }
  std::uint64_t next_tick() const { return tick_ + 1; }

  // The epoch of a store that has begun and is not over. It is later than every other, and the clock never
  // reaches it.
  std::uint64_t pending_epoch() const { return kPendingTick << kWorkerBits | worker_; }
  static bool is_pending(Mark mark) { return mark.epoch() >> kWorkerBits == kPendingTick; }

  // A mark below these bits is older than the launch or its last grid.sync(), the block since then, all of
  // the block, the last barrier.
  std::uint64_t launch_bits() const { return launch_bits_; }
  std::uint64_t block_bits() const { return block_ << Mark::kEpochShift; }
  std::uint64_t birth_bits() const { return born_ << Mark::kEpochShift; }
  std::uint64_t barrier_bits() const { return barrier_ << Mark::kEpochShift; }

  bool is_of_this_block(Mark mark) const {
    return mark.epoch() >= block_ && (mark.epoch() & (kMostWorkers - 1)) == worker_;
  }

 private:
  static constexpr std::uint64_t kPendingTick = kMostTicks - 1;

  std::uint64_t worker_ = 0;
  std::uint64_t tick_ = 0;
  std::uint64_t launch_bits_ = 0;
  std::uint64_t block_ = 0;    // when the block began, or went on behind the grid's last barrier
  std::uint64_t born_ = 0;     // when it began
  std::uint64_t barrier_ = 0;  // the epoch of the block's last barrier, or of its beginning
};

}  // namespace simt
