#include "races/access_order.h"

#include <algorithm>
#include <utility>

#include "common/for_each_lane.h"

namespace simt {

void AccessOrder::begin_launch(bool has_fences, bool tells_of_reads, bool is_strict, const abi::Place* places,
                               std::uint32_t place_count) {
  has_fences_ = has_fences;
  tells_of_reads_ = tells_of_reads;
  is_strict_ = is_strict;
  places_ = places;
  const auto has = [&](std::uint8_t flag) {
    return std::any_of(places, places + place_count,
                       [&](const abi::Place& place) { return (place.flags & flag) != 0; });
  };
  has_block_scopes_ = has(abi::kOfBlockScope);
  has_volatile_ = has(abi::kVolatile);
  objects_.clear();
  published_reads_.clear();
  unguarded_.clear();
}

void AccessOrder::Block::clear() {
  objects.clear();
  phases.clear();
  threads.clear();
  involved.clear();
  is_involved.clear();
  acquired_by_all = nullptr;
  fenced_before_barrier = nullptr;
  fenced_in_block_before_barrier = nullptr;
  reads_of_all = nullptr;
  published = nullptr;
}

void AccessOrder::begin_block() {
  clock.begin_block();
  block_.barrier = kNoPlace;
  block_.warp_sync = kNoPlace;
  if (has_fences_) block_.clear();
}

AccessOrder::SavedBlock AccessOrder::set_aside() {
  SavedBlock saved;
  saved.block_ = std::exchange(block_, {});
  saved.clock_ = clock.set_aside();
  return saved;
}

void AccessOrder::take_up(SavedBlock&& saved) {
  block_ = std::move(saved.block_);
  clock.take_up(std::move(saved.clock_));
}

AccessOrder::OfThread& AccessOrder::of(unsigned thread) {
  if (thread >= block_.threads.size()) {
    block_.threads.resize((thread / kWarpSize + 1) * kWarpSize);
    block_.is_involved.resize(block_.threads.size());
  }
  if (!block_.is_involved[thread]) {
    block_.is_involved[thread] = true;
    block_.involved.push_back(thread);
  }
  return block_.threads[thread];
}

// What the thread knows by meetings since that barrier.
void AccessOrder::add_met_lanes(KnownAccesses& known, std::uint64_t block, unsigned thread,
                                std::uint64_t barrier) const {
  std::array<std::uint64_t, kWarpSize> met;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) met[lane] = syncs->known_until(thread % kWarpSize, lane);
  const std::uint64_t by_all = *std::min_element(met.begin(), met.end());
  if (by_all > barrier) known.add(block, KnownAccesses::all_of_warp(thread / kWarpSize), by_all);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (met[lane] > std::max(by_all, barrier))
      known.add(block, thread / kWarpSize * kWarpSize + lane, met[lane]);
  }
}

// Its own accesses, those of the block before the last barrier, those of the lanes that it met, and what it acquired.
Knowledge AccessOrder::known_at(unsigned thread, const Fence& fence) const {
  if (fence.until == 0) return nullptr;
  const std::uint64_t block = clock.block_epoch();
  auto known = std::make_shared<KnownAccesses>();
  // At a barrier of the block the lanes of another warp are looked at.
  if (syncs != nullptr && fence.barrier == clock.barrier_epoch())
    add_met_lanes(*known, block, thread, fence.barrier);
  known->add(block, thread, fence.until);
  known->add(block, KnownAccesses::kAllThreads, fence.barrier);
  Knowledge all = std::move(known);
  join(all, block_.acquired_by_all);
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
  if (object.reads != nullptr && !access.is_of_block_scope) join(of(thread).reads, object.reads);
  const bool is_of_this_block = object.of_block != nullptr && object.block == clock.block_epoch();
  if (!is_of_this_block && object.of_device == nullptr) return;
  OfThread& mine = of(thread);
  if (is_of_this_block) join(access.acquires ? mine.acquired : mine.read_of_block, object.of_block);
  if (!access.is_of_block_scope)
    join(access.acquires ? mine.acquired : mine.read_of_device, object.of_device);
}

// Tells what the block read before its last barrier, and what the thread has seen.
void AccessOrder::publish_reads(unsigned thread, SeenPublications& object) {
  const bool has_passed_barrier = clock.barrier_epoch() != clock.block_epoch();
  if (has_passed_barrier && block_.published == nullptr) {
    PublicationSet known = block_.reads_of_all != nullptr ? *block_.reads_of_all : PublicationSet();
    known.add(published_reads_.publish(clock.block_epoch(), clock.barrier_epoch()));
    block_.published = std::make_shared<const PublicationSet>(std::move(known));
  }
  join(object, has_passed_barrier ? block_.published : block_.reads_of_all);
  if (const OfThread* mine = known_of(thread)) join(object, mine->reads);
}

// A thread gives back a lock. Of one that it took without a fence behind it, the next one does not know what it did before the
// fence that it has since.
void AccessOrder::give_back(unsigned thread, Knowledge& for_device, Knowledge& for_block) {
  OfThread& mine = block_.threads[thread];
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
  if (const OfThread* mine = known_of(thread)) {
    for_block = known_at(thread, mine->fence);
    if (!access.is_of_block_scope) {
      const bool is_last = mine->device_fence.until == mine->fence.until;
      for_device = is_last ? for_block : known_at(thread, mine->device_fence);
    }
    if (mine->swapped == access.address && !access.swaps) give_back(thread, for_device, for_block);
  }
  if (!access.is_of_block_scope) {
    join(for_device, block_.fenced_before_barrier);
    join_object(object.of_device, for_device, objects_begun_);
    if (tells_of_reads_ && !access.is_in_shared_memory) publish_reads(thread, object.reads);
  }
  if (object.block != clock.block_epoch()) object.of_block = nullptr;
  object.block = clock.block_epoch();
  join(for_block, block_.fenced_in_block_before_barrier);
  join_object(object.of_block, for_block, objects_begun_);
}

void AccessOrder::arrive(unsigned thread, std::uint64_t barrier) {
  if (!has_fences_) return;
  clock.advance();
  join(block_.phases[barrier].arrived,
       known_at(thread, {clock.now(), clock.barrier_epoch(), of(thread).acquired}));
}

void AccessOrder::complete_phase(std::uint64_t barrier) {
  if (!has_fences_) return;
  Phase& phase = block_.phases[barrier];
  join(phase.completed, std::exchange(phase.arrived, nullptr));
}

void AccessOrder::join_arrivals(unsigned thread, std::uint64_t barrier) {
  if (has_fences_) join(of(thread).acquired, block_.phases[barrier].arrived);
}

void AccessOrder::pass_phase(unsigned thread, std::uint64_t barrier) {
  if (has_fences_) join(of(thread).acquired, block_.phases[barrier].completed);
}

void AccessOrder::share(unsigned first_thread, std::uint32_t lanes) {
  if (block_.threads.empty()) return;
  Knowledge all;
  SeenPublications reads;
  for_each_lane(lanes, [&](unsigned lane) {
    const OfThread* const one = known_of(first_thread + lane);
    if (one == nullptr) return;
    join(all, one->acquired);
    join(reads, one->reads);
  });
  if (all == nullptr && reads == nullptr) return;
  for_each_lane(lanes, [&](unsigned lane) {
    OfThread& one = of(first_thread + lane);
    one.acquired = all;
    one.reads = reads;
  });
}

// At a barrier of the block.
void AccessOrder::share_all() {
  block_.published = nullptr;
  for (const unsigned thread : block_.involved) {
    OfThread& one = block_.threads[thread];
    join(block_.reads_of_all, one.reads);
    join(block_.acquired_by_all, one.acquired);
    join(block_.acquired_by_all, one.read_of_block);
    join(block_.acquired_by_all, one.read_of_device);
    join(block_.fenced_before_barrier, known_at(thread, one.device_fence));
    join(block_.fenced_in_block_before_barrier, known_at(thread, one.fence));
    one = {};
    block_.is_involved[thread] = false;
  }
  block_.involved.clear();
}

bool AccessOrder::lacks_acquire(Mark before, unsigned thread) const {
  const OfThread* mine = known_of(thread);
  if (mine == nullptr || !clock.is_of_this_worker(before)) return false;
  const auto holds = [&](const Knowledge& known) {
    return known != nullptr && known->holds(before, clock.block_of(before));
  };
  return holds(mine->read_of_block) || holds(mine->read_of_device);
}

bool AccessOrder::is_outside_lock(Mark access) const {
  return std::any_of(unguarded_.begin(), unguarded_.end(), [&](const Unguarded& one) {
    return access.thread() == one.thread && access.epoch() >= one.from && access.epoch() < one.until;
  });
}

bool AccessOrder::is_ordered_by_lockstep(Mark before, unsigned thread) const {
  const unsigned other = before.thread();
  if (meetings == nullptr || other == thread || other / kWarpSize != thread / kWarpSize) return false;
  if (!clock.is_of_this_block(before) || before.epoch() < clock.barrier_epoch()) return false;
  const unsigned lane = thread % kWarpSize;
  return syncs->knows(lane, other % kWarpSize, before.epoch()) &&
         !meetings->knows(lane, other % kWarpSize, before.epoch());
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
  // What is known is of this worker's blocks alone: those that hand over to other blocks run on one worker.
  if (!has_fences_ || !clock.is_of_this_worker(before)) return false;
  if (block_.acquired_by_all != nullptr && block_.acquired_by_all->holds(before, clock.block_of(before)))
    return true;
  const OfThread* mine = known_of(thread);
  return mine != nullptr && mine->acquired != nullptr &&
         mine->acquired->holds(before, clock.block_of(before));
}

// Blocks on several workers see each other's stores at any time: of those nothing is known.
bool AccessOrder::is_read_before(Mark read, unsigned thread) const {
  if (!tells_of_reads_ || !clock.is_of_this_worker(read) || clock.is_of_this_block(read)) return false;
  const std::uint64_t block = clock.block_of(read);
  if (published_reads_.hold(block_.reads_of_all, read, block)) return true;
  const OfThread* mine = known_of(thread);
  return mine != nullptr && published_reads_.hold(mine->reads, read, block);
}

}  // namespace simt
