// What a finished module may refer to outside of itself: functions of the C mathematics library, and what the
// code generator calls for arithmetic that the processor has not. All else is refused by name, at its line.
#pragma once

#include "llvm.h"

namespace simtcc {

// Throws Refused.
void check_references(llvm::Module& module);

}  // namespace simtcc
