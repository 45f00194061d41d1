// Small numbers for a launch's memory instructions, the same for all workers: what a Mark can hold.
#pragma once

#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace simt {

class InstructionIds {
 public:
  // Throws Error when there are more instructions than a Mark can tell apart.
  std::uint32_t of(std::uintptr_t pc);
  std::uintptr_t pc_of(std::uint32_t id) const;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::uintptr_t, std::uint32_t> ids_;
  std::vector<std::uintptr_t> pcs_;
};

}  // namespace simt
