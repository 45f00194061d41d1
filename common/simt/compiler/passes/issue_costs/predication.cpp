#include "passes/issue_costs/predication.h"

#include "passes/issue_costs/header_code.h"
#include "passes/issue_costs/issue_costs.h"
#include "passes/issue_costs/repeated_values.h"
#include "passes/passes.h"

namespace simtcc {
namespace {

constexpr unsigned kMostPredicated = 7;

// What the block issues; more than is ever predicated where it calls something. Addresses are no part of it: LLVM's back end for NVIDIA's
// GPUs computes them ahead of the branch (speculative execution).
unsigned predicated_slots(const llvm::BasicBlock& guarded) {
  unsigned slots = 0;
  for (const llvm::Instruction& instruction : guarded) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call)) return 2 * kMostPredicated;
    if (!is_of_addresses(instruction)) slots += issue_cost_of(instruction).slots;
  }
  return slots;
}

// The two sides of an `if` with `else`, together no longer than one may be (flock of agreement/timing/textbook.cu; two_sides_by_lane of
// mechanisms.cu has twice as much).
bool has_short_sides(const llvm::BranchInst& branch) {
  const llvm::BasicBlock* const one = branch.getSuccessor(0);
  const llvm::BasicBlock* const other = branch.getSuccessor(1);
  const bool meet = one->getSingleSuccessor() != nullptr &&
                    one->getSingleSuccessor() == other->getSingleSuccessor() &&
                    one->getSinglePredecessor() == branch.getParent() &&
                    other->getSinglePredecessor() == branch.getParent();
  return meet && predicated_slots(*one) + predicated_slots(*other) <= kMostPredicated;
}

}  // namespace

bool is_short(const llvm::BasicBlock& guarded) { return predicated_slots(guarded) <= kMostPredicated; }

bool is_predicated(const llvm::BranchInst& branch) {
  if (has_short_sides(branch)) return true;
  for (unsigned side = 0; side < 2; ++side) {
    const llvm::BasicBlock* const guarded = branch.getSuccessor(side);
    if (guarded->getSinglePredecessor() != branch.getParent() ||
        guarded->getSingleSuccessor() != branch.getSuccessor(1 - side))
      continue;
    return is_short(*guarded);
  }
  return false;
}

const llvm::BranchInst* kept_branch(const llvm::BasicBlock& block, const llvm::LoopInfo& loops) {
  const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch == nullptr || !branch->isConditional() || is_predicated(*branch)) return nullptr;
  if (branch->hasMetadata(kNeverLeavesNote) || is_of_short_float(*branch) || is_of_header_function(*branch))
    return nullptr;
  const llvm::Loop* const loop = loops.getLoopFor(&block);
  if (loop != nullptr && (loop->isLoopExiting(&block) || loop->getLoopLatch() == &block)) return nullptr;
  const bool leaves = llvm::any_of(llvm::successors(&block), [](const llvm::BasicBlock* next) {
    return llvm::isa<llvm::ReturnInst>(next->getTerminator());
  });
  return leaves ? nullptr : branch;
}

bool begins_behind_branch(const llvm::BasicBlock& block, const llvm::LoopInfo& loops) {
  if (loops.isLoopHeader(&block)) return false;
  if (const llvm::BasicBlock* const before = block.getSinglePredecessor())
    return kept_branch(*before, loops) != nullptr;
  // Of a side that ends here, or of the branch itself.
  return llvm::any_of(llvm::predecessors(&block), [&](const llvm::BasicBlock* from) {
    const llvm::BasicBlock* const before = from->getSinglePredecessor();
    return kept_branch(*from, loops) != nullptr ||
           (before != nullptr && kept_branch(*before, loops) != nullptr);
  });
}

}  // namespace simtcc
