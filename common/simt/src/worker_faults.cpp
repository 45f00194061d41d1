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
// closest below it, the variable, the nearest buffer.
const Region* Worker::intended_region(std::uintptr_t address) const {
  const Module::Image& module = *launch_->module;
  const bool of_module = module.data.holds(address) || module.constants.holds(address);
  if (address - shared_begin_ >= shared_size_ && !of_module) return launch_->arena->nearest(address);
  const Region* below = nullptr;
  for (const Region& region : of_module ? module.variables : shared_regions_) {
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
  return access + (shared ? "shared memory, " : "") + place_in(*region, address, width) + ": " +
         extent_of(*region, width) +
         (width > region->element_bytes && region->element_bytes != Region::kUnknown && !shared
              ? ", and " + bytes_text(width) + " are accessed"
              : "");
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

void Worker::stop_forbidden_write(const Region& region, unsigned width, std::uintptr_t address,
                                  std::uintptr_t pc) {
  const char* const why = region.space == Space::constant ? ": `__constant__` memory is read-only for kernels"
                                                          : ": the kernel may only read this buffer";
  stop(FaultKind::forbidden_write, "write to " + place_in(region, address, width) + why, pc);
}

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
