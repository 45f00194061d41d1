// Arithmetic whose result on a GPU is not what a CPU's code gives: divisions that trap, products that need a
// library, undefined values that would be whatever a register holds.
#pragma once

#include "llvm.h"

namespace simtcc {

// Integer divisions that a CPU would trap on: by zero, and of the smallest number by -1. A GPU continues; the
// first is reported, the second gives what a GPU gives.

// Whether the divisor may be zero at run time.
bool needs_check(const llvm::Instruction& instruction);

// Makes a signed division safe; returns the condition under which the divisor is zero.
llvm::Value* make_safe(llvm::BinaryOperator& division);

// Signed products wider than 64 bits with the question whether they overflow, `__builtin_mul_overflow` of
// __int128: for ARM64, code generation would call __muloti4, which GCC's library does not have. They become unsigned products, which need no
// library.
void expand_wide_products(llvm::Module& module);

// Makes every value that a program leaves undefined, such as a variable that is read before it is set, the
// same pattern, NaN as float: the code generator would else take any register, with what an earlier thread
// left there.
void define_values(llvm::Module& module);

}  // namespace simtcc
