#include "passes/unrolled_loops.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <algorithm>
#include <array>

namespace simtcc {

LoopAnalyses loop_analyses(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  return {analyses.getResult<llvm::LoopAnalysis>(function),
          analyses.getResult<llvm::DominatorTreeAnalysis>(function),
          analyses.getResult<llvm::ScalarEvolutionAnalysis>(function),
          analyses.getResult<llvm::AssumptionAnalysis>(function),
          analyses.getResult<llvm::TargetIRAnalysis>(function),
          analyses.getResult<llvm::OptimizationRemarkEmitterAnalysis>(function)};
}

bool is_unrolling_decided(const llvm::Loop& loop) {
  constexpr std::array<const char*, 5> kUnrollingDecided{"simt.keep_rolled", "llvm.loop.unroll.disable",
                                                         "llvm.loop.unroll.enable", "llvm.loop.unroll.full",
                                                         "llvm.loop.unroll.count"};
  return std::any_of(kUnrollingDecided.begin(), kUnrollingDecided.end(), [&](const char* property) {
    return llvm::findOptionMDForLoop(&loop, property) != nullptr;
  });
}

bool unroll_in_part(llvm::Loop& loop, unsigned count, bool whatever_it_takes, LoopAnalyses& with) {
  if (with.evolution.getSmallConstantTripCount(&loop) != 0) return false;
  llvm::simplifyLoop(&loop, &with.dominators, &with.loops, &with.evolution, &with.assumptions, nullptr, true);
  llvm::formLCSSARecursively(loop, with.dominators, &with.loops, &with.evolution);
  if (!loop.isLoopSimplifyForm()) return true;
  llvm::UnrollLoopOptions options{};
  options.Count = count;
  options.Force = true;
  options.Runtime = true;
  options.AllowExpensiveTripCount = whatever_it_takes;
  llvm::Loop* rest = nullptr;
  const auto result = llvm::UnrollLoop(&loop, options, &with.loops, &with.evolution, &with.dominators,
                                       &with.assumptions, &with.target, &with.remarks, true, &rest);
  if (result != llvm::LoopUnrollResult::PartiallyUnrolled) return true;
  llvm::addStringMetadataToLoop(&loop, "llvm.loop.unroll.disable");  // for LLVM; ptxas may
  llvm::addStringMetadataToLoop(&loop, kUnrolledForSize);
  return true;
}

}  // namespace simtcc
