// Neighbouring accesses become one, as nvcc makes them.
#pragma once

#include "llvm.h"

namespace simtcc {

// LLVM's LoadStoreVectorizer gives a merged store the line of whatever comes behind it. Here a merged access keeps the line of the
// one at its lowest address.
class MergeAccessesPass : public llvm::PassInfoMixin<MergeAccessesPass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace simtcc
