// Loads and stores of asm statements. To the optimiser an access stays a call of which it knows as much as
// nvcc knows of an asm statement: it is not merged with its neighbours, and a volatile one is made exactly
// where it stands. After optimisation the calls become loads and stores, which are checked and counted as any
// other.
#pragma once

#include "llvm.h"

namespace simtcc::ptx {

struct AccessNature {
  bool is_volatile = false;  // counts as an atomic operation where threads race
  bool is_in_order = false;  // the statement is volatile and keeps its place among others
};

// `pointer` is an i8*, the type a number or a vector of up to 16 bytes.
llvm::CallInst* call_load(llvm::IRBuilder<>& builder, llvm::Value* pointer, llvm::Type* type,
                          AccessNature nature);
llvm::CallInst* call_store(llvm::IRBuilder<>& builder, llvm::Value* pointer, llvm::Value* value,
                           AccessNature nature);

// Runs after optimisation: turns the calls into loads and stores.
void make_accesses(llvm::Module& module);

}  // namespace simtcc::ptx
