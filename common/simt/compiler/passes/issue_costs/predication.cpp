#include "passes/issue_costs/predication.h"

#include <llvm/Analysis/ValueTracking.h>

#include "front/kernels.h"
#include "front/source_lines.h"
#include "passes/issue_costs/header_code.h"
#include "passes/issue_costs/issue_costs.h"
#include "passes/issue_costs/repeated_values.h"
#include "passes/passes.h"
#include "passes/shared_memory.h"

namespace simtcc {
namespace {

// Instructions that ptxas predicates at most (271 small kernels with guarded stretches of 2 to 64 instructions, CUDA 13.0, sm_90): more where the
// block loads from global memory, and most where what follows does, too, as that load can begin before them then. And of both sides of an
// `if` with `else` together.
constexpr unsigned kMostPredicated = 8;
constexpr unsigned kMostWithLoad = 12;
constexpr unsigned kMostBeforeLoad = 20;
constexpr unsigned kMostOfBoth = 14;
constexpr unsigned kMostOfBothBeforeLoad = 18;

// Whether the program loads from global memory there. What the compiler made later is none of its accesses.
bool loads_from_global(const llvm::BasicBlock& block) {
  return llvm::any_of(block, [](const llvm::Instruction& instruction) {
    const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load == nullptr || !has_noted_line(*load)) return false;
    const unsigned space = load->getPointerAddressSpace();
    return space != kSharedSpace && space != kConstantSpace &&
           !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(load->getPointerOperand()));
  });
}

// The block that the other's end guards; null: it guards none.
const llvm::BasicBlock* guarded_by(const llvm::BasicBlock& block) {
  const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch == nullptr || !branch->isConditional()) return nullptr;
  for (unsigned side = 0; side < 2; ++side) {
    const llvm::BasicBlock* const guarded = branch->getSuccessor(side);
    if (guarded->getSinglePredecessor() == &block &&
        guarded->getSingleSuccessor() == branch->getSuccessor(1 - side))
      return guarded;
  }
  return nullptr;
}

bool follows_guarded_load(const llvm::BasicBlock& block) {
  return llvm::any_of(llvm::predecessors(&block), [&](const llvm::BasicBlock* from) {
    const llvm::BasicBlock* const before = from->getSinglePredecessor();
    return before != nullptr && guarded_by(*before) == from && loads_from_global(*from);
  });
}

// Of loads that are guarded one by one, each counts as what follows the one before, and the last as they do.
unsigned most_predicated(const llvm::BasicBlock& guarded, const llvm::BasicBlock& join) {
  const llvm::BasicBlock* const next = guarded_by(join);
  if (loads_from_global(join) || (next != nullptr && loads_from_global(*next))) return kMostBeforeLoad;
  if (!loads_from_global(guarded)) return kMostPredicated;
  return follows_guarded_load(*guarded.getSinglePredecessor()) ? kMostBeforeLoad : kMostWithLoad;
}

// Whether nothing but addresses comes of it.
bool makes_addresses(const llvm::Instruction& instruction, unsigned depth = 0) {
  constexpr unsigned kDeepest = 6;
  if (llvm::isa<llvm::GetElementPtrInst>(instruction)) return true;
  if (!is_of_addresses(instruction) || depth > kDeepest) return false;
  return llvm::all_of(instruction.users(), [&](const llvm::User* user) {
    return makes_addresses(llvm::cast<llvm::Instruction>(*user), depth + 1);
  });
}

// What the block issues; more than is ever predicated where it calls something. Addresses are no part of it: LLVM's back end for NVIDIA's
// GPUs computes them ahead of the branch (speculative execution).
unsigned predicated_slots(const llvm::BasicBlock& guarded) {
  unsigned slots = 0;
  for (const llvm::Instruction& instruction : guarded) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call)) return 2 * kMostBeforeLoad;
    if (!makes_addresses(instruction)) slots += issue_cost_of(instruction).slots;
  }
  return slots;
}

// The two sides of an `if` with `else` (flock of agreement/timing/textbook.cu).
bool has_short_sides(const llvm::BranchInst& branch) {
  const llvm::BasicBlock* const one = branch.getSuccessor(0);
  const llvm::BasicBlock* const other = branch.getSuccessor(1);
  const bool meet = one->getSingleSuccessor() != nullptr &&
                    one->getSingleSuccessor() == other->getSingleSuccessor() &&
                    one->getSinglePredecessor() == branch.getParent() &&
                    other->getSinglePredecessor() == branch.getParent();
  return meet && predicated_slots(*one) + predicated_slots(*other) <=
                     (loads_from_global(*one->getSingleSuccessor()) ? kMostOfBothBeforeLoad : kMostOfBoth);
}

}  // namespace

bool is_short(const llvm::BasicBlock& guarded) { return predicated_slots(guarded) <= kMostPredicated; }

bool is_predicated(const llvm::BranchInst& branch) {
  if (has_short_sides(branch)) return true;
  const llvm::BasicBlock* const guarded = guarded_by(*branch.getParent());
  return guarded != nullptr &&
         predicated_slots(*guarded) <= most_predicated(*guarded, *guarded->getSingleSuccessor());
}

bool is_predicated_case(const llvm::BasicBlock& block, const llvm::SwitchInst& choice) {
  return choice.getNumCases() <= 2 && block.getSingleSuccessor() == choice.getDefaultDest() &&
         is_short(block);
}

bool is_decided_before(const llvm::BranchInst& branch) {
  const auto* const phi =
      branch.isConditional() ? llvm::dyn_cast<llvm::PHINode>(branch.getCondition()) : nullptr;
  return phi != nullptr && phi->getParent() == branch.getParent() &&
         llvm::all_of(phi->incoming_values(),
                      [](const llvm::Use& value) { return llvm::isa<llvm::ConstantInt>(value.get()); });
}

namespace {

bool is_left_out(const llvm::Instruction& branch) {
  if (const auto* const choice = llvm::dyn_cast<llvm::SwitchInst>(&branch)) {
    return llvm::all_of(choice->cases(), [&](const auto& one) {
      return is_predicated_case(*one.getCaseSuccessor(), *choice);
    });
  }
  const auto* const two = llvm::dyn_cast<llvm::BranchInst>(&branch);
  return two == nullptr || !two->isConditional() || is_predicated(*two);
}

// Whether a side of the branch only leaves the loop, by way of a block that it has decided for.
bool leaves_loop_at_once(const llvm::Instruction& branch, const llvm::Loop& loop) {
  return llvm::any_of(llvm::successors(branch.getParent()), [&](const llvm::BasicBlock* side) {
    const llvm::BasicBlock* const join = side->getSingleSuccessor();
    const auto* const next =
        join == nullptr ? nullptr : llvm::dyn_cast<llvm::BranchInst>(join->getTerminator());
    if (next == nullptr || !is_decided_before(*next)) return false;
    const auto* const phi = llvm::cast<llvm::PHINode>(next->getCondition());
    const auto* const decided = llvm::dyn_cast<llvm::ConstantInt>(phi->getIncomingValueForBlock(side));
    return decided != nullptr && !loop.contains(next->getSuccessor(decided->isZero() ? 1 : 0));
  });
}

}  // namespace

const llvm::Value& condition_of(const llvm::Instruction& branch) {
  const auto* const choice = llvm::dyn_cast<llvm::SwitchInst>(&branch);
  return choice != nullptr ? *choice->getCondition() : *llvm::cast<llvm::BranchInst>(branch).getCondition();
}

const llvm::Instruction* kept_branch(const llvm::BasicBlock& block, const llvm::LoopInfo& loops) {
  const llvm::Instruction* const branch = block.getTerminator();
  if (branch == nullptr || is_left_out(*branch)) return nullptr;
  if (branch->hasMetadata(kNeverLeavesNote) || is_of_short_float(*branch) || is_of_header_function(*branch))
    return nullptr;
  const llvm::Loop* const loop = loops.getLoopFor(&block);
  if (loop != nullptr && (loop->isLoopExiting(&block) || loop->getLoopLatch() == &block)) return nullptr;
  if (loop != nullptr && leaves_loop_at_once(*branch, *loop)) return nullptr;
  const bool leaves = llvm::any_of(llvm::successors(&block), [](const llvm::BasicBlock* next) {
    return llvm::isa<llvm::ReturnInst>(next->getTerminator());
  });
  return leaves ? nullptr : branch;
}

bool begins_behind_branch(const llvm::BasicBlock& block, const llvm::LoopInfo& loops) {
  if (loops.isLoopHeader(&block)) return false;
  if (const llvm::BasicBlock* const before = block.getUniquePredecessor())
    return kept_branch(*before, loops) != nullptr;
  // Of a side that ends here, or of the branch itself.
  return llvm::any_of(llvm::predecessors(&block), [&](const llvm::BasicBlock* from) {
    const llvm::BasicBlock* const before = from->getUniquePredecessor();
    return kept_branch(*from, loops) != nullptr ||
           (before != nullptr && kept_branch(*before, loops) != nullptr);
  });
}

}  // namespace simtcc
