// Runs the lanes of a block, each until it stops: at a barrier, an exchange, the end.
//
// A lane that comes to a barrier, or whose log is full, holds no stack then: its code comes back with the point from which it goes on, and
// what it needs is in its frame. abi::kVectorLanes neighbours that are at one point, and none of which holds a stack, go on together,
// by the kernel's code for several lanes.
//
// Elsewhere a lane stops within its code, and keeps the fiber that it runs on. One that does hands over to the next lane of its warp
// directly; and a fiber whose lane's code came back goes on with the next lane that holds no stack. A kernel without exchanges needs one
// fiber a warp.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "contract/module_abi.h"
#include "lanes/fibers.h"
#include "lanes/lane.h"
#include "lanes/lane_frames.h"
#include "loading/drawn_schedule.h"
#include "memory/local_memory.h"
#include "requests/warp.h"
#include "simt/report.h"

namespace simt {

class LaneScheduler {
 public:
  // `context` is what the running lane sees.
  LaneScheduler(abi::Context& context, const LocalMemory& local) : context_(context), local_(local) {}

  // The state of a block that waits while others run: a copy of its lanes, and of the memory that they are
  // using.
  struct Saved {
    std::vector<Lane> lanes;
    std::vector<Warp> warps;
    std::vector<unsigned> warp_order;
    std::vector<unsigned> lane_order;
    std::vector<std::uint8_t> memory;

    std::size_t bytes() const {
      return lanes.capacity() * sizeof(Lane) + warps.capacity() * sizeof(Warp) + memory.capacity();
    }
  };

  // Called when a lane stops or returns, while its log is still in the context. Null: nothing is called.
  using StopHook = void (*)(abi::Context&, unsigned thread);
  // Called on the fiber when the code of one lane or of several came back from a barrier or a question, at this place: what they wait for.
  using Stopped = LaneState (*)(abi::Context&, abi::StopKind kind, std::uint32_t place);
  // `side_by_side`: whether lanes may run by the code for several.
  void begin_launch(const abi::Kernel& kernel, const void* const* arguments, const Dim3& block_dim,
                    StopHook hook, Stopped stopped, bool side_by_side);
  // All lanes begin anew, in the order that the schedule draws.
  void begin_block(std::uint64_t block, DrawnSchedule& schedule);

  // No lane of the block runs: copies them, and puts them back to where they were.
  void save(Saved& saved) const;
  // Another block begins in place of the one that was saved.
  void leave_block();
  void restore(const Saved& saved);

  // Runs these lanes of the warp, each until it stops.
  void run(Warp& warp, std::uint32_t lanes);

  std::vector<Warp>& warps() { return warps_; }
  const std::vector<unsigned>& warp_order() const { return warp_order_; }
  Lane& lane(unsigned thread) { return lanes_[thread]; }
  std::size_t threads() const { return lanes_.size(); }

  // --- on a lane's fiber
  unsigned running_thread() const { return running_; }
  Warp& running_warp() { return *warp_; }
  // The running lane stops at this place; returns when it resumes. Inline, as its callers should be: every
  // line of the stack that a stopped lane holds must be fetched again when it resumes.
  [[gnu::always_inline]] void stop(LaneState state, std::uint32_t place) {
    if (all_resume_ && turn_ != 0) return switch_to_next(state, place);
    Lane& lane = leave(state, place);
    if (turn_ == 0) return simt_jump_to_fiber(&lane.context, scheduler_);
    const unsigned next = peek_next();
    if (holds_no_stack(next))
      return simt_begin_fiber(&lane.context, take_free_stack(), &fiber_body, this, &scheduler_);
    simt_switch_fiber(&lane.context, resume_lane(take_next()));
  }
  // The running lane is dropped, and with it the turn of the others.
  [[noreturn]] void abandon();
  // While lanes run side by side: makes one of them the running lane, the n-th.
  void run_as(unsigned number);

  // --- for signal handlers
  bool is_running() const { return is_running_; }
  std::uintptr_t running_stack_top() const { return stacks_.top(lanes_[running_].runs_on); }
  void forget_running_stack() const { stacks_.forget(lanes_[running_].runs_on); }
  const FiberStacks& stacks() const { return stacks_; }

 private:
  using Code = decltype(abi::Kernel::entry);

  template <class Visit>
  void for_each_piece(const Visit& visit) const;
  static void fiber_body(void* scheduler);
  static std::uint64_t go_on_with_next(abi::Context* context, const void* const* scheduler,
                                       std::uint8_t* frame, std::uint64_t lane);
  void run_lanes_without_stack();
  bool has_begun(unsigned thread) const;
  bool holds_no_stack(unsigned in_warp) const { return (warp_->without_stack >> in_warp & 1U) != 0; }
  unsigned peek_next();
  unsigned take_next();
  void switch_to_next(LaneState state, std::uint32_t place);
  Lane& note_stop(LaneState state, std::uint32_t place);
  const Lane& set_resumed(unsigned in_warp);
  void prefetch_stack_of(unsigned in_warp) const;
  void set_index(const Lane& lane, unsigned in_warp);
  void set_local(std::uint8_t* local);
  // Where the local memory begins that the thread has not taken.
  std::uint8_t* free_local(const Warp& warp, unsigned in_warp) const {
    const unsigned thread = warp.first_thread + in_warp;
    const bool has_taken = (warp.with_local >> in_warp & 1U) != 0;
    return has_taken ? lanes_[thread].local : first_local(thread);
  }
  std::uint8_t* first_local(unsigned thread) const {
    return reinterpret_cast<std::uint8_t*>(local_begin_ + thread * LocalMemory::kStride);
  }
  std::uintptr_t take_free_stack();
  bool are_side_by_side(unsigned in_warp);
  bool are_all_side_by_side();
  bool are_at_one_point();
  void run_side_by_side();
  bool note_all_came_back(const std::uint64_t* stops, std::uint64_t* const* logs);
  void begin_one(unsigned in_warp);
  void begin_several(unsigned in_warp);
  void note_came_back(unsigned in_warp, std::uint64_t stop);
  void note_several_came_back(unsigned in_warp, std::uint64_t stop);
  FiberContext resume_lane(unsigned in_warp);
  Lane& leave(LaneState state, std::uint32_t place);

  abi::Context& context_;
  const LocalMemory& local_;
  StopHook hook_ = nullptr;
  Stopped stopped_ = nullptr;
  Code entry_ = nullptr;
  Code vector_ = nullptr;  // null: lanes run one by one
  std::uint32_t stops_ = 0;
  const void* const* arguments_ = nullptr;

  FiberStacks stacks_;
  LaneFrames frames_;
  std::vector<Lane> lanes_;
  std::vector<Warp> warps_;
  std::vector<unsigned> warp_order_;
  std::vector<unsigned> lane_order_;  // the lane that is n-th
  bool is_shuffled_ = false;

  Warp* warp_ = nullptr;
  std::uint32_t turn_ = 0;   // the lanes that are to run yet
  std::uint32_t apart_ = 0;  // of these, the lanes that run one by one in this turn
  unsigned stack_ = 0;       // what a fiber that begins runs on
  unsigned position_ = 0;    // where the search for the next lane begins, when the order is shuffled
  bool all_resume_ = false;  // these have all begun, and go on in their order without anybody being told
  unsigned running_ = 0;     // thread of the block
  std::uintptr_t local_begin_ = 0;  // the first thread's local memory
  bool is_running_ = false;
  FiberContext scheduler_ = nullptr;  // where run() resumes
  FiberContext dropped_ = nullptr;    // where a finished fiber would resume, which never happens
};

// The turn that a kernel with barriers takes most: a block of 256 threads takes it 256 times at each.
[[gnu::always_inline]] inline void LaneScheduler::switch_to_next(LaneState state, std::uint32_t place) {
  Lane& left = note_stop(state, place);
  const auto to = static_cast<unsigned>(__builtin_ctz(turn_));
  turn_ &= turn_ - 1;
  const Lane& next = set_resumed(to);
  prefetch_stack_of(turn_ == 0 ? to : static_cast<unsigned>(__builtin_ctz(turn_)));
  // A processor foresees a `ret` right where the next lane comes back from the call that this one has just made.
  const bool is_same_call = warp_->stopped_at[to] == place;
  is_same_call ? simt_switch_fiber(&left.context, next.context)
               : simt_jump_to_fiber(&left.context, next.context);
}

// The running lane's part of the context is kept until it goes on.
[[gnu::always_inline]] inline Lane& LaneScheduler::note_stop(LaneState state, std::uint32_t place) {
  const unsigned in_warp = running_ - warp_->first_thread;
  Lane& lane = lanes_[running_];
  lane.local = context_.local;
  warp_->log->set_end(in_warp, context_.log);
  warp_->stopped_at[in_warp] = place;
  warp_->in(state) |= 1U << in_warp;
  warp_->held_stacks |= 1U << (lane.runs_on - warp_->first_thread);
  warp_->with_local |= 1U << in_warp;
  return lane;
}

// The context of a lane that goes on.
[[gnu::always_inline]] inline const Lane& LaneScheduler::set_resumed(unsigned in_warp) {
  const Lane& lane = lanes_[warp_->first_thread + in_warp];
  set_index(lane, in_warp);
  set_local(lane.local);
  warp_->in(LaneState::runnable) &= ~(1U << in_warp);
  return lane;
}

[[gnu::always_inline]] inline void LaneScheduler::set_local(std::uint8_t* local) {
  context_.local = local;
  context_.local_end = first_local(running_) + LocalMemory::kBytes;
}

// The lane that runs behind the next one will need its stack.
[[gnu::always_inline]] inline void LaneScheduler::prefetch_stack_of(unsigned in_warp) const {
  constexpr std::size_t kCacheLine = 64;
  constexpr std::size_t kLines = 3;
  const auto* const stack = static_cast<const char*>(lanes_[warp_->first_thread + in_warp].context);
  for (std::size_t line = 0; line < kLines; ++line) __builtin_prefetch(stack + kCacheLine * line);
}

// The context as the lane sees it.
[[gnu::always_inline]] inline void LaneScheduler::set_index(const Lane& lane, unsigned in_warp) {
  running_ = warp_->first_thread + in_warp;
  std::memcpy(context_.thread_index, lane.index, sizeof lane.index);
  context_.log = warp_->log->end_of(in_warp);
}

}  // namespace simt
