#include "passes/unroll_again.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

namespace simtcc {
namespace {

struct LoopAnalyses {
  llvm::LoopInfo& loops;
  llvm::DominatorTree& dominators;
  llvm::ScalarEvolution& evolution;
  llvm::AssumptionCache& assumptions;
  const llvm::TargetTransformInfo& target;
  llvm::OptimizationRemarkEmitter& remarks;
};

bool calls_anything(const llvm::BasicBlock& block) {
  for (const llvm::Instruction& instruction : block) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call)) return true;
  }
  return false;
}

// `#pragma unroll 1`; loops that hold what is left of others are marked so too.
bool must_stay(const llvm::Loop& loop) {
  return llvm::findOptionMDForLoop(&loop, "simt.keep_rolled") != nullptr;
}

// Whether the loop ends at a comparison of a counter that runs in equal steps with what does not change.
bool counts_towards_a_bound(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(loop.getLoopLatch()->getTerminator());
  if (branch == nullptr || !branch->isConditional()) return false;
  const auto* const compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
  if (compare == nullptr || compare->isEquality()) return false;
  for (unsigned side = 0; side < 2; ++side) {
    const auto* const counter =
        llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(compare->getOperand(side)));
    const bool has_bound = evolution.isLoopInvariant(evolution.getSCEV(compare->getOperand(1 - side)), &loop);
    if (counter != nullptr && counter->isAffine() && has_bound &&
        llvm::isa<llvm::SCEVConstant>(counter->getStepRecurrence(evolution))) {
      return true;
    }
  }
  return false;
}

// Unrolls the loop to so many rounds at once. The rounds that remain are in a loop behind it, which is
// returned.
llvm::Loop* unroll(llvm::Loop& loop, unsigned count, LoopAnalyses& with) {
  llvm::Loop* rest = nullptr;
  const bool done =
      llvm::UnrollRuntimeLoopRemainder(&loop, count, true, true, false, false, &with.loops, &with.evolution,
                                       &with.dominators, &with.assumptions, &with.target, true, &rest);
  if (!done) return nullptr;
  llvm::UnrollLoopOptions options{};
  options.Count = count;
  options.Force = true;
  options.AllowExpensiveTripCount = true;
  llvm::UnrollLoop(&loop, options, &with.loops, &with.evolution, &with.dominators, &with.assumptions,
                   &with.target, &with.remarks, true);
  return rest;
}

}  // namespace

llvm::PreservedAnalyses UnrollAgainPass::run(llvm::Function& function,
                                             llvm::FunctionAnalysisManager& analyses) {
  LoopAnalyses with{analyses.getResult<llvm::LoopAnalysis>(function),
                    analyses.getResult<llvm::DominatorTreeAnalysis>(function),
                    analyses.getResult<llvm::ScalarEvolutionAnalysis>(function),
                    analyses.getResult<llvm::AssumptionAnalysis>(function),
                    analyses.getResult<llvm::TargetIRAnalysis>(function),
                    analyses.getResult<llvm::OptimizationRemarkEmitterAnalysis>(function)};
  llvm::SmallVector<llvm::Loop*, 8> candidates;
  for (llvm::Loop* loop : with.loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || loop->getNumBlocks() != 1 || loop->getLoopLatch() == nullptr) continue;
    if (must_stay(*loop) || calls_anything(*loop->getHeader())) continue;
    if (counts_towards_a_bound(*loop, with.evolution)) candidates.push_back(loop);
  }
  for (llvm::Loop* loop : candidates) {
    llvm::simplifyLoop(loop, &with.dominators, &with.loops, &with.evolution, &with.assumptions, nullptr,
                       true);
    llvm::formLCSSARecursively(*loop, with.dominators, &with.loops, &with.evolution);
    if (llvm::Loop* const rest = unroll(*loop, 4, with)) unroll(*rest, 2, with);
  }
  return candidates.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace simtcc
