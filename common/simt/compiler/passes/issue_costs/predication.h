// Which branches ptxas keeps: short blocks it predicates.
#pragma once

#include "llvm.h"

namespace simtcc {

// A short block without `else` has no branch around it: ptxas predicates its instructions.
bool is_predicated(const llvm::BranchInst& branch);
bool is_short(const llvm::BasicBlock& guarded);
// The same for one of at most two cases of a switch, which are two comparisons with one number.
bool is_predicated_case(const llvm::BasicBlock& block, const llvm::SwitchInst& choice);
// The branch or switch at the block's end, if ptxas keeps it; null: there is none, or it leaves a loop or the kernel.
const llvm::Instruction* kept_branch(const llvm::BasicBlock& block, const llvm::LoopInfo& loops);
// What decides where such a branch goes.
const llvm::Value& condition_of(const llvm::Instruction& branch);
// Whether each block before has decided the branch: nvcc lets it go on by itself (tree_lookup of agreement/timing/blind).
bool is_decided_before(const llvm::BranchInst& branch);
// Whether the block is a side of such a branch, or where sides meet: ptxas orders no instructions across its begin.
bool begins_behind_branch(const llvm::BasicBlock& block, const llvm::LoopInfo& loops);

}  // namespace simtcc
