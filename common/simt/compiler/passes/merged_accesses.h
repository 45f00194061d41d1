// Neighbouring accesses become one, as nvcc makes them.
#pragma once

#include <vector>

#include "front/source_lines.h"
#include "llvm.h"

namespace simtcc {

// LLVM's LoadStoreVectorizer gives a merged store the line of whatever comes behind it. Here a merged access keeps the line of the
// one at its lowest address, and knows the lines of all.
class MergeAccessesPass : public llvm::PassInfoMixin<MergeAccessesPass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

// Where the accesses were that this one was made of; empty: it is as it was written.
std::vector<SourcePlace> parts_of_merged(const llvm::Instruction& access);

}  // namespace simtcc
