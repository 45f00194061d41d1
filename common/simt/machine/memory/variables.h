// The __device__ and __constant__ variables of a module, as one launch sees them.
#pragma once

#include <cstdint>
#include <vector>

#include "contract/module_abi.h"
#include "memory/region.h"
#include "memory/shadow_pages.h"

namespace simt {

class Variables {
 public:
  // Accesses to the module's variables are noted from here on. Shadow memory is new for each launch, and has
  // pages only where it is touched.
  explicit Variables(const abi::Module& module);

  // The variable that holds an address; null when none does.
  Region* find(std::uintptr_t address);
  std::vector<Region>& regions() { return regions_; }
  const std::vector<Region>& regions() const { return regions_; }

 private:
  std::vector<Region> regions_;  // sorted by begin
  std::vector<ShadowPages> shadows_;
};

}  // namespace simt
