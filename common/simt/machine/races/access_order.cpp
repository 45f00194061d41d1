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
Knowledge AccessOrder::known_by(unsigned thread) {
  const std::uint64_t block = clock.block_epoch();
  auto known = std::make_shared<KnownAccesses>();
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const std::uint64_t until = syncs == nullptr ? 0 : syncs->known_until(thread % kWarpSize, lane);
    if (until > clock.barrier_epoch()) known->add(block, thread / kWarpSize * kWarpSize + lane, until);
  }
  known->add(block, thread, clock.now());
  known->add(block, KnownAccesses::kAllThreads, clock.barrier_epoch());
  Knowledge all = std::move(known);
  join(all, acquired_by_all_);
  join(all, of(thread).acquired);
  return all;
}

void AccessOrder::fence(unsigned thread, bool whole_device) {
  if (!has_fences_) return;
  OfThread& mine = of(thread);
  join(mine.acquired, std::exchange(mine.read_of_block, nullptr));
  if (whole_device) join(mine.acquired, std::exchange(mine.read_of_device, nullptr));
  clock.advance();
  mine.fenced = known_by(thread);
  if (whole_device) mine.fenced_for_device = mine.fenced;
}

void AccessOrder::access_strongly(unsigned thread, const StrongAccess& access) {
  if (!has_fences_) return;
  auto& objects = objects_of(access);
  const auto known = objects.find(access.address);
  if (access.reads && known != objects.end()) acquire(thread, known->second, access);
  if (!access.writes) return;
  Object& object = known == objects.end() ? objects[access.address] : known->second;
  if (!access.reads) object = {};
  release(thread, object, access);
}

void AccessOrder::acquire(unsigned thread, const Object& object, const StrongAccess& access) {
  const bool is_of_this_block = object.of_block != nullptr && object.block == clock.block_epoch();
  if (!is_of_this_block && object.of_device == nullptr) return;
  OfThread& mine = of(thread);
  if (is_of_this_block) join(mine.read_of_block, object.of_block);
  if (!access.is_of_block_scope) join(mine.read_of_device, object.of_device);
}

void AccessOrder::release(unsigned thread, Object& object, const StrongAccess& access) {
  const OfThread* const mine = threads_.empty() ? nullptr : &threads_[thread];
  if (!access.is_of_block_scope) {
    join(object.of_device, fenced_before_barrier_);
    if (mine != nullptr) join(object.of_device, mine->fenced_for_device);
  }
  if (object.block != clock.block_epoch()) object.of_block = nullptr;
  object.block = clock.block_epoch();
  join(object.of_block, fenced_in_block_before_barrier_);
  if (mine != nullptr) join(object.of_block, mine->fenced);
}

void AccessOrder::arrive(unsigned thread, std::uint64_t barrier) {
  if (!has_fences_) return;
  clock.advance();
  join(phases_[barrier].arrived, known_by(thread));
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
    join(fenced_before_barrier_, one.fenced_for_device);
    join(fenced_in_block_before_barrier_, one.fenced);
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
