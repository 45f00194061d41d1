#include "instruction_ids.h"

#include "block_clock.h"
#include "simt/machine.h"

namespace simt {

std::uint32_t InstructionIds::of(std::uintptr_t pc) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto [known, is_new] = ids_.try_emplace(pc, static_cast<std::uint32_t>(pcs_.size()));
  if (is_new) pcs_.push_back(pc);
  if (pcs_.size() > Mark::kMostInstructions)
    throw Error("a launch may execute at most 16384 different memory instructions");
  return known->second;
}

std::uintptr_t InstructionIds::pc_of(std::uint32_t id) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return pcs_[id];
}

}  // namespace simt
