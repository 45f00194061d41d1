// Integer divisions that a CPU would trap on: by zero, and of the smallest number by -1. A GPU continues; the
// first is reported, the second gives what a GPU gives.
#pragma once

#include "llvm.h"

namespace simtcc {

// Whether the divisor may be zero at run time.
bool needs_check(const llvm::Instruction& instruction);

// Makes a signed division safe; returns the condition under which the divisor is zero.
llvm::Value* make_safe(llvm::BinaryOperator& division);

}  // namespace simtcc
