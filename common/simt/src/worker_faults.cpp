// The worker's part for when something is wrong: finding out what, and stopping.
#include <algorithm>

#include "worker.h"

namespace simt {
namespace {

const char* verb(Op op) { return op == Op::load ? "read" : "write"; }

std::string bytes_text(std::uintptr_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

// "3 elements past the end of `in` (1024 elements of 4 bytes)"
std::string relation(const Region& region, std::uintptr_t address, unsigned width) {
  const std::uintptr_t size = region.end - region.begin;
  const std::string extent =
      "`" + region.name + "` (" +
      (region.element_bytes > 1
           ? std::to_string(size / region.element_bytes) + " elements of " + bytes_text(region.element_bytes)
           : bytes_text(size)) +
      ")";
  if (address < region.begin) return bytes_text(region.begin - address) + " before the start of " + extent;
  if (address >= region.end) return bytes_text(address - region.end) + " past the end of " + extent;
  return "of which the last " + bytes_text(address + width - region.end) + " lie past the end of " + extent;
}

std::string element(const Region& region, std::uintptr_t address) {
  return "`" + region.name + "[" + std::to_string((address - region.begin) / region.element_bytes) + "]`";
}

}  // namespace

void Worker::stop(FaultKind kind, std::string message, std::uintptr_t pc, bool pc_is_return_address) {
  faults_.stop = RawStop{kind, std::move(message), {pc, pc_is_return_address, block_, lane_}, 0};
  std::uint64_t lowest = launch_->lowest_stop.load();
  while (block_ < lowest && !launch_->lowest_stop.compare_exchange_weak(lowest, block_)) {
  }
  lanes_[lane_].state = LaneState::done;
  lanes_[lane_].fiber.suspend();
  __builtin_unreachable();  // a stopped fiber is never resumed
}

const Region* Worker::shared_region(std::uintptr_t address) const {
  for (const Region& region : shared_regions_) {
    if (address >= region.begin && address < region.end) return &region;
  }
  return nullptr;
}

void Worker::find_region(Instruction& instruction, std::uintptr_t address, unsigned width,
                         std::uintptr_t pc) {
  const Region* region =
      instruction.space == Space::global ? launch_->arena->find(address, width) : shared_region(address);
  if (region == nullptr || address + width > region->end)
    stop_out_of_bounds(instruction.op, width, address, pc);
  instruction.region = region;
  instruction.region_begin = region->begin;
  instruction.region_end = region->end;
}

std::string Worker::out_of_bounds_message(Op op, unsigned width, std::uintptr_t address) const {
  std::string message = std::string("out-of-bounds ") + verb(op) + " of " + bytes_text(width);
  if (address < 4096) return message + " through a null pointer";
  const bool in_shared = address - shared_begin_ < shared_size_;
  const Region* near = in_shared ? nullptr : launch_->arena->nearest(address);
  if (in_shared) {
    message += " of shared memory";
    for (const Region& region : shared_regions_) {  // the array that ends closest below it
      if (region.begin <= address && (near == nullptr || region.begin > near->begin)) near = &region;
    }
  }
  return near == nullptr ? message + ": the address belongs to no buffer"
                         : message + ", " + relation(*near, address, width);
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

// Outside buffers and shared memory: the thread's own stack and the module's variables are fine, all else is
// not.
template <unsigned Width, Op op>
void Worker::access_elsewhere(std::uintptr_t address, std::uintptr_t pc) {
  const Module::Image& module = *launch_->module;
  if (stacks_.holds(address) || module.data.holds(address)) return;
  if (op == Op::load && module.constants.holds(address)) return;
  stop_out_of_bounds(op, Width, address, pc);
}

template void Worker::access_elsewhere<1, Op::load>(std::uintptr_t, std::uintptr_t);
template void Worker::access_elsewhere<2, Op::load>(std::uintptr_t, std::uintptr_t);
template void Worker::access_elsewhere<4, Op::load>(std::uintptr_t, std::uintptr_t);
template void Worker::access_elsewhere<8, Op::load>(std::uintptr_t, std::uintptr_t);
template void Worker::access_elsewhere<16, Op::load>(std::uintptr_t, std::uintptr_t);
template void Worker::access_elsewhere<1, Op::store>(std::uintptr_t, std::uintptr_t);
template void Worker::access_elsewhere<2, Op::store>(std::uintptr_t, std::uintptr_t);
template void Worker::access_elsewhere<4, Op::store>(std::uintptr_t, std::uintptr_t);
template void Worker::access_elsewhere<8, Op::store>(std::uintptr_t, std::uintptr_t);
template void Worker::access_elsewhere<16, Op::store>(std::uintptr_t, std::uintptr_t);

void Worker::note(const SharedConflict& conflict, const Instruction& instruction) {
  RawFinding finding;
  finding.kind =
      conflict.kind == SharedConflict::Kind::race ? FaultKind::race : FaultKind::uninitialized_read;
  finding.at = {instruction.pc, true, block_, lane_};
  finding.op = instruction.op;
  if (conflict.kind == SharedConflict::Kind::race) {
    const Instruction& other = log_.instructions()[conflict.other_instruction];
    finding.other_pc = other.pc;
    finding.other_op = other.op;
    finding.other_thread = conflict.other_thread;
  }
  finding.array = "`" + instruction.region->name + "`";
  finding.space = Space::shared;
  note(finding);
}

void Worker::note_unwritten(const Instruction& instruction, std::uintptr_t address) {
  RawFinding finding;
  finding.kind = FaultKind::uninitialized_read;
  finding.at = {instruction.pc, true, block_, lane_};
  finding.array = element(*instruction.region, address);
  finding.space = Space::global;
  note(finding);
}

void Worker::note(RawFinding finding) {
  for (RawFinding& known : faults_.findings) {
    if (known.kind == finding.kind && known.at.pc == finding.at.pc && known.other_pc == finding.other_pc) {
      ++known.count;
      return;
    }
  }
  faults_.findings.push_back(std::move(finding));
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
                        std::to_string(lanes_.size()) + " wait here";
  if (elsewhere > 0) message += ", " + threads_text(elsewhere) + " at another barrier";
  if (returned > 0) message += ", " + threads_text(returned) + " returned without reaching it";
  const auto lane = static_cast<unsigned>(first_waiting - lanes_.begin());
  faults_.stop = RawStop{
      FaultKind::divergent_barrier, message, {first_waiting->barrier_pc, true, block_, lane}, other_pc};
  std::uint64_t lowest = launch_->lowest_stop.load();
  while (block_ < lowest && !launch_->lowest_stop.compare_exchange_weak(lowest, block_)) {
  }
}

}  // namespace simt
