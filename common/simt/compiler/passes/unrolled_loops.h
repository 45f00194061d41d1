// What the passes that unroll loops have in common.
#pragma once

#include "llvm.h"

namespace llvm {
class AssumptionCache;
class OptimizationRemarkEmitter;
class ScalarEvolution;
class TargetTransformInfo;
}  // namespace llvm

namespace simtcc {

// Of a loop that was unrolled for its size: LLVM leaves it alone, ptxas may not.
inline constexpr const char* kUnrolledForSize = "simt.unrolled_for_size";

struct LoopAnalyses {
  llvm::LoopInfo& loops;
  llvm::DominatorTree& dominators;
  llvm::ScalarEvolution& evolution;
  llvm::AssumptionCache& assumptions;
  const llvm::TargetTransformInfo& target;
  llvm::OptimizationRemarkEmitter& remarks;
};

LoopAnalyses loop_analyses(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

// Whether the program itself, or a pass before, has told what becomes of the loop.
bool is_unrolling_decided(const llvm::Loop& loop);

// Unrolls a loop whose number of rounds is known at run time only, so many rounds at once. Returns whether it changed anything.
bool unroll_in_part(llvm::Loop& loop, unsigned count, bool whatever_it_takes, LoopAnalyses& with);

}  // namespace simtcc
