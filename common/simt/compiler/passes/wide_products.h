// Signed products wider than 64 bits with the question whether they overflow, `__builtin_mul_overflow` of
// __int128: for ARM64, code generation would call __muloti4, which GCC's library does not have.
#pragma once

#include "llvm.h"

namespace simtcc {

// Makes unsigned products of them, which need no library.
void expand_wide_products(llvm::Module& module);

}  // namespace simtcc
