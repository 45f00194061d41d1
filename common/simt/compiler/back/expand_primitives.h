// After a module has been verified: puts the code into the places of its primitives (verifier.h), which is
// the same for every module, and which nobody checks any more. Each access is check, log entry, load or
// store.
#pragma once

#include <llvm/IR/Module.h>

namespace simtcc {

void expand_primitives(llvm::Module& module);

}  // namespace simtcc
