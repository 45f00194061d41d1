// Calls through pointers (function pointers, virtual functions) become a choice among the functions that they
// can mean: a kernel file is compiled whole, so all of them are known, and no call goes to a computed
// address.
#pragma once

#include "llvm.h"

namespace simtcc {

// Runs before functions are inlined.
void resolve_indirect_calls(llvm::Module& module);

}  // namespace simtcc
