#include "lanes/lane_scheduler.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "requests/warp_rows.h"

namespace simt {
namespace {

constexpr std::uint32_t kSideBySide = (1U << abi::kVectorLanes) - 1;
constexpr unsigned kGroups = kWarpSize / abi::kVectorLanes;  // of a warp

// Of kVectorLanes numbers.
[[gnu::always_inline]] inline bool are_alike(const std::uint32_t* numbers) {
  std::uint32_t unlike = 0;
#pragma GCC unroll 8
  for (unsigned lane = 1; lane < abi::kVectorLanes; ++lane) unlike |= numbers[lane] ^ numbers[0];
  return unlike == 0;
}

// Whether lanes may run by the code for several (compiler/back/vector_code.cpp): this processor has the instructions, and nobody has
// set SIMT_VECTORS=0.
bool has_vectors() {
#if defined(__x86_64__)
  const char* const wanted = std::getenv("SIMT_VECTORS");
  if (wanted != nullptr && std::strcmp(wanted, "0") == 0) return false;
  static const bool has = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
                          __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0 &&
                          __builtin_cpu_supports("popcnt") != 0 && __builtin_cpu_supports("lzcnt") != 0;
  return has;
#else
  return false;
#endif
}

}  // namespace

void LaneScheduler::begin_launch(const abi::Kernel& kernel, const void* const* arguments,
                                 const Dim3& block_dim, StopHook hook, Stopped stopped, bool side_by_side) {
  entry_ = kernel.entry;
  stops_ = kernel.stops;
  arguments_ = arguments;
  hook_ = hook;
  stopped_ = stopped;
  vector_ = side_by_side && hook == nullptr && has_vectors() ? kernel.vector : nullptr;
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
  frames_.begin_launch(kernel.frame_bytes, lanes_);
}

void LaneScheduler::begin_block(std::uint64_t block, DrawnSchedule& schedule) {
  for (Warp& warp : warps_) {
    warp.in_state.fill(0);
    warp.in(LaneState::ready) = warp.lanes;
    warp.without_stack = warp.lanes;
    warp.held_stacks = 0;
    warp.is_at_one_point = true;
    warp.with_local = 0;
    warp.told_leaving = 0;
    warp.clock = {};
    warp.calls.clear();
    warp.log = nullptr;
  }
  frames_.begin_block();
  is_shuffled_ = !schedule.is_in_order();
  schedule.order_warps(block, warp_order_);
  schedule.order_lanes(block, lane_order_);
}

// …and has not ended.
bool LaneScheduler::has_begun(unsigned thread) const {
  const Warp& warp = warps_[thread / kWarpSize];
  return ((warp.in(LaneState::ready) | warp.in(LaneState::done)) >> thread % kWarpSize & 1U) == 0;
}

// The memory that lanes are using: what each has taken of its local memory, its stack, and the frames.
template <class Visit>
void LaneScheduler::for_each_piece(const Visit& visit) const {
  visit(frames_.begin(), frames_.bytes());
  for (unsigned thread = 0; thread < lanes_.size(); ++thread) {
    if (!has_begun(thread)) continue;
    const Lane& lane = lanes_[thread];
    const Warp& warp = warps_[thread / kWarpSize];
    const std::uintptr_t local = local_.of(thread);
    visit(local, reinterpret_cast<std::uintptr_t>(free_local(warp, thread % kWarpSize)) - local);
    if ((warp.without_stack >> thread % kWarpSize & 1U) != 0) continue;
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
  apart_ = 0;
  position_ = 0;
  all_resume_ = hook_ == nullptr && !is_shuffled_ && (lanes & warp.without_stack) == 0;
  is_running_ = true;
  if (holds_no_stack(peek_next())) {
    simt_begin_fiber(&scheduler_, take_free_stack(), &LaneScheduler::fiber_body, this, &scheduler_);
  } else {
    simt_jump_to_fiber(&scheduler_, resume_lane(take_next()));
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

// The top of a stack of the warp that no lane holds, for the fiber that begins next. There is one: a warp has as many as lanes.
std::uintptr_t LaneScheduler::take_free_stack() {
  stack_ = warp_->first_thread + static_cast<unsigned>(__builtin_ctz(~warp_->held_stacks));
  stacks_.forget(stack_);
  return stacks_.top(stack_);
}

FiberContext LaneScheduler::resume_lane(unsigned in_warp) {
  const Lane& lane = set_resumed(in_warp);
  if (turn_ != 0) {
    const auto next = static_cast<unsigned>(__builtin_ctz(turn_));
    if (!holds_no_stack(next)) prefetch_stack_of(next);
  }
  return lane.context;
}

void LaneScheduler::fiber_body(void* scheduler) {
  static_cast<LaneScheduler*>(scheduler)->run_lanes_without_stack();
}

// Called when the lanes that the fiber ran have come back, and the next one holds a stack. It never returns itself.
std::uint64_t LaneScheduler::go_on_with_next(abi::Context* /*context*/, const void* const* scheduler,
                                             std::uint8_t* /*frame*/, std::uint64_t /*lane*/) {
  auto& self = *reinterpret_cast<LaneScheduler*>(const_cast<void**>(scheduler));
  simt_jump_to_fiber(&self.dropped_, self.resume_lane(self.take_next()));
  __builtin_unreachable();  // a dropped fiber is never resumed
}

// Whether this lane and those behind it go on together: all at one point, with as many entries in their logs.
[[gnu::always_inline]] inline bool LaneScheduler::are_side_by_side(unsigned in_warp) {
  if (vector_ == nullptr || in_warp % abi::kVectorLanes != 0 || is_shuffled_) return false;
  const std::uint32_t lanes = kSideBySide << in_warp;
  if ((turn_ & warp_->without_stack & ~apart_ & lanes) != lanes) return false;
  const abi::Frame& frame = frames_.of(warp_->first_thread + in_warp);
  return frame.point[0] <= stops_ && are_alike(frame.point) && are_alike(&warp_->log->end[in_warp]);
}

[[gnu::always_inline]] inline void LaneScheduler::begin_one(unsigned in_warp) {
  Lane& lane = lanes_[warp_->first_thread + in_warp];
  const std::uint32_t bit = 1U << in_warp;
  warp_->is_at_one_point = false;
  set_index(lane, in_warp);
  set_local(free_local(*warp_, in_warp));
  lane.runs_on = stack_;
  warp_->in(LaneState::ready) &= ~bit;
  warp_->in(LaneState::runnable) &= ~bit;
  warp_->without_stack &= ~bit;
}

[[gnu::always_inline]] inline void LaneScheduler::begin_several(unsigned in_warp) {
  const std::uint32_t lanes = kSideBySide << in_warp;
  running_ = warp_->first_thread + in_warp;
  lanes_[running_].runs_on = stack_;
  context_.log = warp_->log->end_of(in_warp);
  turn_ &= ~lanes;
  warp_->is_at_one_point = false;
  warp_->in(LaneState::ready) &= ~lanes;
  warp_->in(LaneState::runnable) &= ~lanes;
  warp_->without_stack &= ~lanes;
}

void LaneScheduler::run_as(unsigned number) {
  const unsigned in_warp = running_ - warp_->first_thread;
  const unsigned first = in_warp - in_warp % abi::kVectorLanes;
  context_.log = context_.log - in_warp % abi::kVectorLanes + number;
  running_ = warp_->first_thread + first + number;
  lanes_[running_].runs_on = stack_;
  set_local(free_local(*warp_, first + number));
}

[[gnu::always_inline]] inline void LaneScheduler::note_came_back(unsigned in_warp, std::uint64_t stop) {
  if (__builtin_expect(hook_ != nullptr, 0)) hook_(context_, running_);
  const std::uint32_t bit = 1U << in_warp;
  Warp& warp = *warp_;
  warp.log->set_end(in_warp, context_.log);
  warp.held_stacks &= ~(1U << (lanes_[running_].runs_on - warp.first_thread));
  const abi::StopKind kind = abi::kind_of_stop(stop);
  if (kind == abi::StopKind::end) {
    warp.in(LaneState::done) |= bit;
    return;
  }
  const std::uint32_t place = abi::place_of_stop(stop);
  lanes_[running_].local = context_.local;
  warp.with_local |= bit;
  frames_.of(running_).point[running_ % abi::kVectorLanes] = abi::point_of_stop(stop);
  warp.stopped_at[in_warp] = place;
  const LaneState state = stopped_(context_, kind, place);
  warp.in(state) |= bit;
  warp.without_stack |= bit;
}

[[gnu::always_inline]] inline void LaneScheduler::note_several_came_back(unsigned in_warp,
                                                                         std::uint64_t stop) {
  const std::uint32_t lanes = kSideBySide << in_warp;
  Warp& warp = *warp_;
  warp.log->set_end(in_warp, context_.log);
  std::fill_n(&warp.log->end[in_warp], abi::kVectorLanes, warp.log->end[in_warp]);
  const abi::StopKind kind = abi::kind_of_stop(stop);
  if (kind == abi::StopKind::end) {
    warp.in(LaneState::done) |= lanes;
    return;
  }
  warp.without_stack |= lanes;
  if (kind != abi::StopKind::differ)
    std::fill_n(frames_.of(running_).point, abi::kVectorLanes, abi::point_of_stop(stop));
  if (kind == abi::StopKind::differ || kind == abi::StopKind::parted) {
    warp.in(LaneState::runnable) |= lanes;
    turn_ |= lanes;
    apart_ |= lanes;
    return;
  }
  const std::uint32_t place = abi::place_of_stop(stop);
  std::fill_n(&warp.stopped_at[in_warp], abi::kVectorLanes, place);
  warp.in(stopped_(context_, kind, place)) |= lanes;
}

// Whether all lanes of the warp go on together, all that they are: as many as a warp has.
[[gnu::always_inline]] inline bool LaneScheduler::are_all_side_by_side() {
  return vector_ != nullptr && !is_shuffled_ && turn_ == ~0U && apart_ == 0 && are_at_one_point() &&
         frames_.of(warp_->first_thread).point[0] <= stops_ &&
         (warp_->log->is_end_even || extremes_of(warp_->log->end.data()).all_alike);
}

// Lanes that parted may have met again, as a rule at a barrier.
bool LaneScheduler::are_at_one_point() {
  Warp& warp = *warp_;
  if (warp.is_at_one_point || warp.without_stack != ~0U) return warp.is_at_one_point;
  const std::uint32_t first = frames_.of(warp.first_thread).point[0];
  for (unsigned lane = 0; lane < kWarpSize; lane += abi::kVectorLanes) {
    const abi::Frame& frame = frames_.of(warp.first_thread + lane);
    if (frame.point[0] != first || !are_alike(frame.point)) return false;
  }
  warp.is_at_one_point = true;
  return true;
}

// Runs them, kVectorLanes at a time. As a rule they come back alike, and it is noted of all at once.
void LaneScheduler::run_side_by_side() {
  Warp& warp = *warp_;
  turn_ = 0;
  warp.in(LaneState::ready) = 0;
  warp.in(LaneState::runnable) = 0;
  warp.without_stack = 0;
  std::uint64_t stops[kGroups];
  std::uint64_t* logs[kGroups];
  for (unsigned group = 0; group < kGroups; ++group) {
    const unsigned in_warp = group * abi::kVectorLanes;
    running_ = warp.first_thread + in_warp;
    lanes_[running_].runs_on = stack_;
    context_.log = warp.log->end_of(in_warp);
    stops[group] = vector_(&context_, arguments_, reinterpret_cast<std::uint8_t*>(&frames_.of(running_)), 0);
    logs[group] = context_.log - in_warp;
  }
  if (note_all_came_back(stops, logs)) return;
  warp.is_at_one_point = false;  // until they are seen to be
  for (unsigned group = 0; group < kGroups; ++group) {
    const unsigned in_warp = group * abi::kVectorLanes;
    running_ = warp.first_thread + in_warp;
    context_.log = logs[group] + in_warp;
    note_several_came_back(in_warp, stops[group]);
  }
}

// Returns false, and does nothing, if they stopped in different places or parted.
bool LaneScheduler::note_all_came_back(const std::uint64_t* stops, std::uint64_t* const* logs) {
  const abi::StopKind kind = abi::kind_of_stop(stops[0]);
  if (kind == abi::StopKind::differ || kind == abi::StopKind::parted) return false;
  for (unsigned group = 1; group < kGroups; ++group) {
    if (stops[group] != stops[0] || logs[group] != logs[0]) return false;
  }
  Warp& warp = *warp_;
  warp.log->set_all_ends(logs[0]);
  if (kind == abi::StopKind::end) {
    warp.in(LaneState::done) = ~0U;
    return true;
  }
  for (unsigned lane = 0; lane < kWarpSize; lane += abi::kVectorLanes)
    std::fill_n(frames_.of(warp.first_thread + lane).point, abi::kVectorLanes, abi::point_of_stop(stops[0]));
  const std::uint32_t place = abi::place_of_stop(stops[0]);
  warp.stopped_at.fill(place);
  warp.without_stack = ~0U;
  running_ = warp.first_thread;
  context_.log = logs[0];
  warp.in(stopped_(context_, kind, place)) = ~0U;
  return true;
}

// The lanes that are to run and hold no stack, as long as the next one is of these: all on this fiber. Returns at the turn's end.
//
// All is called from one place, the switch to a lane that holds a stack too: when that lane's code comes back, the
// processor foresees that it goes behind this call, and is right.
void LaneScheduler::run_lanes_without_stack() {
  const void* const* argument = arguments_;
  const unsigned stack = stack_;
  for (;;) {
    Code code = &LaneScheduler::go_on_with_next;
    unsigned in_warp = 0;
    bool are_several = false;
    if (are_all_side_by_side()) {
      stack_ = stack;
      run_side_by_side();
    }
    if (turn_ == 0) return;
    if (holds_no_stack(peek_next())) {
      in_warp = peek_next();
      stack_ = stack;
      are_several = are_side_by_side(in_warp);
      if (are_several) {
        begin_several(in_warp);
        code = vector_;
      } else {
        take_next();
        begin_one(in_warp);
        code = entry_;
      }
    } else {
      argument = reinterpret_cast<const void* const*>(this);
    }
    auto* const frame = reinterpret_cast<std::uint8_t*>(&frames_.of(running_));
    const std::uint64_t stop = code(&context_, argument, frame, running_ % abi::kVectorLanes);
    are_several ? note_several_came_back(in_warp, stop) : note_came_back(in_warp, stop);
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
