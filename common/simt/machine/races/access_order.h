// What orders the accesses of a launch: barriers, meetings of lanes, fences with atomic operations, and the
// ends of launches. All others can happen at the same time.
//
// Within a block a fence orders as between blocks: thread A accesses, A fences, B does an atomic operation
// after that, B accesses. See fences.h.
#pragma once

#include <array>
#include <cstdint>

#include "races/epoch_clock.h"
#include "races/fences.h"
#include "races/warp_syncs.h"

namespace simt {

class AccessOrder {
 public:
  EpochClock clock;
  const WarpSyncs* syncs = nullptr;  // the meetings of the warp whose accesses are looked at

  // `fences`: the launch's; null when the kernel has none.
  void begin_launch(Fences* fences) { fences_ = fences; }
  bool has_fences() const { return fences_ != nullptr; }
  void begin_block() {
    clock.begin_block();
    barrier_ = kNoPlace;
    warp_sync_ = kNoPlace;
    block_did_atomic_ = false;
    if (fences_ == nullptr) return;
    last_fence_.fill(0);
    last_atomic_.fill(0);
  }

  // The block that was born in that epoch goes on behind the grid.sync() at this place.
  void resume_block(std::uint64_t born, std::uint32_t place) {
    begin_block();
    clock.set_birth(born);
    pass_barrier(place);
  }

  // The block has passed the barrier at this place.
  void pass_barrier(std::uint32_t place) {
    barrier_ = place;
    warp_sync_ = kNoPlace;
  }
  // The place of the last barrier that ordered two threads of the block; kNoPlace: there was none.
  std::uint32_t last_barrier_of(unsigned thread, unsigned other) const {
    const bool one_warp = thread / kWarpSize == other / kWarpSize;
    return one_warp && syncs->last_place() != kNoPlace ? syncs->last_place() : barrier_;
  }

  // A warp has met at the __syncwarp() of this place.
  void note_warp_sync(std::uint32_t place) { warp_sync_ = place; }
  // The last one since the block's barrier, where the two threads are of two warps: it does not order them.
  std::uint32_t last_sync_beside(unsigned thread, unsigned other) const {
    return thread / kWarpSize == other / kWarpSize ? kNoPlace : warp_sync_;
  }

  // A thread of the block calls __threadfence(), or __threadfence_block().
  void fence(unsigned thread, bool whole_device) {
    if (fences_ == nullptr) return;
    last_fence_[thread] = clock.advance();
    if (whole_device) fences_->add(clock.block_epoch(), clock.now());
  }
  // …or waits until a barrier's phase is over, which is as good as an atomic operation after the fences of
  // those that arrived.
  void pass_phase(unsigned thread) { note_atomic(thread, false); }
  // …or does an atomic operation, or accesses global memory as volatile.
  void note_atomic(unsigned thread, bool on_global_memory) {
    if (fences_ == nullptr) return;
    last_atomic_[thread] = clock.now();
    block_did_atomic_ |= on_global_memory;
  }

  // Whether an access of this launch comes before what `thread` of this block does now.
  bool is_ordered(Mark before, unsigned thread) const {
    if (EpochClock::is_pending(before)) return false;
    if (!clock.is_of_this_block(before)) return block_did_atomic_ && fences_->fenced_after(before);
    const std::uint64_t epoch = before.epoch();
    const unsigned other = before.thread();
    if (epoch < clock.barrier_epoch() || other == thread) return true;
    if (other / kWarpSize == thread / kWarpSize &&
        syncs->knows(thread % kWarpSize, other % kWarpSize, epoch)) {
      return true;
    }
    return fences_ != nullptr && last_fence_[other] > epoch && last_atomic_[thread] > epoch;
  }

 private:
  static constexpr std::size_t kMostThreads = 1024;

  Fences* fences_ = nullptr;
  bool block_did_atomic_ = false;
  std::uint32_t barrier_ = kNoPlace;    // the block's last one
  std::uint32_t warp_sync_ = kNoPlace;  // any warp's last one since then
  // For each thread of the block: the epoch that its last fence began, and the epoch of its last atomic
  // operation.
  std::array<std::uint64_t, kMostThreads> last_fence_{};
  std::array<std::uint64_t, kMostThreads> last_atomic_{};
};

}  // namespace simt
