// What a kernel file's own code may be made of: instructions, intrinsics and memory that simtcc's checks
// understand, and names that mean nothing outside of the module. All else is refused, or taken from it.
#pragma once

#include "llvm.h"

namespace simtcc {

// Of the optimised program, before accesses are announced. Throws Refused.
void check_code(const llvm::Module& module);

// Nothing of the file's own is seen from outside, is in a section of its own or runs by itself, and no name
// is taken that the module's table needs.
void seal_names(llvm::Module& module);

}  // namespace simtcc
