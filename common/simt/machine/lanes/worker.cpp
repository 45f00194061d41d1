#include "lanes/worker.h"

#include <algorithm>

#include "lanes/fault_signals.h"

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
      prints(lane),
      warps({*this, lane, lanes_, judge_, grouping_, order_, exchanges, phases, faults_}) {
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
  const CpuTimeLimit limit(launch.time_limit_seconds);
  if (launch.shape.is_cooperative) {
    run_together();
  } else {
    while (take_block()) run_to_grid_barrier();
  }
  if (!is_prepared_) forget_launch();
  current_ = nullptr;
}

// Begins the next one that nobody has taken yet; false when there is none.
bool Worker::take_block() {
  const std::uint64_t block = launch_->next_block.fetch_add(1);
  if (block >= launch_->shape.grid.volume() || block > launch_->lowest_stop.load()) return false;
  if (!is_prepared_) prepare();
  is_prepared_ = true;
  begin_block(block);
  return true;
}

void Worker::prepare() {
  Launch& launch = *launch_;
  const bool has_fences = launch.has(abi::kHasFence);
  memory_.begin_launch(*launch.module.table, launch.shape.dynamic_shared_bytes, *launch.arena,
                       launch.variables);
  order_.begin_launch(has_fences, launch.module.table->places, launch.module.table->place_count);
  if (launch.wants_traffic)
    traffic_.begin_launch(*launch.module.table, launch.shape.grid.volume(), launch.shape.block.volume());
  judge_.begin_launch(launch, launch.wants_traffic ? &traffic_ : nullptr);
  grouping_.begin_launch(!has_fences);
  read_backs_.begin_launch(*launch.marks, *launch.module.table, memory_.shared());
  lanes_.begin_launch(*launch.kernel.code, launch.arguments, launch.shape.block, stop_hook());
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
      worker.read_backs_.look_at(logged, thread, worker.lanes_.lane(thread).exchange.operand != 0);
      if (worker.lane.has_fences()) worker.lane.check_pending_of(thread);
    };
  }
  if (!launch_->has(abi::kHasFence)) return nullptr;
  return [](abi::Context& context, unsigned thread) { of(&context).lane.check_pending_of(thread); };
}

void Worker::begin_block(std::uint64_t block) {
  memory_.shared().begin_block();
  order_.begin_block();
  phases.forget_initialisations();
  phase_ = 0;
  set_block(block);
  // Each block its own order, none of them 0: that is no seed.
  const std::uint64_t seed = launch_->schedule_seed;
  lanes_.begin_block(seed == 0 ? 0 : seed * 0x9E3779B97F4A7C15ULL + block);
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
Reached Worker::run_to_grid_barrier() {
  Reached reached = run_phase();
  for (; reached == Reached::barrier; reached = run_phase()) ++phase_;
  if (reached == Reached::end) {
    for (Warp& warp : lanes_.warps()) judge_.finish_warp(warp);
    judge_.finish_block();
  }
  return reached;
}

// All warps to the next barrier, or the block's end. The end is also where the launch is stopped.
Reached Worker::run_phase() {
  barrier.begin_phase();
  std::vector<Warp>& all = lanes_.warps();
  std::size_t spinning = 0;
  for (const unsigned number : lanes_.warp_order())
    spinning += warps.advance(all[number], phase_, all.size() > 1) ? 0U : 1U;
  // Warps that wait for what others do take turns.
  while (spinning > 0 && !faults_.stop) {
    const PhaseBarriers::Progress before = phases.progress();
    for (const unsigned number : lanes_.warp_order()) {
      if (all[number].log != nullptr && warps.advance(all[number], phase_, spinning > 1)) --spinning;
    }
    if (!faults_.stop && phases.is_stuck(before)) phases.stop_stuck();
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
  launch_->marks->change_words_in(memory_.shared());
  if (reached == Reached::barrier) {
    order_.pass_barrier(barrier.place());
    barrier.release();
  }
  return reached;
}

void Worker::run_together() {
  GridBarrier::Member member(*launch_->grid_barrier);
  resident_.begin_launch(*launch_);
  while (!faults_.stop && take_block()) {
    ResidentBlock block;
    block.block = block_;
    block.born = order_.clock.birth();
    run_resident(block);
    resident_.add(std::move(block));
  }
  while (resident_.meet()) {
    // Reports of races look up their blocks in this list. While no race was found, all accesses are of this phase.
    if (!launch_->has_race_between_blocks.load()) blocks_begun_.clear();
    for (ResidentBlock& block : resident_.all()) {
      if (faults_.stop || block.block > launch_->lowest_stop.load()) break;
      resident_.restore(block);
      phases.forget_initialisations();
      phase_ = block.phase;
      set_block(block.block);
      barrier.release();
      run_resident(block);
    }
  }
  member.finish();
}

// The block that the lanes hold, to its next grid.sync() or its end.
void Worker::run_resident(ResidentBlock& resident) {
  resident.waits_at = kNoPlace;
  if (run_to_grid_barrier() == Reached::grid_barrier) {
    resident_.keep(resident, barrier.place(), phase_ + 1);
  } else {
    resident_.note_end(block_);
  }
}

// Blocks above this one need not run any more.
void Worker::announce_stop() {
  std::uint64_t lowest = launch_->lowest_stop.load();
  while (block_ < lowest && !launch_->lowest_stop.compare_exchange_weak(lowest, block_)) {
  }
}

void Worker::fence(std::uint32_t place, bool whole_device) {
  if (!lane.has_fences())
    lane.stop(FaultKind::crash, "the module's table does not tell of this fence", place);
  lane.check_pending();
  order_.fence(lane.thread(), whole_device);
  launch_->marks->change_words_in(memory_.shared());
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
