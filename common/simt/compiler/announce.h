// Puts a check and an entry in the lane's log before each access, and the machine's functions in place of the
// calls that CUDA's headers make: what module_abi.h describes.
#pragma once

#include "llvm.h"
#include "numbering.h"
#include "places.h"
#include "shared_memory.h"

namespace simtcc {

// `function` takes the context first (device_functions.h). Throws Refused for what the machine cannot do.
FunctionFacts announce(llvm::Function& function, bool is_kernel, const SharedLayout& shared,
                       const llvm::SmallPtrSetImpl<llvm::GlobalVariable*>& constants, Places& places);

}  // namespace simtcc
