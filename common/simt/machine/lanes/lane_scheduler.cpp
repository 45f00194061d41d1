#include "lanes/lane_scheduler.h"

#include <algorithm>
#include <cstring>

namespace simt {

void LaneScheduler::begin_launch(const abi::Kernel& kernel, const void* const* arguments,
                                 const Dim3& block_dim, StopHook hook) {
  kernel_ = &kernel;
  arguments_ = arguments;
  hook_ = hook;
  const auto threads = static_cast<unsigned>(block_dim.volume());
  stacks_.ensure(threads);
  lanes_.resize(threads);
  std::uint32_t index[3] = {};
  for (Lane& lane : lanes_) {
    std::copy(std::begin(index), std::end(index), lane.index);
    if (++index[0] < block_dim.x) continue;
    index[0] = 0;
    if (++index[1] < block_dim.y) continue;
    index[1] = 0;
    ++index[2];
  }
  warps_.resize((threads + kWarpSize - 1) / kWarpSize);
  for (unsigned number = 0; number < warps_.size(); ++number) {
    Warp& warp = warps_[number];
    warp.number = number;
    warp.first_thread = number * kWarpSize;
    const unsigned lanes = std::min<unsigned>(kWarpSize, threads - warp.first_thread);
    warp.lanes = lanes == kWarpSize ? ~0U : (1U << lanes) - 1;
  }
  warp_order_.resize(warps_.size());
  lane_order_.resize(kWarpSize);
  local_begin_ = local_.of(0);
}

void LaneScheduler::begin_block(std::uint64_t block, DrawnSchedule& schedule) {
  for (Warp& warp : warps_) {
    warp.in_state.fill(0);
    warp.in(LaneState::ready) = warp.lanes;
    warp.told_leaving = 0;
    warp.clock = {};
    warp.calls.clear();
    warp.log = nullptr;
  }
  is_shuffled_ = !schedule.is_in_order();
  schedule.order_warps(block, warp_order_);
  schedule.order_lanes(block, lane_order_);
}

// Whether the thread has begun and has not returned.
bool LaneScheduler::uses_memory(unsigned thread) const {
  const Warp& warp = warps_[thread / kWarpSize];
  return ((warp.in(LaneState::ready) | warp.in(LaneState::done)) >> thread % kWarpSize & 1U) == 0;
}

// The memory that each lane is using: what it has taken of its local memory, and its stack.
template <class Visit>
void LaneScheduler::for_each_piece(const Visit& visit) const {
  for (unsigned thread = 0; thread < lanes_.size(); ++thread) {
    if (!uses_memory(thread)) continue;
    const Lane& lane = lanes_[thread];
    const std::uintptr_t local = local_.of(thread);
    visit(local, reinterpret_cast<std::uintptr_t>(lane.local) - local);
    const auto stack = reinterpret_cast<std::uintptr_t>(lane.context);
    stacks_.forget(lane.runs_on);
    visit(stack, stacks_.top(lane.runs_on) - stack);
  }
}

void LaneScheduler::save(Saved& saved) const {
  saved.lanes = lanes_;
  saved.warps = warps_;
  saved.warp_order = warp_order_;
  saved.lane_order = lane_order_;
  saved.memory.clear();
  for_each_piece([&](std::uintptr_t begin, std::size_t bytes) {
    const auto* const first = reinterpret_cast<const std::uint8_t*>(begin);
    saved.memory.insert(saved.memory.end(), first, first + bytes);
  });
}

void LaneScheduler::leave_block() {
  for (Warp& warp : warps_) warp.in_flight = {};
}

void LaneScheduler::restore(const Saved& saved) {
  lanes_ = saved.lanes;
  warps_ = saved.warps;
  warp_order_ = saved.warp_order;
  lane_order_ = saved.lane_order;
  const std::uint8_t* from = saved.memory.data();
  for_each_piece([&](std::uintptr_t begin, std::size_t bytes) {
    std::memcpy(reinterpret_cast<void*>(begin), from, bytes);
    from += bytes;
  });
}

void LaneScheduler::run(Warp& warp, std::uint32_t lanes) {
  warp_ = &warp;
  turn_ = lanes;
  position_ = 0;
  all_resume_ = hook_ == nullptr && !is_shuffled_ && (lanes & warp.in(LaneState::ready)) == 0;
  is_running_ = true;
  const unsigned first = take_next();
  if (begins(first)) {
    simt_begin_fiber(&scheduler_, begin_on_own_stack(first), &LaneScheduler::fiber_body, this);
  } else {
    simt_jump_to_fiber(&scheduler_, resume_lane(first));
  }
  is_running_ = false;
}

// The next lane of those that are to run; there must be one.
unsigned LaneScheduler::peek_next() {
  if (!is_shuffled_) return static_cast<unsigned>(__builtin_ctz(turn_));
  while ((turn_ >> lane_order_[position_] & 1U) == 0) ++position_;
  return lane_order_[position_];
}

unsigned LaneScheduler::take_next() {
  const unsigned lane = peek_next();
  turn_ &= ~(1U << lane);
  return lane;
}

[[gnu::always_inline]] inline Lane& LaneScheduler::begin_lane(unsigned in_warp) {
  Lane& lane = lanes_[warp_->first_thread + in_warp];
  set_index(lane, in_warp);
  auto* const local = reinterpret_cast<std::uint8_t*>(local_begin_ + running_ * LocalMemory::kStride);
  context_.local = local;
  context_.local_end = local + LocalMemory::kBytes;
  warp_->in(LaneState::ready) &= ~(1U << in_warp);
  return lane;
}

// Starts the lane on its own stack and returns the stack's top, where the lane begins.
std::uintptr_t LaneScheduler::begin_on_own_stack(unsigned in_warp) {
  begin_lane(in_warp).runs_on = warp_->first_thread + in_warp;
  stacks_.forget(running_);
  return stacks_.top(running_);
}

FiberContext LaneScheduler::resume_lane(unsigned in_warp) {
  const Lane& lane = set_resumed(in_warp);
  if (turn_ != 0) prefetch_stack_of(static_cast<unsigned>(__builtin_ctz(turn_)));
  return lane.context;
}

void LaneScheduler::fiber_body(void* scheduler) {
  static_cast<LaneScheduler*>(scheduler)->run_lanes_that_begin();
}

// Called when the fiber's lanes have returned. It never returns itself.
void LaneScheduler::go_on_with_next(abi::Context* /*context*/, const void* const* scheduler) {
  auto& self = *reinterpret_cast<LaneScheduler*>(const_cast<void**>(scheduler));
  simt_jump_to_fiber(&self.dropped_, self.turn_ == 0 ? self.scheduler_ : self.resume_lane(self.take_next()));
}

// The running lane from its beginning, and then, as long as they have not begun, those after it: all on this
// fiber.
//
// All is called from one place, the switch to a lane that has stopped too: when that lane returns, the
// processor foresees that it goes behind this call, and is right.
void LaneScheduler::run_lanes_that_begin() {
  abi::Context& context = context_;
  Warp& warp = *warp_;
  unsigned in_warp = running_ - warp.first_thread;
  const unsigned stack = running_;
  auto* call = kernel_->entry;
  const void* const* argument = arguments_;
  for (;;) {
    call(&context, argument);
    if (__builtin_expect(hook_ != nullptr, 0)) hook_(context, running_);
    WarpLog& log = *warp.log;
    log.set_end(in_warp, context.log);
    warp.in(LaneState::done) |= 1U << in_warp;
    if (turn_ != 0 && begins(peek_next())) {
      in_warp = take_next();
      begin_lane(in_warp).runs_on = stack;
    } else {
      call = &LaneScheduler::go_on_with_next;
      argument = reinterpret_cast<const void* const*>(this);
    }
  }
}

Lane& LaneScheduler::leave(LaneState state, std::uint32_t place) {
  if (hook_ != nullptr) hook_(context_, running_);
  return note_stop(state, place);
}

void LaneScheduler::abandon() {
  turn_ = 0;
  simt_jump_to_fiber(&dropped_, scheduler_);
  __builtin_unreachable();  // a dropped fiber is never resumed
}

}  // namespace simt
