// What orders the accesses of a launch: barriers, meetings of lanes, the ends of launches, and objects in memory by which one
// thread releases what it knows and another acquires it. All others can happen at the same time.
//
// Of objects this is the causality order of the PTX memory model, by observation (PTX ISA, "Memory Consistency Model"):
// - Release pattern: a fence, and behind it a strong write of the same thread: an atomic operation, or a volatile store. What the
//   thread knew at its fence is now known of the object.
// - Observation: an atomic operation that writes keeps what was known of the object (a release sequence); a store replaces it.
// - Acquire pattern: a strong read, and behind it a fence. The thread knows what was known of the object when it read.
// - Scope: a fence or atomic operation of block scope hands over and takes within the block alone.
// - Arrivals at a barrier with phases release, and waits for its phase acquire, within the block.
// A fence without a write that somebody reads, or an atomic operation without fences, orders nothing. Volatile orders nothing by
// itself.
//
// Four rules are weaker than PTX's. CUDA's own samples need two (threadFenceReduction): a barrier of the block acquires like a
// fence, and what threads fenced before it, any thread of the block may release behind it. And an atomic function that reads
// what was released acquires it, since no GPU loads ahead of a branch: ScoR's programs wait so (csl-iisc/ScoR, "norace").
// Compare-and-swap does not: a lock that is taken without a fence behind it orders nothing. So that this shows in any order of
// threads, what a thread did between the two is not released with the lock. And a block's reads, but not its writes, lie before another
// block's writes by any strong write that is seen in between, without fences (published_reads.h).
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "contract/module_abi.h"
#include "races/epoch_clock.h"
#include "races/known_accesses.h"
#include "races/published_reads.h"
#include "races/warp_syncs.h"

namespace simt {

// An atomic operation, or a volatile access.
struct StrongAccess {
  std::uint64_t address = 0;
  bool reads = true;
  bool writes = true;
  bool swaps = false;     // a compare-and-swap
  bool acquires = false;  // without a fence behind it
  bool is_of_block_scope = false;
  bool is_in_shared_memory = false;
};

class AccessOrder {
 public:
  EpochClock clock;
  const WarpSyncs* syncs = nullptr;     // the meetings of the warp whose accesses are looked at
  const WarpSyncs* meetings = nullptr;  // in lockstep: those at a __syncwarp() alone

  // `places`: of the module, whose marks are compared.
  // `is_strict`: two stores of the same value race, too, and those by which any thread may tell what it found.
  // `tells_of_reads`: reads that strong writes tell of are looked after (published_reads.h).
  void begin_launch(bool has_fences, bool tells_of_reads, bool is_strict, const abi::Place* places,
                    std::uint32_t place_count);
  bool has_block_scopes() const { return has_block_scopes_; }
  // Whether two atomic accesses are so to each other; `before` is the other one's.
  bool are_atomic_together(Mark before, Mark now) const {
    return !has_block_scopes_ || clock.is_of_this_block(before) ||
           !(is_of_block_scope(before) || is_of_block_scope(now));
  }
  // Whether one of them is an atomic operation and the other one volatile: to PTX a volatile access is a relaxed one of system
  // scope ("Memory Consistency Model", "Volatile Operations"), so the two do not race.
  bool are_atomic_and_volatile(Mark before, Mark now) const {
    return has_volatile_ && before.atomic() != now.atomic() && is_volatile(before.atomic() ? now : before);
  }
  // Whether the two, which are in no order, store the same value, or any of theirs will do.
  bool store_one_value(Mark before, Mark now) const {
    if (is_strict_) return false;
    const std::uint32_t value = places_[now.place()].stored_value;
    if (value == 0 || value != places_[before.place()].stored_value) return false;
    const bool is_of_warp = (value & abi::kValueOfWarp) != 0;
    return !is_of_warp ||
           (clock.is_of_this_block(before) && before.thread() / kWarpSize == now.thread() / kWarpSize);
  }
  bool has_fences() const { return has_fences_; }
  void begin_block();

  // What is known of the running block, kept while others run in its place.
  class SavedBlock;
  SavedBlock set_aside();
  void take_up(SavedBlock&& saved);

  // The block that was born in that epoch goes on behind the grid.sync() at this place.
  void resume_block(std::uint64_t born, std::uint32_t place) {
    begin_block();
    clock.set_birth(born);
    pass_barrier(place);
  }

  // The block has passed the barrier at this place.
  void pass_barrier(std::uint32_t place) {
    block_.barrier = place;
    block_.warp_sync = kNoPlace;
    if (has_fences_) share_all();
  }
  // The place of the last barrier that ordered two threads of the block; kNoPlace: there was none.
  std::uint32_t last_barrier_of(unsigned thread, unsigned other) const {
    const bool one_warp = thread / kWarpSize == other / kWarpSize;
    return one_warp && syncs->last_place() != kNoPlace ? syncs->last_place() : block_.barrier;
  }

  // A warp has met at the __syncwarp() of this place.
  void note_warp_sync(std::uint32_t place) { block_.warp_sync = place; }
  // The last one since the block's barrier, of any warp.
  std::uint32_t last_warp_sync() const { return block_.warp_sync; }
  // Each of these lanes knows what all of them know.
  void share(unsigned first_thread, std::uint32_t lanes);

  // A thread of the block calls __threadfence(), or __threadfence_block().
  void fence(unsigned thread, bool whole_device);
  void access_strongly(unsigned thread, const StrongAccess& access);

  // Barriers with phases, by their address in shared memory.
  void arrive(unsigned thread, std::uint64_t barrier);
  void complete_phase(std::uint64_t barrier);
  // The thread sees what those who arrived in the phase so far did before.
  void join_arrivals(unsigned thread, std::uint64_t barrier);
  void pass_phase(unsigned thread, std::uint64_t barrier);

  // Whether the thread read what was released after this access, but did not fence behind that.
  bool lacks_acquire(Mark before, unsigned thread) const;
  // Whether a thread did this between taking a lock and its fence, so that the lock does not guard it.
  bool is_outside_lock(Mark access) const;
  // Whether lockstep alone orders this access before what `thread`, another one of its warp, does now.
  bool is_ordered_by_lockstep(Mark before, unsigned thread) const;
  // Whether an access of this launch comes before what `thread` of this block does now.
  bool is_ordered(Mark before, unsigned thread) const;
  // Whether another block's read comes before what `thread` of this block writes now.
  bool is_read_before(Mark read, unsigned thread) const;

 private:
  // What is known of an object.
  struct Object {
    Knowledge of_device;
    Knowledge of_block;       // by fences of block scope, too
    std::uint64_t block = 0;  // whose `of_block` it is
    SeenPublications reads;   // that its writers told of
  };
  struct Phase {
    Knowledge arrived;
    Knowledge completed;
  };
  // What a thread knew at a fence. Put together where it is released: who waits for a flag fences over and over.
  struct Fence {
    std::uint64_t until = 0;    // of its own accesses; 0: there was none
    std::uint64_t barrier = 0;  // the block's last one by then
    Knowledge acquired;
  };
  struct OfThread {
    Knowledge acquired;
    // Read since the last fence.
    Knowledge read_of_device;
    Knowledge read_of_block;
    SeenPublications reads;  // of other blocks, by what it has seen since the last barrier
    // Its last fence of device scope, and its last of any.
    Fence device_fence;
    Fence fence;
    // Its last compare-and-swap: of what, when, and its fences since then.
    std::uint64_t swapped = 0;
    std::uint64_t swapped_at = 0;
    unsigned device_fences = 0;
    unsigned fences = 0;
  };
  // Of a thread, from a compare-and-swap on until its first fence.
  struct Unguarded {
    std::uint64_t from = 0;
    std::uint64_t until = 0;
    unsigned thread = 0;
  };

  // The running block's.
  struct Block {
    std::uint32_t barrier = kNoPlace;                   // its last one
    std::uint32_t warp_sync = kNoPlace;                 // any warp's last one since then
    std::unordered_map<std::uint64_t, Object> objects;  // in shared memory
    std::unordered_map<std::uint64_t, Phase> phases;
    std::vector<OfThread> threads;   // up to the last warp of which one fenced or read an object
    std::vector<unsigned> involved;  // those since the last barrier
    std::vector<bool> is_involved;
    Knowledge acquired_by_all;        // at its barriers
    Knowledge fenced_before_barrier;  // of device scope
    Knowledge fenced_in_block_before_barrier;
    SeenPublications reads_of_all;  // seen by its threads, at its barriers
    // These, and its own reads. Null: no thread has published them since the last barrier.
    SeenPublications published;

    void clear();
  };

  bool is_of_block_scope(Mark mark) const { return (places_[mark.place()].flags & abi::kOfBlockScope) != 0; }
  bool is_volatile(Mark mark) const { return (places_[mark.place()].flags & abi::kVolatile) != 0; }
  OfThread& of(unsigned thread);
  // Null: it has neither fenced nor read an object.
  const OfThread* known_of(unsigned thread) const {
    return thread < block_.threads.size() ? &block_.threads[thread] : nullptr;
  }
  void add_met_lanes(KnownAccesses& known, std::uint64_t block, unsigned thread, std::uint64_t barrier) const;
  // Nothing if there was no fence.
  Knowledge known_at(unsigned thread, const Fence& fence) const;
  void acquire(unsigned thread, const Object& object, const StrongAccess& access);
  void release(unsigned thread, Object& object, const StrongAccess& access);
  void publish_reads(unsigned thread, SeenPublications& object);
  void give_back(unsigned thread, Knowledge& for_device, Knowledge& for_block);
  void share_all();
  std::unordered_map<std::uint64_t, Object>& objects_of(const StrongAccess& access) {
    return access.is_in_shared_memory ? block_.objects : objects_;
  }

  bool has_fences_ = false;
  bool tells_of_reads_ = false;
  bool is_strict_ = true;  // no places are known before a launch
  bool has_block_scopes_ = false;
  bool has_volatile_ = false;
  const abi::Place* places_ = nullptr;
  std::unordered_map<std::uint64_t, Object> objects_;  // by address, in global memory
  std::vector<Unguarded> unguarded_;
  PublishedReads published_reads_;
  std::uint64_t objects_begun_ = 0;  // of which something was known
  Block block_;
};

class AccessOrder::SavedBlock {
 private:
  friend class AccessOrder;
  Block block_;
  EpochClock::SavedBlock clock_;
};

}  // namespace simt
