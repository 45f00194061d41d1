// What the passes that unroll loops have in common.
#pragma once

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>

#include "llvm.h"

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

// Brings the loop into the form that LLVM's unrolling needs.
void prepare_unrolling(llvm::Loop& loop, LoopAnalyses& with);

// The comparison that decides at a round's end whether there is another one; null: it ends in another way.
const llvm::ICmpInst* end_of(const llvm::Loop& loop);

bool has_barrier(const llvm::Loop& loop);

// Of the many instructions for one of a GPU's for numbers of 16 bits: where the bits of a number are taken, and where a
// result is rounded.
bool stands_for_one(const llvm::Instruction& instruction);

// Whether the program itself, or a pass before, has told what becomes of the loop.
bool is_unrolling_decided(const llvm::Loop& loop);

// Whether the instruction takes a float4 or its kin apart or puts it together, which costs nvcc nothing.
bool packs_vector(const llvm::Instruction& instruction);

constexpr unsigned kOfRound = 2;  // what of a loop's size is its counter and its test, and not copied

// How large the loop is where nvcc's LLVM decides on unrolling, in its instructions; at least 3.
unsigned size_to_nvcc(const llvm::Loop& loop, const llvm::TargetTransformInfo& target);

// Unrolls a loop whose number of rounds is known at run time only, so many rounds at once. `is_forced`: even where LLVM cannot tell the number,
// and has to ask in each round. Returns whether it changed anything.
bool unroll_in_part(llvm::Loop& loop, unsigned count, bool is_forced, LoopAnalyses& with);

}  // namespace simtcc
