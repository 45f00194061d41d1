// Where a pointer comes from: the parameter, variable, shared or local array that the program computed it
// from.
#pragma once

#include "llvm.h"

namespace simtcc {

// The one object that the pointer is computed from: a function's argument, a variable, an alloca, a loaded
// pointer; null where there are several.
llvm::Value* base_of(llvm::Value* pointer);

}  // namespace simtcc
