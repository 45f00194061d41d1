// Brings every access to the widths that a GPU has: 1, 2, 4, 8 and 16 bytes. Copies of whole objects become
// single loads and stores, or loops; wider and odd accesses are cut into pieces.
#pragma once

#include "llvm.h"

namespace simtcc {

// Throws Refused for what no GPU has.
void lower_accesses(llvm::Module& module, llvm::TargetMachine& gpu);

}  // namespace simtcc
