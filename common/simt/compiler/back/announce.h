// Puts a call of a primitive (verifier.h) in the place of each access and of each call that CUDA's headers
// make of the machine, and log entries and questions where module_abi.h asks for them.
#pragma once

#include "back/numbering.h"
#include "back/places.h"
#include "llvm.h"
#include "passes/shared_memory.h"

namespace simtcc {

// `function` takes the context first (device_functions.h). Throws Refused for what the machine cannot do.
FunctionFacts announce(llvm::Function& function, bool is_kernel, const SharedLayout& shared,
                       const llvm::SmallPtrSetImpl<llvm::GlobalVariable*>& constants, Places& places);

}  // namespace simtcc
