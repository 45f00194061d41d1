// The time by which shadow memory tells accesses apart. It is counted in epochs: a worker's epoch goes on
// with each block, each barrier, each meeting of lanes and each fence, and no epoch is used twice while
// shadow memory keeps its marks, so that it need never be cleared in between.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "memory/mark.h"

namespace simt {

// Marks of accesses that a barrier orders before what the running block does now: of this block, from before its last barrier.
struct OrderedMarks {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  // as bits of a mark
  std::uint64_t worker = 0;

  bool has(std::uint64_t bits) const {
    return bits - begin < end - begin && ((bits >> Mark::kEpochShift ^ worker) & kWorkerMask) == 0;
  }
  static constexpr unsigned kWorkerBits = 6;
  static constexpr std::uint64_t kWorkerMask = (std::uint64_t{1} << kWorkerBits) - 1;
};

class EpochClock {
 public:
  static constexpr unsigned kWorkerBits = OrderedMarks::kWorkerBits;
  static constexpr unsigned kMostWorkers = 1U << kWorkerBits;
  // Marks stay below 2^63, so that they can be compared as signed numbers too.
  static constexpr std::uint64_t kMostTicks = std::uint64_t{1} << (63 - Mark::kEpochShift - kWorkerBits);

  // Ticks before `first_tick` belong to earlier launches.
  void begin_launch(unsigned worker, std::uint64_t first_tick) {
    worker_ = worker;
    tick_ = first_tick;
    launch_bits_ = first_tick << kWorkerBits << Mark::kEpochShift;
    turns_.clear();
  }
  void begin_block() {
    barrier();
    block_ = born_ = barrier_;
    away_.clear();
    note_turn();
  }

  // What tells the running block's epochs from those of the blocks that run in its place meanwhile.
  struct SavedBlock {
    std::uint64_t block = 0;
    std::uint64_t born = 0;
    std::uint64_t barrier = 0;
    std::uint64_t left = 0;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> away;
  };
  SavedBlock set_aside() {
    if (turns_.empty()) turns_.emplace_back(block_, block_);
    advance();
    return {block_, born_, barrier_, now(), std::exchange(away_, {})};
  }
  void take_up(SavedBlock&& saved) {
    block_ = saved.block;
    born_ = saved.born;
    barrier_ = saved.barrier;
    away_ = std::move(saved.away);
    away_.emplace_back(saved.left, advance());
    note_turn();
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

  // None where others ran in the block's place meanwhile, whose marks lie between its own.
  OrderedMarks ordered_by_barrier() const {
    return {away_.empty() ? block_bits() : barrier_bits(), barrier_bits(), worker_};
  }

  bool is_of_this_worker(Mark mark) const { return (mark.epoch() & (kMostWorkers - 1)) == worker_; }
  bool is_of_this_block(Mark mark) const {
    const std::uint64_t epoch = mark.epoch();
    return epoch >= block_ && is_of_this_worker(mark) && (away_.empty() || !was_away(epoch));
  }
  // The epoch in which the block began whose access of this worker it is; 0: blocks ran one after another by then.
  std::uint64_t block_of(Mark mark) const {
    if (turns_.empty() || mark.epoch() < turns_.front().first) return 0;
    const auto after =
        std::upper_bound(turns_.begin(), turns_.end(), mark.epoch(),
                         [](std::uint64_t epoch, const auto& turn) { return epoch < turn.first; });
    return std::prev(after)->second;
  }

 private:
  bool was_away(std::uint64_t epoch) const {
    return std::any_of(away_.begin(), away_.end(),
                       [&](const auto& one) { return one.first <= epoch && epoch < one.second; });
  }
  // Turns are noted from the first block on that was set aside.
  void note_turn() {
    if (!turns_.empty()) turns_.emplace_back(now(), block_);
  }

  static constexpr std::uint64_t kPendingTick = kMostTicks - 1;

  std::uint64_t worker_ = 0;
  std::uint64_t tick_ = 0;
  std::uint64_t launch_bits_ = 0;
  std::uint64_t block_ = 0;    // when the block began, or went on behind the grid's last barrier
  std::uint64_t born_ = 0;     // when it began
  std::uint64_t barrier_ = 0;  // the epoch of the block's last barrier, or of its beginning
  // From one epoch up to another: others ran in the running block's place.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> away_;
  // Which block goes on in an epoch: both named by epochs, in order of time.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> turns_;
};

}  // namespace simt
