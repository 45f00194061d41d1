// The worker's part for when something is wrong: finding out what, and stopping.
#include <algorithm>

#include "region_text.h"
#include "worker.h"

namespace simt {
namespace {

const char* verb(Op op) { return op == Op::load ? "read" : op == Op::store ? "write" : "atomic operation"; }

const char* preposition(Op op) { return op == Op::atomic ? " on " : " of "; }

}  // namespace

// Blocks above this one need not run any more.
void Worker::announce_stop() {
  std::uint64_t lowest = launch_->lowest_stop.load();
  while (block_ < lowest && !launch_->lowest_stop.compare_exchange_weak(lowest, block_)) {
  }
}

void Worker::stop(FaultKind kind, std::string message, std::uintptr_t pc, bool pc_is_return_address) {
  faults_.stop = RawStop{kind, std::move(message), {pc, pc_is_return_address, block_, lane_}, 0};
  announce_stop();
  lanes_[lane_].state = LaneState::done;
  lanes_[lanes_[lane_].runs_on].fiber.suspend();
  __builtin_unreachable();  // a stopped fiber is never resumed
}

const Region* Worker::shared_region(std::uintptr_t address) const {
  for (const Region& region : shared_regions_) {
    if (address >= region.begin && address < region.end) return &region;
  }
  return nullptr;
}

// The buffer or shared array that an address outside of all of them is meant for: the shared array that ends
// closest below it, the nearest buffer.
const Region* Worker::intended_region(std::uintptr_t address) const {
  if (address - shared_begin_ >= shared_size_) return launch_->arena->nearest(address);
  const Region* below = nullptr;
  for (const Region& region : shared_regions_) {
    if (region.begin <= address && (below == nullptr || region.begin > below->begin)) below = &region;
  }
  return below;
}

std::string Worker::out_of_bounds_message(Op op, unsigned width, std::uintptr_t address) const {
  const bool shared = address - shared_begin_ < shared_size_;
  const std::string access = std::string("out-of-bounds ") + verb(op) + preposition(op);
  if (address < 4096) return access + bytes_text(width) + " through a null pointer";
  if (stacks_.holds(address))
    return access + bytes_text(width) + ", far outside of the thread's local arrays";
  const Region* const region = intended_region(address);
  if (region == nullptr) return access + bytes_text(width) + ": the address belongs to no buffer";
  return access + (shared ? "shared memory, " : "") + place_in(*region, address) + ": " + extent_of(*region) +
         (width > region->element_bytes && !shared ? ", and " + bytes_text(width) + " are accessed" : "");
}

// The message is built before the lane is dropped: nothing on its stack may still own memory then.
void Worker::stop_out_of_bounds(Op op, unsigned width, std::uintptr_t address, std::uintptr_t pc) {
  stop(FaultKind::out_of_bounds, out_of_bounds_message(op, width, address), pc);
}

void Worker::stop_misaligned(Op op, unsigned width, std::uintptr_t address, std::uintptr_t pc) {
  stop(FaultKind::misaligned,
       std::string("misaligned ") + verb(op) + ": an access of " + bytes_text(width) +
           " needs an address that is a multiple of " + std::to_string(width) + ", this one is " +
           bytes_text(address % width) + " off",
       pc);
}

template <unsigned Width, Op op>
void Worker::access_first(std::uintptr_t address, std::uintptr_t pc) {
  const bool shared = address - shared_begin_ < shared_size_;
  const Region* const region = shared ? shared_region(address) : launch_->arena->find(address, Width);
  if (region == nullptr || address + Width > region->end) stop_out_of_bounds(op, Width, address, pc);
  if (address % Width != 0) stop_misaligned(op, Width, address, pc);
  Instruction& instruction = log_.find_or_add(pc, shared ? Space::shared : Space::global, op, Width);
  instruction.compare_and_swap = op == Op::atomic && compare_and_swap_;
  instruction.region = region;
  instruction.region_begin = region->begin;
  instruction.region_end = region->end;
  instruction.shadow = region->shadow;
  if (Width < 1U << region->shadow.granule_shift) instruction.shadow.cells = nullptr;
  access<Width, op>(address, pc);
}

// Outside buffers and shared memory: the thread's own stack and the module's variables are fine, all else is
// not.
template <unsigned Width, Op op>
void Worker::access_elsewhere(std::uintptr_t address, std::uintptr_t pc) {
  const Module::Image& module = *launch_->module;
  if (stacks_.holds(lanes_[lane_].runs_on, address) || module.data.holds(address)) return;
  if (op == Op::load && module.constants.holds(address)) return;
  stop_out_of_bounds(op, Width, address, pc);
}

#define SIMT_INSTANTIATE(width)                                                              \
  template void Worker::access_elsewhere<width, Op::load>(std::uintptr_t, std::uintptr_t);   \
  template void Worker::access_elsewhere<width, Op::store>(std::uintptr_t, std::uintptr_t);  \
  template void Worker::access_elsewhere<width, Op::atomic>(std::uintptr_t, std::uintptr_t); \
  template void Worker::access_first<width, Op::load>(std::uintptr_t, std::uintptr_t);       \
  template void Worker::access_first<width, Op::store>(std::uintptr_t, std::uintptr_t);      \
  template void Worker::access_first<width, Op::atomic>(std::uintptr_t, std::uintptr_t);

SIMT_INSTANTIATE(1)
SIMT_INSTANTIATE(2)
SIMT_INSTANTIATE(4)
SIMT_INSTANTIATE(8)
SIMT_INSTANTIATE(16)

namespace {

std::string threads_text(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " thread" : " threads");
}

}  // namespace

// Some lanes wait and others returned, or they wait at barriers in different lines: undefined in CUDA, a hang
// or worse.
void Worker::divergent_barrier() {
  const auto first_waiting = std::find_if(lanes_.begin(), lanes_.end(),
                                          [](const Lane& lane) { return lane.state == LaneState::waiting; });
  const SourceMap& sources = *launch_->module->sources;
  const SourceLine place = sources.line_before(first_waiting->barrier_pc);
  std::size_t here = 0;
  std::size_t elsewhere = 0;
  std::uintptr_t other_pc = 0;
  for (const Lane& lane : lanes_) {
    if (lane.state != LaneState::waiting) continue;
    const bool same =
        lane.barrier_pc == first_waiting->barrier_pc || sources.line_before(lane.barrier_pc) == place;
    if (!same && elsewhere == 0) other_pc = lane.barrier_pc;
    ++(same ? here : elsewhere);
  }
  const std::size_t returned = lanes_.size() - here - elsewhere;
  if (elsewhere == 0 && returned == 0) return;  // one line, compiled twice: a barrier like any other
  std::string message = "divergent __syncthreads(): " + threads_text(here) + " of the block's " +
                        std::to_string(lanes_.size()) + (here == 1 ? " waits here" : " wait here");
  if (elsewhere > 0) message += ", " + threads_text(elsewhere) + " at another barrier";
  if (returned > 0) message += ", " + threads_text(returned) + " returned before it";
  const auto lane = static_cast<unsigned>(first_waiting - lanes_.begin());
  faults_.stop = RawStop{
      FaultKind::divergent_barrier, message, {first_waiting->barrier_pc, true, block_, lane}, other_pc};
  announce_stop();
}

}  // namespace simt
