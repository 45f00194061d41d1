#include "passes/unrolling/unrolled_loops.h"

#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <algorithm>
#include <array>

#include "passes/runtime_calls.h"

namespace simtcc {

LoopAnalyses loop_analyses(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  return {analyses.getResult<llvm::LoopAnalysis>(function),
          analyses.getResult<llvm::DominatorTreeAnalysis>(function),
          analyses.getResult<llvm::ScalarEvolutionAnalysis>(function),
          analyses.getResult<llvm::AssumptionAnalysis>(function),
          analyses.getResult<llvm::TargetIRAnalysis>(function),
          analyses.getResult<llvm::OptimizationRemarkEmitterAnalysis>(function)};
}

void prepare_unrolling(llvm::Loop& loop, LoopAnalyses& with) {
  llvm::simplifyLoop(&loop, &with.dominators, &with.loops, &with.evolution, &with.assumptions, nullptr, true);
  llvm::formLCSSARecursively(loop, with.dominators, &with.loops, &with.evolution);
}

const llvm::ICmpInst* end_of(const llvm::Loop& loop) {
  const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(loop.getLoopLatch()->getTerminator());
  if (branch == nullptr || !branch->isConditional()) return nullptr;
  return llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
}

bool has_barrier(const llvm::Loop& loop) {
  return std::any_of(loop.block_begin(), loop.block_end(), [](const llvm::BasicBlock* block) {
    return std::any_of(block->begin(), block->end(), [](const llvm::Instruction& instruction) {
      return is_call_of(instruction, "simt_barrier");
    });
  });
}

bool stands_for_one(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::ZExtInst>(instruction)) return instruction.getOperand(0)->getType()->isIntegerTy(16);
  return llvm::isa<llvm::PHINode>(instruction) && instruction.getType()->isIntegerTy(16);
}

bool is_unrolling_decided(const llvm::Loop& loop) {
  constexpr std::array<const char*, 5> kUnrollingDecided{"simt.keep_rolled", "llvm.loop.unroll.disable",
                                                         "llvm.loop.unroll.enable", "llvm.loop.unroll.full",
                                                         "llvm.loop.unroll.count"};
  return std::any_of(kUnrollingDecided.begin(), kUnrollingDecided.end(), [&](const char* property) {
    return llvm::findOptionMDForLoop(&loop, property) != nullptr;
  });
}

bool unroll_in_part(llvm::Loop& loop, unsigned count, bool is_forced, LoopAnalyses& with) {
  if (with.evolution.getSmallConstantTripCount(&loop) != 0) return false;
  prepare_unrolling(loop, with);
  if (!loop.isLoopSimplifyForm()) return true;
  llvm::UnrollLoopOptions options{};
  options.Count = count;
  options.Force = is_forced;
  options.Runtime = true;
  options.AllowExpensiveTripCount = true;
  llvm::Loop* rest = nullptr;
  const auto result = llvm::UnrollLoop(&loop, options, &with.loops, &with.evolution, &with.dominators,
                                       &with.assumptions, &with.target, &with.remarks, true, &rest);
  if (result != llvm::LoopUnrollResult::PartiallyUnrolled) return true;
  llvm::addStringMetadataToLoop(&loop, "llvm.loop.unroll.disable");  // for LLVM; ptxas may
  llvm::addStringMetadataToLoop(&loop, kUnrolledForSize);
  return true;
}

}  // namespace simtcc
