// The asynchronous copies (cp.async) of a block that are on their way, thread by thread.
//
// A copy belongs to the group that its thread commits next. It is over when its thread has waited for that
// group, or when the phase of a barrier that it is bound to ends. Until then the cells of its target carry
// a mark that nothing orders (EpochClock::pending), so that whoever comes too early meets it; afterwards, the
// mark of a store by the thread.
#pragma once

#include <cstdint>
#include <vector>

#include "faults/fault_log.h"
#include "memory/region.h"
#include "races/access_order.h"

namespace simt {

class AsyncCopies {
 public:
  // Few kernels copy: the others' blocks cost nothing.
  void begin_launch(std::size_t threads) {
    threads_.clear();
    most_threads_ = threads;
  }
  // Forgets the copies of this block: no access can meet them any more.
  void end_block();

  void add(unsigned thread, Region& region, std::uint64_t address, std::uint32_t place, unsigned width);
  void commit(unsigned thread) { ++of(thread).groups; }
  // Notes a wait until at most `groups` groups are unfinished; abi::kAllCopies: and no copy without a group
  // is.
  void wait(unsigned thread, std::uint32_t place, std::uint32_t groups, const AccessOrder& order);
  // The thread's copies so far are over when this barrier's phase is.
  void bind(unsigned thread, std::uint64_t barrier);
  // The phase is about to be over: who waits for it sees the copies.
  void end_phase(std::uint64_t barrier, AccessOrder& order);

  // Returns the state of the copy that left this mark in the cell of an address.
  CopyState state_of(Mark mark, std::uint64_t address) const;

 private:
  struct Copy {
    Region* region = nullptr;
    std::uint64_t address = 0;
    std::uint32_t place = 0;
    std::uint32_t group = 0;
    std::uint64_t barrier = 0;  // 0: bound to none
    unsigned width = 0;
  };
  struct OfThread {
    std::vector<Copy> copies;  // oldest first
    std::uint32_t groups = 0;  // committed so far
    std::uint32_t wait_place = kNoPlace;
    std::uint32_t waited_groups = 0;  // groups that were all waited for
    std::uint32_t let_be = 0;
  };

  OfThread& of(unsigned thread) {
    if (threads_.empty()) threads_.resize(most_threads_);
    return threads_[thread];
  }
  // Replaces the pending mark in the copy's cells by this one.
  static void replace_marks(const Copy& copy, unsigned thread, Mark mark);
  template <class IsOver>
  static bool finish(OfThread& waits, unsigned thread, Mark mark, const IsOver& is_over);

  std::vector<OfThread> threads_;  // empty until one copies
  std::size_t most_threads_ = 0;
};

}  // namespace simt
