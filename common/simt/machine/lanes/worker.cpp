#include "lanes/worker.h"

#include <algorithm>
#include <cstring>

#include "lanes/fault_signals.h"
#include "lanes/runtime_calls.h"

namespace simt {

__thread Worker* Worker::current_ = nullptr;

Worker::Worker()
    : judge_(memory_, order_, faults_), grouping_(judge_, order_), lanes_(*this, memory_.local()) {
  runtime = &kRuntime;
}

void Worker::begin(Launch& launch, unsigned index) {
  launch_ = &launch;
  order_.clock.begin_launch(index, launch.first_tick);
  faults_ = {};
  barriers_ = {};
  printed_.clear();
  blocks_begun_.clear();
  time_is_up_ = false;
  is_prepared_ = false;
}

// Drops totals and arrays, which point into the launch that is over.
void Worker::forget_launch() {
  judge_.forget_totals();
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
  const abi::Module& module = *launch_->module.table;
  has_fences_ = launch_->has(abi::kHasFence);
  memory_.begin_launch(*launch_->module.table, launch_->shape.dynamic_shared_bytes, *launch_->arena,
                       launch_->variables);
  order_.begin_launch(has_fences_ ? launch_->fences : nullptr);
  judge_.begin_launch(*launch_);
  grouping_.begin_launch(!has_fences_);
  lanes_.begin_launch(*launch_->kernel.code, launch_->arguments, launch_->shape.block,
                      has_fences_ ? &Worker::check_pending_of : nullptr);
  windows_.assign(std::max<std::size_t>(module.place_count, 1), {});
  if (module.place_count > log_places_ || logs_.empty()) {
    logs_.clear();
    log_places_ = module.place_count;
  }
  free_logs_.clear();
  for (const auto& made : logs_) free_logs_.push_back(made.get());
  abi::Context& context = *this;
  context.windows = windows_.data();
  context.shared = reinterpret_cast<std::uint8_t*>(memory_.shared().begin());
  const auto copy = [](std::uint32_t* to, const Dim3& from) {
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
  };
  copy(context.block_dim, launch_->shape.block);
  copy(context.grid_dim, launch_->shape.grid);
  context.is_cooperative = launch_->shape.is_cooperative ? 1 : 0;
}

void Worker::begin_block(std::uint64_t block) {
  memory_.shared().begin_block();
  order_.begin_block();
  made_barriers_.clear();
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
  block_index[0] = static_cast<std::uint32_t>(block % grid.x);
  block_index[1] = static_cast<std::uint32_t>(block / grid.x % grid.y);
  block_index[2] = static_cast<std::uint32_t>(block / grid.x / grid.y);
  judge_.begin_block(block);
  blocks_begun_.emplace_back(order_.clock.now(), block);
}

// The block, to its end or to where it waits for others.
Worker::Reached Worker::run_to_grid_barrier() {
  Reached reached = run_phase();
  for (; reached == Reached::barrier; reached = run_phase()) ++phase_;
  if (reached == Reached::end) {
    for (Warp& warp : lanes_.warps()) judge_.finish_warp(warp);
    judge_.finish_block();
  }
  return reached;
}

// All warps to the next barrier, or the block's end. The end is also where the launch is stopped.
Worker::Reached Worker::run_phase() {
  barrier_place_ = kNoPlace;
  has_two_barriers_ = false;
  waits_for_grid_ = false;
  barrier_votes_ = 0;
  std::vector<Warp>& warps = lanes_.warps();
  std::size_t spinning = 0;
  for (const unsigned number : lanes_.warp_order())
    spinning += advance_warp(warps[number], warps.size() > 1) ? 0U : 1U;
  // Warps that wait for what others do take turns.
  while (spinning > 0 && !faults_.stop) {
    const std::uint64_t steps_before = steps_;
    const std::uint64_t fills_before = log_fills_;
    for (const unsigned number : lanes_.warp_order()) {
      if (warps[number].log != nullptr && advance_warp(warps[number], spinning > 1)) --spinning;
    }
    if (!faults_.stop && is_stuck(steps_before, fills_before)) stop_stuck_phase();
  }
  if (faults_.stop) {
    announce_stop();
    for (Warp& warp : warps) warp.log = nullptr;
    return Reached::end;
  }
  order_.clock.barrier();
  return finish_barrier();
}

// The end when all threads have returned, or wait where they never meet.
Worker::Reached Worker::finish_barrier() {
  unsigned waiting = 0;
  for (const Warp& warp : lanes_.warps())
    waiting += static_cast<unsigned>(__builtin_popcount(warp.in(LaneState::at_barrier)));
  if (waiting == 0) return Reached::end;
  if (has_two_barriers_) stop_at_two_barriers();
  if (waits_for_grid_ && !faults_.stop && waiting != lanes_.threads()) stop_at_returned(waiting);
  if (faults_.stop) {
    announce_stop();
    return Reached::end;
  }
  launch_->marks->change_words_in(memory_.shared());
  if (waits_for_grid_) return Reached::grid_barrier;
  if (waiting != lanes_.threads()) note_returned(waiting, barrier_place_);
  barrier_count_ = barrier_votes_;
  ++barriers_.of_blocks;
  order_.pass_barrier(barrier_place_);
  let_go_on();
  return Reached::barrier;
}

// Lets all lanes that wait at the barrier run on.
void Worker::let_go_on() {
  for (Warp& warp : lanes_.warps())
    warp.move_all(warp.in(LaneState::at_barrier), LaneState::at_barrier, LaneState::runnable);
}

// PTX ISA, exit: threads that have exited are not waited for.
void Worker::note_returned(unsigned waiting, std::uint32_t place) {
  faults_.note(RawRemark{place, block_, static_cast<unsigned>(lanes_.threads()) - waiting});
}

bool Worker::is_same_line(std::uint32_t place, std::uint32_t other) const {
  if (place == other) return true;
  const abi::Place& a = launch_->place(place);
  const abi::Place& b = launch_->place(other);
  return a.line == b.line && a.file == b.file && a.line != 0;
}

// Stops a block of which some threads wait at one barrier and some at another: undefined in CUDA, a hang or
// worse. A line that was compiled twice is one barrier.
void Worker::stop_at_two_barriers() {
  std::uint32_t place = kNoPlace;  // where the block's first waiting thread waits
  unsigned thread = 0;
  std::optional<std::uint32_t> other_place;
  std::size_t here = 0;
  std::size_t elsewhere = 0;
  for (const Warp& warp : lanes_.warps()) {
    for (std::uint32_t lanes = warp.in(LaneState::at_barrier); lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(lanes));
      if (place == kNoPlace) {
        place = warp.stopped_at[lane];
        thread = warp.first_thread + lane;
      }
      const bool same = is_same_line(warp.stopped_at[lane], place);
      if (!same && !other_place) other_place = warp.stopped_at[lane];
      ++(same ? here : elsewhere);
    }
  }
  if (elsewhere == 0) return;
  const std::size_t returned = lanes_.threads() - here - elsewhere;
  const auto threads_text = [](std::size_t count) {
    return std::to_string(count) + (count == 1 ? " thread" : " threads");
  };
  const char* const barrier = waits_for_grid_ ? "divergent grid.sync(): " : "divergent __syncthreads(): ";
  std::string message = barrier + threads_text(here) + " of the block's " + std::to_string(lanes_.threads()) +
                        (here == 1 ? " waits here, " : " wait here, ") + threads_text(elsewhere) +
                        " at another barrier";
  if (returned > 0) message += ", " + threads_text(returned) + " returned before it";
  faults_.stop =
      RawStop{FaultKind::divergent_barrier, std::move(message), {place, block_, thread}, other_place, {}};
}

void Worker::stop_block(FaultKind kind, std::string message, std::uint32_t place, unsigned thread,
                        std::string advice) {
  faults_.stop = RawStop{kind, std::move(message), {place, block_, thread}, std::nullopt, std::move(advice)};
}

// Blocks above this one need not run any more.
void Worker::announce_stop() {
  std::uint64_t lowest = launch_->lowest_stop.load();
  while (block_ < lowest && !launch_->lowest_stop.compare_exchange_weak(lowest, block_)) {
  }
}

std::uint64_t Worker::block_in(std::uint64_t epoch) const {
  const auto after =
      std::upper_bound(blocks_begun_.begin(), blocks_begun_.end(), epoch,
                       [](std::uint64_t wanted, const auto& begun) { return wanted < begun.first; });
  return after == blocks_begun_.begin() ? 0 : std::prev(after)->second;
}

}  // namespace simt
