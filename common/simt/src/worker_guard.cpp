// The worker's part for guarded modules: an access at a computed address that no announcement explains.
#include "announced.h"
#include "worker.h"

namespace simt {
namespace {

constexpr std::size_t kWord = sizeof(std::uintptr_t);

std::uintptr_t word_at(std::uintptr_t address) { return *reinterpret_cast<const std::uintptr_t*>(address); }

}  // namespace

void Worker::guard(std::uintptr_t address, unsigned width, bool store, std::uintptr_t frame,
                   std::uintptr_t pc) {
  if (is_announced(store, address, width)) return;
  const Module::Image& module = *launch_->module;
  if (stacks_.holds(lanes_[lane_].runs_on, address)) {
    if (!store || is_local(address, width, frame, pc)) return;
    stop_out_of_bounds(Op::store, width, address, pc);
  }
  // Tables and initialised constants: the compilers take their loads for harmless.
  const Region* const variable = module.variable_at(address);
  const bool constant = variable != nullptr ? variable->space == Space::constant || !variable->writable
                                            : module.constants.holds(address);
  if (!store && constant) return;
  stop(
      FaultKind::out_of_bounds,
      std::string(store ? "a store" : "a load") + " of " + std::to_string(width) +
          " bytes that is not counted: an index past a local array, or a bit-field or integer of an odd size",
      pc);
}

void Worker::write_for_kernel(std::uintptr_t address, std::size_t bytes, std::uintptr_t frame,
                              std::uintptr_t pc) {
  if (!stacks_.holds(lanes_[lane_].runs_on, address) || is_local(address, bytes, frame, pc)) return;
  stop_out_of_bounds(Op::store, static_cast<unsigned>(bytes), address, pc);
}

// Whether these bytes of the running lane's stack are local variables of the kernel, or of a function that it
// called: not what a call saved there, and nothing of ours. `frame`: the frame pointer of the code at pc.
bool Worker::is_local(std::uintptr_t address, std::size_t bytes, std::uintptr_t frame, std::uintptr_t pc) {
  const auto& kernels = launch_->module->kernels;
  while (kernels.holds(pc) && stacks_.holds(lanes_[lane_].runs_on, frame)) {
    if (address + bytes <= frame - saved_below_frame(pc)) return true;
    if (address < frame + 2 * kWord) return false;  // over the saved frame pointer and the return address
    pc = word_at(frame + kWord);
    frame = word_at(frame);
  }
  return false;
}

std::size_t Worker::saved_below_frame(std::uintptr_t pc) {
  const auto [known, is_new] = saved_below_frame_.try_emplace(pc);
  if (is_new) known->second = launch_->module->sources->saved_below_frame(pc);
  return known->second;
}

}  // namespace simt
