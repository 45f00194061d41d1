#include "races/access_order.h"

#include <algorithm>
#include <utility>

#include "common/for_each_lane.h"

namespace simt {

void AccessOrder::begin_launch(bool has_fences, const abi::Place* places, std::uint32_t place_count) {
  has_fences_ = has_fences;
  places_ = places;
  has_block_scopes_ = std::any_of(places, places + place_count, [](const abi::Place& place) {
    return (place.flags & abi::kOfBlockScope) != 0;
  });
  objects_.clear();
  unguarded_.clear();
}

void AccessOrder::begin_block() {
  clock.begin_block();
  barrier_ = kNoPlace;
  warp_sync_ = kNoPlace;
  if (!has_fences_) return;
  objects_of_block_.clear();
  phases_.clear();
  threads_.clear();
  involved_.clear();
  is_involved_.clear();
  acquired_by_all_ = nullptr;
  fenced_before_barrier_ = nullptr;
  fenced_in_block_before_barrier_ = nullptr;
}

AccessOrder::OfThread& AccessOrder::of(unsigned thread) {
  if (threads_.empty()) {
    threads_.resize(kMostThreads);
    is_involved_.resize(kMostThreads);
  }
  if (!is_involved_[thread]) {
    is_involved_[thread] = true;
    involved_.push_back(thread);
  }
  return threads_[thread];
}

// Its own accesses, those of the block before the last barrier, those of the lanes that it met, and what it acquired.
Knowledge AccessOrder::known_at(unsigned thread, const Fence& fence) const {
  if (fence.until == 0) return nullptr;
  const std::uint64_t block = clock.block_epoch();
  auto known = std::make_shared<KnownAccesses>();
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const std::uint64_t met = syncs == nullptr ? 0 : syncs->known_until(thread % kWarpSize, lane);
    // At a barrier of the block the lanes of another warp are looked at.
    if (fence.barrier == clock.barrier_epoch() && met > fence.barrier)
      known->add(block, thread / kWarpSize * kWarpSize + lane, met);
  }
  known->add(block, thread, fence.until);
  known->add(block, KnownAccesses::kAllThreads, fence.barrier);
  Knowledge all = std::move(known);
  join(all, acquired_by_all_);
  join(all, fence.acquired);
  return all;
}

void AccessOrder::fence(unsigned thread, bool whole_device) {
  if (!has_fences_) return;
  OfThread& mine = of(thread);
  join(mine.acquired, std::exchange(mine.read_of_block, nullptr));
  if (whole_device) join(mine.acquired, std::exchange(mine.read_of_device, nullptr));
  clock.advance();
  mine.fence = {clock.now(), clock.barrier_epoch(), mine.acquired};
  if (whole_device) mine.device_fence = mine.fence;
  ++mine.fences;
  if (whole_device) ++mine.device_fences;
}

void AccessOrder::access_strongly(unsigned thread, const StrongAccess& access) {
  if (!has_fences_) return;
  auto& objects = objects_of(access);
  const auto known = objects.find(access.address);
  if (access.reads && known != objects.end()) acquire(thread, known->second, access);
  if (access.swaps) {
    OfThread& mine = of(thread);
    mine.swapped = access.address;
    mine.swapped_at = clock.advance();
    mine.fences = mine.device_fences = 0;
  }
  if (!access.writes) return;
  Object& object = known == objects.end() ? objects[access.address] : known->second;
  if (!access.reads) object = {};
  release(thread, object, access);
}

void AccessOrder::acquire(unsigned thread, const Object& object, const StrongAccess& access) {
  const bool is_of_this_block = object.of_block != nullptr && object.block == clock.block_epoch();
  if (!is_of_this_block && object.of_device == nullptr) return;
  OfThread& mine = of(thread);
  if (is_of_this_block) join(access.acquires ? mine.acquired : mine.read_of_block, object.of_block);
  if (!access.is_of_block_scope)
    join(access.acquires ? mine.acquired : mine.read_of_device, object.of_device);
}

// A thread gives back a lock. Of one that it took without a fence behind it, the next one does not know what it did before the
// fence that it has since.
void AccessOrder::give_back(unsigned thread, Knowledge& for_device, Knowledge& for_block) {
  OfThread& mine = threads_[thread];
  mine.swapped = 0;
  if (mine.device_fences != 1 && mine.fences != 1) return;
  const Knowledge before = known_at(thread, {mine.swapped_at, clock.barrier_epoch(), mine.acquired});
  if (mine.device_fences == 1) for_device = before;
  if (mine.fences == 1) for_block = before;
  unguarded_.push_back({mine.swapped_at, clock.now(), thread});
}

void AccessOrder::release(unsigned thread, Object& object, const StrongAccess& access) {
  Knowledge for_device;
  Knowledge for_block;
  if (!threads_.empty()) {
    const OfThread& mine = threads_[thread];
    for_device = known_at(thread, mine.device_fence);
    for_block = known_at(thread, mine.fence);
    if (mine.swapped == access.address && !access.swaps) give_back(thread, for_device, for_block);
  }
  if (!access.is_of_block_scope) {
    join(object.of_device, fenced_before_barrier_);
    join(object.of_device, for_device);
  }
  if (object.block != clock.block_epoch()) object.of_block = nullptr;
  object.block = clock.block_epoch();
  join(object.of_block, fenced_in_block_before_barrier_);
  join(object.of_block, for_block);
}

void AccessOrder::arrive(unsigned thread, std::uint64_t barrier) {
  if (!has_fences_) return;
  clock.advance();
  join(phases_[barrier].arrived, known_at(thread, {clock.now(), clock.barrier_epoch(), of(thread).acquired}));
}

void AccessOrder::complete_phase(std::uint64_t barrier) {
  if (!has_fences_) return;
  Phase& phase = phases_[barrier];
  join(phase.completed, std::exchange(phase.arrived, nullptr));
}

void AccessOrder::join_arrivals(unsigned thread, std::uint64_t barrier) {
  if (has_fences_) join(of(thread).acquired, phases_[barrier].arrived);
}

void AccessOrder::pass_phase(unsigned thread, std::uint64_t barrier) {
  if (has_fences_) join(of(thread).acquired, phases_[barrier].completed);
}

void AccessOrder::share(unsigned first_thread, std::uint32_t lanes) {
  if (threads_.empty()) return;
  Knowledge all;
  for_each_lane(lanes, [&](unsigned lane) { join(all, threads_[first_thread + lane].acquired); });
  if (all == nullptr) return;
  for_each_lane(lanes, [&](unsigned lane) { of(first_thread + lane).acquired = all; });
}

// At a barrier of the block.
void AccessOrder::share_all() {
  for (const unsigned thread : involved_) {
    OfThread& one = threads_[thread];
    join(acquired_by_all_, one.acquired);
    join(acquired_by_all_, one.read_of_block);
    join(acquired_by_all_, one.read_of_device);
    join(fenced_before_barrier_, known_at(thread, one.device_fence));
    join(fenced_in_block_before_barrier_, known_at(thread, one.fence));
    one = {};
    is_involved_[thread] = false;
  }
  involved_.clear();
}

bool AccessOrder::lacks_acquire(Mark before, unsigned thread) const {
  if (threads_.empty()) return false;
  const OfThread& mine = threads_[thread];
  return (mine.read_of_block != nullptr && mine.read_of_block->holds(before)) ||
         (mine.read_of_device != nullptr && mine.read_of_device->holds(before));
}

bool AccessOrder::is_outside_lock(Mark access) const {
  return std::any_of(unguarded_.begin(), unguarded_.end(), [&](const Unguarded& one) {
    return access.thread() == one.thread && access.epoch() >= one.from && access.epoch() < one.until;
  });
}

bool AccessOrder::is_ordered(Mark before, unsigned thread) const {
  if (EpochClock::is_pending(before)) return false;
  if (clock.is_of_this_block(before)) {
    const std::uint64_t epoch = before.epoch();
    const unsigned other = before.thread();
    if (epoch < clock.barrier_epoch() || other == thread) return true;
    if (other / kWarpSize == thread / kWarpSize &&
        syncs->knows(thread % kWarpSize, other % kWarpSize, epoch)) {
      return true;
    }
  }
  if (!has_fences_) return false;
  if (acquired_by_all_ != nullptr && acquired_by_all_->holds(before)) return true;
  return !threads_.empty() && threads_[thread].acquired != nullptr &&
         threads_[thread].acquired->holds(before);
}

}  // namespace simt
