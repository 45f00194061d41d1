// What nvcc refuses of CUDA's qualifiers and clang takes: host variables used in device code, thread_local
// variables, launch bounds of what is no kernel.
#pragma once

#include "llvm.h"

namespace simtcc {

// Checks the front end's module, before anything is optimised. Throws Refused.
void check_qualifiers(llvm::Module& module);

}  // namespace simtcc
