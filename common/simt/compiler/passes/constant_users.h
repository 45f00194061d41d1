// Constant expressions over variables become instructions, so that the variables can be replaced.
#pragma once

#include "llvm.h"

namespace simtcc {

// Every constant expression in the function's code becomes instructions.
void expand_constant_expressions(llvm::Function& function);

}  // namespace simtcc
