#include "workers/worker.h"

#include <algorithm>

#include "workers/fault_signals.h"

namespace simt {

using Reached = BlockBarrier::Reached;

__thread Worker* Worker::current_ = nullptr;

Worker::Worker()
    : judge_(memory_, order_, faults_),
      grouping_(judge_, order_),
      lanes_(*this, memory_.local()),
      resident_(memory_, order_, judge_, lanes_, faults_),
      lane(*this, lanes_, judge_, faults_),
      door(lane, memory_),
      copies(lane, door, memory_),
      exchanges(lane, door, memory_, order_, lanes_, faults_),
      phases(lane, memory_, order_, judge_, lanes_, faults_),
      barrier(lane, lanes_, faults_),
      textures(lane, memory_, judge_),
      prints(lane, door),
      warps({*this, lane, lanes_, judge_, grouping_, order_, exchanges, phases, faults_, memory_}) {
  runtime = &kRuntime;
}

void Worker::begin(Launch& launch, unsigned index) {
  launch_ = &launch;
  order_.clock.begin_launch(index, launch.first_tick);
  faults_ = {};
  read_backs_.forget_counts();
  exchanges.forget_meetings();
  barrier.forget_passed();
  prints.forget();
  blocks_begun_.clear();
  atomic_digests_.clear();
  warps.begin_time();
  is_prepared_ = false;
}

// Drops totals and arrays, which point into the launch that is over.
void Worker::forget_launch() {
  judge_.forget_totals();
  traffic_.forget();
  memory_.shared().forget_arrays();
}

void Worker::sit_out(Launch& launch, unsigned index) {
  begin(launch, index);
  forget_launch();
}

void Worker::run(Launch& launch, unsigned index) {
  begin(launch, index);
  current_ = this;
  CpuTimeLimit limit(launch.time_limit_seconds);
  time_limit_ = &limit;
  if (launch.shape.is_cooperative) {
    run_together();
  } else {
    run_apart();
  }
  if (!is_prepared_) forget_launch();
  time_limit_ = nullptr;
  current_ = nullptr;
}

// Begins the next one that nobody has taken yet; false when there is none.
bool Worker::take_block() {
  const std::uint64_t position = launch_->next_block.fetch_add(1);
  if (position >= launch_->shape.grid.volume() || faults_.stop) return false;
  const std::uint64_t block = launch_->schedule.block_at(position);
  if (block > launch_->lowest_stop.load()) return false;
  if (!is_prepared_) prepare();
  is_prepared_ = true;
  begin_block(block);
  time_limit_->note_progress();
  return true;
}

void Worker::prepare() {
  Launch& launch = *launch_;
  const bool has_fences = launch.has(abi::kHasFence);
  memory_.begin_launch(*launch.module.table, launch.shape.dynamic_shared_bytes, *launch.arena,
                       launch.variables);
  if (!launch.learns_from_logs()) memory_.shared().note_all_used();
  order_.begin_launch(has_fences, launch.tells_of_reads, launch.is_strict, launch.module.table->places,
                      launch.module.table->place_count);
  if (launch.wants_traffic)
    traffic_.begin_launch(*launch.module.table, launch.shape.grid.volume(), launch.shape.block.volume());
  judge_.begin_launch(launch, launch.wants_traffic ? &traffic_ : nullptr);
  grouping_.begin_launch(!has_fences, launch.has(abi::kInLockstep), *launch.module.table);
  read_backs_.begin_launch(*launch.marks, *launch.module.table, memory_.shared());
  lanes_.begin_launch(*launch.kernel.code, launch.arguments, launch.shape.block, stop_hook(), &stopped,
                      !launch.has(abi::kInLockstep));
  lane.begin_launch(launch);
  exchanges.begin_launch(launch);
  phases.begin_launch(launch);
  barrier.begin_launch(launch);
  textures.begin_launch(launch);
  prints.begin_launch(launch);
  warps.begin_launch(launch);
  abi::Context& context = *this;
  context.windows = door.begin_launch(launch);
  context.shared = reinterpret_cast<std::uint8_t*>(memory_.shared().begin());
  const auto copy = [](std::uint32_t* to, const Dim3& from) {
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
  };
  copy(context.block_dim, launch.shape.block);
  copy(context.grid_dim, launch.shape.grid);
  context.is_cooperative = launch.shape.is_cooperative ? 1 : 0;
}

// What must be known of a lane's accesses before another lane runs.
LaneScheduler::StopHook Worker::stop_hook() const {
  if (!launch_->marks->empty()) {
    return [](abi::Context& context, unsigned thread) {
      Worker& worker = of(&context);
      WarpLog& logged = *worker.lanes_.running_warp().log;
      logged.set_end(thread % kWarpSize, context.log);
      worker.read_backs_.look_at(logged, thread, worker.lanes_.lane(thread));
      if (worker.lane.has_fences()) worker.lane.check_pending_of(thread);
    };
  }
  if (!launch_->has(abi::kHasFence)) return nullptr;
  return [](abi::Context& context, unsigned thread) { of(&context).lane.check_pending_of(thread); };
}

LaneState Worker::stopped(abi::Context& context, abi::StopKind kind, std::uint32_t place) {
  Worker& worker = of(&context);
  if (kind != abi::StopKind::barrier) return worker.warps.waits_for(place);
  worker.barrier.note_arrival(place);
  return LaneState::at_barrier;
}

void Worker::begin_block(std::uint64_t block) {
  memory_.shared().begin_block();
  order_.begin_block();
  phases.forget_block();
  phase_ = 0;
  set_block(block);
  lanes_.begin_block(block, launch_->schedule);
}

// Makes this block the one that runs.
void Worker::set_block(std::uint64_t block) {
  const Dim3 grid = launch_->shape.grid;
  block_ = block;
  read_backs_.forget_block();
  block_index[0] = static_cast<std::uint32_t>(block % grid.x);
  block_index[1] = static_cast<std::uint32_t>(block / grid.x % grid.y);
  block_index[2] = static_cast<std::uint32_t>(block / grid.x / grid.y);
  lane.begin_block(block);
  judge_.begin_block(block);
  blocks_begun_.emplace_back(order_.clock.now(), block);
}

// The block, to its end or to where it waits for others.
Worker::Stop Worker::run_on(bool is_in_phase) {
  for (;;) {
    switch (run_phase(is_in_phase)) {
      case Reached::end:
        for (Warp& warp : lanes_.warps()) judge_.finish_warp(warp);
        judge_.finish_block();
        return Stop::end;
      case Reached::grid_barrier:
        return Stop::grid_barrier;
      case Reached::polls:
        return Stop::in_phase;
      case Reached::barrier:
        ++phase_;
        if (launch_->schedule.sets_aside(block_, phase_)) return Stop::behind_barrier;
    }
    is_in_phase = false;
  }
}

// Gives each warp a turn that has not come to the barrier. Returns whether all that have not do nothing but wait, some of them for
// what another block may write.
bool Worker::run_warps(bool all_of_them) {
  using Turn = WarpScheduler::Turn;
  bool some_poll = false;
  bool all_wait = true;
  for (const unsigned number : lanes_.warp_order()) {
    Warp& warp = lanes_.warps()[number];
    if (!all_of_them && warp.log == nullptr) continue;
    const Turn turn = warps.advance(warp, phase_);
    some_poll |= turn == Turn::polls;
    all_wait &= turn == Turn::polls || turn == Turn::at_phase;
  }
  return some_poll && all_wait;
}

// All warps to the next barrier, or the block's end. The end is also where the launch is stopped. `is_begun`: the block goes on
// where it was set aside.
Reached Worker::run_phase(bool is_begun) {
  if (!is_begun) barrier.begin_phase();
  const auto is_on_its_way = [](const Warp& warp) { return warp.log != nullptr; };
  std::vector<Warp>& all = lanes_.warps();
  for (bool all_of_them = !is_begun;; all_of_them = false) {
    const PhaseBarriers::Progress before = phases.progress();
    const bool polls = run_warps(all_of_them);
    if (faults_.stop || std::none_of(all.begin(), all.end(), is_on_its_way)) break;
    if (polls && launch_->shape.grid.volume() > 1) return Reached::polls;
    // Warps that wait for what others do take turns.
    if (phases.is_stuck(before)) phases.stop_stuck();
  }
  if (faults_.stop) {
    announce_stop();
    for (Warp& warp : all) warp.log = nullptr;
    return Reached::end;
  }
  order_.clock.barrier();
  const Reached reached = barrier.reached();
  if (faults_.stop) announce_stop();
  if (reached == Reached::end) return reached;
  time_limit_->note_progress();
  launch_->marks->change_words_in(memory_.shared());
  if (reached == Reached::barrier) {
    order_.pass_barrier(barrier.place());
    barrier.release();
  }
  return reached;
}

void Worker::run_apart() {
  waiting_.begin_launch(*launch_);
  while (!faults_.stop) {
    if (waiting_.leave_room() && take_block()) {
      finish_turn(run_on(false));
    } else if (!waiting_.empty()) {
      take_up_waiting();
    } else {
      break;
    }
  }
}

void Worker::run_together() {
  GridBarrier::Member member(*launch_->grid_barrier);
  resident_.begin_launch(*launch_);
  waiting_.begin_launch(*launch_);
  while (!faults_.stop && take_block()) finish_turn(run_on(false));
  while (!faults_.stop && !waiting_.empty()) take_up_waiting();
  while (resident_.meet()) {
    // Reports of races look up their blocks in this list. While no race was found, all accesses are of this phase.
    if (!launch_->has_race_between_blocks.load()) blocks_begun_.clear();
    for (ResidentBlock& block : resident_.all()) {
      if (faults_.stop || block.block > launch_->lowest_stop.load()) break;
      resident_.restore(block);
      phases.forget_block();
      phase_ = block.phase;
      set_block(block.block);
      barrier.release();
      block.waits_at = kNoPlace;
      finish_turn(run_on(false));
    }
    while (!faults_.stop && !waiting_.empty()) take_up_waiting();
  }
  member.finish();
}

// The block that the lanes hold has run as far as it comes.
void Worker::finish_turn(Stop stop) {
  switch (stop) {
    case Stop::grid_barrier:
      return resident_.keep(resident_.of(block_, order_.clock.birth()), barrier.place(), phase_ + 1);
    case Stop::end:
      if (launch_->shape.is_cooperative) resident_.note_end(block_);
      return;
    case Stop::behind_barrier:
    case Stop::in_phase:
      return set_aside(stop == Stop::in_phase);
  }
}

void Worker::set_aside(bool is_in_phase) {
  WaitingBlock block;
  block.block = block_;
  block.phase = phase_;
  block.is_in_phase = is_in_phase;
  lanes_.save(block.lanes);
  memory_.shared().save(block.shared, true);
  block.copies = judge_.copies();
  block.order = order_.set_aside();
  block.phases = phases.set_aside();
  block.arrivals = barrier.arrivals();
  block.polled = warps.take_polled();
  lanes_.leave_block();
  judge_.finish_block();  // the next block finds none of its marks
  waiting_.add(std::move(block));
}

void Worker::take_up_waiting() {
  const bool all_have_begun = launch_->next_block.load() >= launch_->shape.grid.volume();
  warps.set_held_up(!waiting_.leave_room() && !all_have_begun);
  WaitingBlock block = waiting_.take();
  lanes_.restore(block.lanes);
  memory_.shared().restore(block.shared);
  judge_.copies() = std::move(block.copies);
  order_.take_up(std::move(block.order));
  phases.take_up(std::move(block.phases));
  barrier.set_arrivals(block.arrivals);
  phase_ = block.phase;
  set_block(block.block);
  finish_turn(run_on(block.is_in_phase));
}

// Blocks above this one need not run any more.
void Worker::announce_stop() {
  std::uint64_t lowest = launch_->lowest_stop.load();
  while (block_ < lowest && !launch_->lowest_stop.compare_exchange_weak(lowest, block_)) {
  }
}

void Worker::stop_at_division(std::uint32_t place) {
  if ((launch_->place(place).flags & abi::kOfStep) != 0)
    lane.stop(FaultKind::time_limit, "the kernel does not finish: this loop's step is 0", place);
  lane.stop(FaultKind::crash, "integer division by zero", place);
}

void Worker::fence(std::uint32_t place, bool whole_device) {
  if (!lane.has_fences())
    lane.stop(FaultKind::crash, "the module's table does not tell of this fence", place);
  lane.check_pending();
  order_.fence(lane.thread(), whole_device);
  if (launch_->marks->empty()) return;
  const RunningLane::Stored stored = lane.take_stored();
  if (stored.anywhere) launch_->marks->change_words_in(memory_.shared());
  for (const auto& [address, bytes] : stored.words) launch_->marks->change_words_at(address, bytes);
}

void Worker::add_to_digest(std::uint32_t place, std::uint64_t found) {
  constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15ULL;  // 2^64 over the golden ratio
  AtomicDigest& digest = atomic_digests_[place];
  const std::uint64_t thread = (block_ << 10U | lane.thread()) + 1;
  const std::uint64_t mixed = (found ^ thread * kMultiplier) * kMultiplier;
  digest.found += mixed ^ mixed >> 32U;
  digest.in_turn = digest.in_turn * kMultiplier + thread;
}

std::uint64_t Worker::block_in(std::uint64_t epoch) const {
  const auto after =
      std::upper_bound(blocks_begun_.begin(), blocks_begun_.end(), epoch,
                       [](std::uint64_t wanted, const auto& begun) { return wanted < begun.first; });
  return after == blocks_begun_.begin() ? 0 : std::prev(after)->second;
}

BarrierCounts Worker::barriers() const {
  BarrierCounts counts;
  counts.of_blocks = barrier.passed();
  counts.of_warps = exchanges.meetings();
  return counts;
}

}  // namespace simt
