// Kernels that wait until another thread has stored what they look for: a flag, a counter, the sum of the blocks before. How long that takes
// depends on when the others run, and is nothing that a model of one SM knows.
#pragma once

#include "llvm.h"

namespace simtcc {

// Notes a function with a loop that goes round with nothing changed but what a volatile or atomic load from memory that is not shared brings.
// A compare-and-swap that is tried again is no such wait: it is modelled as a lock. Runs when functions are inlined and local variables
// are values, before branches become choices.
struct NoteWaitsForThreadsPass : llvm::PassInfoMixin<NoteWaitsForThreadsPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

bool waits_for_threads(const llvm::Function& function);

}  // namespace simtcc
