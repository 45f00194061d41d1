// Puts a check and an entry in the lane's log before each access, and the machine's functions in place of the
// calls that CUDA's headers make: what module_abi.h describes.
#pragma once

#include <set>
#include <vector>

#include "kernels.h"
#include "llvm.h"
#include "places.h"
#include "shared_memory.h"

namespace simtcc {

// What a function does, as far as it matters to a launch.
struct FunctionFacts {
  bool has_barrier = false;
  bool has_fence = false;
  bool stores_anywhere = false;
  std::set<unsigned> stored_arguments;  // numbers of its own arguments, without the context
  std::set<const llvm::GlobalVariable*> stored_variables;

  void add(const FunctionFacts& callee) {
    has_barrier |= callee.has_barrier;
    has_fence |= callee.has_fence;
    stores_anywhere |= callee.stores_anywhere || !callee.stored_arguments.empty();
    stored_variables.insert(callee.stored_variables.begin(), callee.stored_variables.end());
  }
};

// `function` takes the context first (device_functions.h). Throws Refused for what the machine cannot do.
FunctionFacts announce(llvm::Function& function, bool is_kernel, const SharedLayout& shared,
                       const llvm::SmallPtrSetImpl<llvm::GlobalVariable*>& constants, Places& places);

}  // namespace simtcc
