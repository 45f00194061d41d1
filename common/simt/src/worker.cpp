#include "worker.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

#include "fault_signals.h"

namespace simt {

__thread Worker* Worker::current_ = nullptr;

void Worker::run(Launch& launch, unsigned index) {
  launch_ = &launch;
  clock_.begin_launch(index, launch.first_tick);
  prepare();
  current_ = this;
  const CpuTimeLimit limit(launch.time_limit_seconds);
  for (;;) {
    const std::uint64_t block = launch.next_block.fetch_add(1);
    if (block >= launch.shape.grid.volume() || block > launch.lowest_stop.load()) break;
    run_block(block);
  }
  current_ = nullptr;
}

void Worker::prepare() {
  arena_begin_ = launch_->arena->begin();
  arena_size_ = launch_->arena->size();
  written_ = &launch_->arena->written();
  log_.reset(launch_->module->code.begin, launch_->module->code.end, launch_->instruction_ids);
  faults_ = {};
  printed_.clear();
  blocks_begun_.clear();
  local_arrays_.clear();
  saved_below_frame_.clear();
  const auto threads = static_cast<std::size_t>(launch_->shape.block.volume());
  stacks_.ensure(threads);
  lanes_.resize(threads);
  const Dim3 shape = launch_->shape.block;
  for (unsigned i = 0; i < threads; ++i)
    lanes_[i].index = {i % shape.x, i / shape.x % shape.y, i / shape.x / shape.y};
  lane_order_.resize(kWarpSize);
  warp_order_.resize((threads + kWarpSize - 1) / kWarpSize);
  std::iota(lane_order_.begin(), lane_order_.end(), 0U);
  std::iota(warp_order_.begin(), warp_order_.end(), 0U);
  prepare_shared_memory();
}

void Worker::prepare_shared_memory() {
  const Module::Image& module = *launch_->module;
  const std::size_t dynamic_bytes = module.has_dynamic_shared ? launch_->shape.dynamic_shared_bytes : 0;
  shared_begin_ = module.shared_begin();
  shared_size_ = 0;
  shared_regions_.clear();
  used_shared_arrays_.clear();
  shared_poison_.clear();
  const auto add = [&](const std::string& name, std::size_t offset, std::size_t bytes) {
    const std::size_t element_bytes = bytes % kBankBytes == 0 ? kBankBytes : 1;  // the type is not known
    const std::uintptr_t begin = shared_begin_ + offset;
    shared_regions_.push_back({begin, begin + bytes, name, element_bytes, Space::shared, true, {}});
    shared_poison_.emplace_back(shared_begin_ + offset, bytes);
    shared_size_ = std::max(shared_size_, offset + bytes);
  };
  for (const auto& array : module.static_arrays) add(array.name, array.offset, array.bytes);
  if (module.has_dynamic_shared) {
    add("dynamic shared memory", module.dynamic_shared_offset, dynamic_bytes);
    // Beyond what the launch gave there is more of the array: it must be recognised as shared to be reported.
    shared_size_ =
        std::max<std::size_t>(shared_size_, module.dynamic_shared_offset + SIMT_DYNAMIC_SHARED_CAPACITY);
  }
  std::size_t reachable = 0;
  for (const auto& region : shared_regions_)
    reachable = std::max<std::size_t>(reachable, region.end - shared_begin_);
  shadow_.reset(reachable);
}

void Worker::shuffle_order(std::uint64_t block) {
  if (launch_->schedule_seed == 0) return;
  std::mt19937_64 random(launch_->schedule_seed * 0x9E3779B97F4A7C15ULL +
                         block);  // NOLINT(cert-msc51-cpp): reproducible
  std::shuffle(warp_order_.begin(), warp_order_.end(), random);
  std::shuffle(lane_order_.begin(), lane_order_.end(), random);
}

void Worker::run_block(std::uint64_t block) {
  const Dim3 grid = launch_->shape.grid;
  block_ = block;
  block_index_ = {static_cast<unsigned>(block % grid.x), static_cast<unsigned>(block / grid.x % grid.y),
                  static_cast<unsigned>(block / grid.x / grid.y)};
  shuffle_order(block);
  // Shared memory starts with whatever the last block left: the same wrong values at every run, NaN as float.
  for (const auto& [begin, bytes] : shared_poison_) std::memset(reinterpret_cast<void*>(begin), 0xFF, bytes);
  clock_.begin_block();
  blocks_begun_.emplace_back(clock_.now(), block);
  did_atomic_ = false;
  for (Lane& lane : lanes_) lane.state = LaneState::ready;
  warp_clocks_.assign(warp_order_.size(), {});
  some_paused_ = false;
  some_asking_ = false;
  std::uint64_t phase = 0;
  do {
    for (const unsigned warp : warp_order_) {
      run_warp(warp, phase);
      if (faults_.stop) return log_.discard();
      flush(warp, phase);
    }
    clock_.barrier();
    ++phase;
  } while (!block_is_over());
}

[[gnu::always_inline]] inline void Worker::run_lane(unsigned position, unsigned lane) {
  position_ = position;
  begin_turn(lane);
  Lane& running = lanes_[lane];
  if (running.state == LaneState::ready) {
    stacks_.forget(lane);
    running.runs_on = lane;
    running.fiber.start(stacks_.top(lane), FiberStacks::kStride / 2, &Worker::lane_body);
  }
  lane_is_running_ = true;
  lanes_[running.runs_on].fiber.resume(this);
  lane_is_running_ = false;
  const LaneState stopped_in = lanes_[lane_].state;
  some_paused_ |= stopped_in == LaneState::paused;
  some_asking_ |= stopped_in == LaneState::asking;
}

// Every lane to the barrier or the end, in several steps where lanes ask for the time, meet at warp
// intrinsics or make very many requests.
void Worker::run_warp(unsigned warp, std::uint64_t phase) {
  warp_ = warp;
  clock_.begin_warp();
  begin_phase(warp);
  while (!faults_.stop) {
    if (some_asking_) {
      tell_time(warp);
      run_lanes(warp, LaneState::told);
    } else if (hold_meetings(warp) || some_paused_) {
      flush(warp, phase);
      run_lanes(warp, LaneState::paused);
    } else {
      return;
    }
  }
}

void Worker::flush(unsigned warp, std::uint64_t phase) {
  if (warp_clocks_[warp].is_read) warp_clocks_[warp].cycles += log_.open_cycles();
  log_.flush({block_, phase, warp});
}

// All lanes, from the barrier or the start.
void Worker::begin_phase(unsigned warp) {
  for (unsigned position = 0; position < kWarpSize && !faults_.stop; ++position) {
    const unsigned lane = warp * kWarpSize + lane_order_[position];
    if (lane >= lanes_.size() || lanes_[lane].state == LaneState::done) continue;
    run_lane(position, lane);
    // The fiber may have gone on with later lanes: the last of them is where it stopped.
    position = position_;
  }
}

// Those that are in this state.
void Worker::run_lanes(unsigned warp, LaneState state) {
  (state == LaneState::paused ? some_paused_ : some_asking_) = false;
  for (unsigned position = 0; position < kWarpSize && !faults_.stop; ++position) {
    const unsigned lane = warp * kWarpSize + lane_order_[position];
    if (lane < lanes_.size() && lanes_[lane].state == state) run_lane(position, lane);
  }
}

// On a fiber: its lane, and then, as long as none of them meets a barrier, the warp's lanes that have not
// begun. That spares a kernel without barriers nearly all switches between stacks.
void Worker::lane_body(void* argument) {
  auto& worker = *static_cast<Worker*>(argument);
  do {
    (*worker.launch_->thread_body)();
    worker.lanes_[worker.lane_].state = LaneState::done;
  } while (worker.go_on_with_next_lane());
  worker.lanes_[worker.lanes_[worker.lane_].runs_on].fiber.suspend();  // for good
}

bool Worker::go_on_with_next_lane() {
  if (position_ + 1 == kWarpSize) return false;
  const unsigned next = warp_ * kWarpSize + lane_order_[position_ + 1];
  if (next >= lanes_.size() || lanes_[next].state != LaneState::ready) return false;
  lanes_[next].runs_on = lanes_[lane_].runs_on;
  ++position_;
  begin_turn(next);
  return true;
}

// True when the block is over: every lane returned, or the barrier can never complete.
bool Worker::block_is_over() {
  std::size_t waiting = 0;
  bool one_place = true;
  std::uintptr_t place = 0;
  barrier_count_ = 0;
  for (const Lane& lane : lanes_) {
    if (lane.state != LaneState::waiting) continue;
    one_place &= waiting == 0 || lane.barrier_pc == place;
    place = lane.barrier_pc;
    barrier_count_ += lane.meeting_value == 1 ? 1 : 0;
    ++waiting;
  }
  if (waiting == 0) return true;
  if (waiting == lanes_.size() && one_place) return false;
  divergent_barrier();
  return faults_.stop.has_value();
}

void Worker::record_new(Instruction& instruction, std::uintptr_t address) {
  const unsigned lane = lane_ % kWarpSize;
  if (!log_.is_full()) return log_.open_request(instruction, lane, address);
  lanes_[lane_].state = LaneState::paused;
  lanes_[lanes_[lane_].runs_on].fiber.suspend();
  if (instruction.op != Op::atomic) announce(instruction.op == Op::store, address, instruction.width);
  // The others are as far as they come, and the log is empty: executions count from zero.
  if (!log_.record(instruction, lane, address)) log_.open_request(instruction, lane, address);
}

void Worker::print(const std::string& text) {
  constexpr std::size_t kLimit = std::size_t{1}
                                 << 20U;  // CUDA's own buffer, cudaLimitPrintfFifoSize, is 1 MiB
  if (launch_->printed_bytes.fetch_add(text.size()) + text.size() > kLimit) return;
  if (printed_.empty() || printed_.back().first != block_) printed_.emplace_back(block_, "");
  printed_.back().second += text;
}

}  // namespace simt
