// What lies where, as one worker sees it: buffers, variables, the block's shared arrays, the lanes' local
// memory.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "memory/arena.h"
#include "memory/local_memory.h"
#include "memory/region.h"
#include "memory/shared_memory.h"
#include "memory/variables.h"

namespace simt {

class MemoryMap {
 public:
  MemoryMap();

  // `dynamic_bytes`: the launch's dynamic shared memory.
  void begin_launch(const abi::Module& module, std::size_t dynamic_bytes, Arena& arena, Variables& variables);

  // The region that holds an address; null when none does. All local memory is one region.
  Region* find(std::uintptr_t address) {
    for (Region* region : recent_) {
      if (region->holds(address)) return region;
    }
    return find_slowly(address);
  }

  SharedMemory& shared() { return shared_; }
  const SharedMemory& shared() const { return shared_; }
  const LocalMemory& local() const { return local_; }
  bool is_local(std::uintptr_t address) const {
    return address - local_.begin() < local_.end() - local_.begin();
  }

  // The region that an access outside of all of them is meant for, for messages; null when that is unknown.
  // `base`: the pointer that the address was computed from, or 0. `name`: the array's as the source has it,
  // or null. `argument`: the buffer or variable that the launch gave a parameter of this name, or null.
  const Region* intended(std::uintptr_t address, std::uintptr_t base, const char* name,
                         const Region* argument);

 private:
  Region* find_slowly(std::uintptr_t address);

  Arena* arena_ = nullptr;
  Variables* variables_ = nullptr;
  LocalMemory local_;
  SharedMemory shared_;
  Region all_local_;
  Region nothing_;
  std::array<Region*, 4> recent_;  // the last ones found
  std::size_t next_recent_ = 0;
};

}  // namespace simt
