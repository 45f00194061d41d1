// Accesses that newer LLVM leaves out and nvcc does not.
//
// - From LLVM 17 on `first[i] = in[i]; second[i] = in[i];` loads once, whatever the pointers point to: if the
//   store changed in[i], then to the value that it had. nvcc loads twice (measured: store_twice of
//   agreement/kernels). A freeze between a load and the store of its value keeps LLVM from seeing that.
// - From LLVM 18 on a store to `__constant__` memory is none. It is a mistake that the machine reports.
#pragma once

#include "llvm.h"

namespace simtcc {

// Wants address spaces to be known.
struct KeptAccessesPass : llvm::PassInfoMixin<KeptAccessesPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace simtcc
