#include "back/masked_sides.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>

#include <optional>

#include "back/vector_accesses.h"
#include "verifier.h"

namespace simtcc {
namespace {

using namespace llvm;  // NOLINT(google-build-using-namespace): the names of LLVM's instructions
using simt_verifier::Primitive;

// Longer sides are worth a branch that lanes take by themselves.
constexpr std::size_t kMostInstructions = 80;

// Whether the array is one for all lanes, or its size is what the place's window says: no lane's own.
bool is_shared_by_lanes(const CallInst& call) {
  const auto* const bytes = dyn_cast<ConstantInt>(call.getArgOperand(3));
  if (bytes != nullptr && bytes->isZero()) return true;
  const Value* base = call.getArgOperand(2);
  while (isa<CastInst>(base) || isa<GetElementPtrInst>(base)) {
    const auto* const made = cast<Instruction>(base);
    if (!all_of(drop_begin(made->operands()), [](const Use& index) { return isa<Constant>(index.get()); }))
      return false;
    base = made->getOperand(0);
  }
  return isa<Argument>(base) || isa<Constant>(base) || isa<LoadInst>(base);
}

bool is_maskable_call(const CallInst& call) {
  const Function* const callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration()) return false;
  switch (simt_verifier::primitive_of(*callee)) {
    case Primitive::load:
      return fits_vector(call.getType()) && is_shared_by_lanes(call);
    case Primitive::store:
      return fits_vector(call.getArgOperand(4)->getType()) && is_shared_by_lanes(call);
    case Primitive::none:
      // Mathematics. What else is declared is of the machine, or of lane code (kKept).
      return callee->isIntrinsic() ? call.doesNotAccessMemory()
                                   : !call.getType()->isVoidTy() && call.doesNotThrow();
    default:
      return false;
  }
}

// A lane that does not take the side has any operands: it must not trap.
bool may_trap(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::SDiv:
    case Instruction::SRem:
    case Instruction::UDiv:
    case Instruction::URem: {
      const auto* const divisor = dyn_cast<ConstantInt>(instruction.getOperand(1));
      return divisor == nullptr || divisor->isZero() || divisor->isMinusOne();
    }
    default:
      return false;
  }
}

// Nobody sees whether it is computed, but for the time that it takes.
bool only_computes(const Instruction& instruction) {
  if (may_trap(instruction)) return false;
  return isa<BinaryOperator>(instruction) || isa<CastInst>(instruction) || isa<CmpInst>(instruction) ||
         isa<SelectInst>(instruction) || isa<UnaryOperator>(instruction) || isa<FreezeInst>(instruction) ||
         isa<GetElementPtrInst>(instruction) || isa<LoadInst>(instruction);
}

bool is_maskable(const Instruction& instruction) {
  const auto* const call = dyn_cast<CallInst>(&instruction);
  return call != nullptr ? is_maskable_call(*call) : only_computes(instruction);
}

// Where a block goes that could be a side; null if it could not.
BasicBlock* behind(const BasicBlock& side) {
  if (side.size() > kMostInstructions) return nullptr;
  const auto* const end = dyn_cast<BranchInst>(side.getTerminator());
  if (end == nullptr || end->isConditional()) return nullptr;
  for (const Instruction& instruction : side) {
    if (&instruction != end && !is_maskable(instruction)) return nullptr;
  }
  return end->getSuccessor(0);
}

// Where a side goes: `join` of MaskedSides; null if it cannot be masked.
BasicBlock* behind(const BasicBlock& side, const BasicBlock& before) {
  return side.getSinglePredecessor() == &before ? behind(side) : nullptr;
}

// Two branches, of which the second decides what the first leaves open.
struct Conditions {
  BranchInst* first = nullptr;
  BranchInst* second = nullptr;
  BasicBlock* other = nullptr;   // where the second alone goes
  BasicBlock* common = nullptr;  // where both go
};

// Whether two blocks are a branch's sides, or one is and the other lies behind it. (Others may still go there, too, which are joined next.)
bool may_be_sides(const BasicBlock& one, const BasicBlock& other) {
  const BasicBlock* const behind_one = behind(one);
  const BasicBlock* const behind_other = behind(other);
  return behind_one == &other || behind_other == &one ||
         (behind_one != nullptr && behind_one == behind_other);
}

std::optional<Conditions> conditions_of(BasicBlock& block) {
  constexpr std::size_t kMost = 16;  // instructions that lanes compute which need not
  auto* const second = dyn_cast<BranchInst>(block.getTerminator());
  BasicBlock* const before = block.getSinglePredecessor();
  if (second == nullptr || !second->isConditional() || before == nullptr || before == &block)
    return std::nullopt;
  auto* const first = dyn_cast<BranchInst>(before->getTerminator());
  if (first == nullptr || !first->isConditional() || block.size() > kMost) return std::nullopt;
  BasicBlock* const common = first->getSuccessor(first->getSuccessor(0) == &block ? 1 : 0);
  BasicBlock* const other = second->getSuccessor(second->getSuccessor(0) == common ? 1 : 0);
  const bool meets = second->getSuccessor(0) == common || second->getSuccessor(1) == common;
  if (!meets || common == &block || other == common || other == before || other == &block)
    return std::nullopt;
  for (const Instruction& instruction : block) {
    if (&instruction != second && !only_computes(instruction)) return std::nullopt;
  }
  if (!may_be_sides(*common, *other)) return std::nullopt;
  return Conditions{first, second, other, common};
}

void join(const Conditions& conditions) {
  BranchInst& first = *conditions.first;
  BranchInst& second = *conditions.second;
  BasicBlock* const before = first.getParent();
  BasicBlock* const block = second.getParent();
  while (&block->front() != &second) block->front().moveBefore(&first);
  IRBuilder<> builder(&first);
  const auto goes = [&](BranchInst& branch, const BasicBlock* to) {
    return branch.getSuccessor(0) == to ? branch.getCondition() : builder.CreateNot(branch.getCondition());
  };
  Value* const is_open = goes(first, block);
  Value* const both = builder.CreateLogicalAnd(is_open, goes(second, conditions.other));
  for (PHINode& phi : conditions.common->phis()) {
    Value* const of_first = phi.getIncomingValueForBlock(before);
    Value* const of_second = phi.getIncomingValueForBlock(block);
    if (of_first != of_second)
      phi.setIncomingValueForBlock(before, builder.CreateSelect(is_open, of_second, of_first));
  }
  conditions.common->removePredecessor(block, true);
  conditions.other->replacePhiUsesWith(block, before);
  builder.CreateCondBr(both, conditions.other, conditions.common)->copyMetadata(second);
  first.eraseFromParent();
  block->eraseFromParent();
}

// Nothing if lanes that take different sides must part.
std::optional<MaskedSides> masked_sides_of(const BranchInst& branch) {
  if (!branch.isConditional()) return std::nullopt;
  BasicBlock* const yes = branch.getSuccessor(0);
  BasicBlock* const no = branch.getSuccessor(1);
  const BasicBlock* const before = branch.getParent();
  if (yes == no) return std::nullopt;
  BasicBlock* const behind_yes = behind(*yes, *before);
  BasicBlock* const behind_no = behind(*no, *before);
  MaskedSides sides;
  if (behind_yes != nullptr && behind_yes == behind_no) {
    sides = {yes, no, behind_yes};
  } else if (behind_yes == no) {
    sides = {yes, nullptr, no};
  } else if (behind_no == yes) {
    sides = {nullptr, no, yes};
  } else {
    return std::nullopt;
  }
  if (sides.join == before || sides.join == sides.yes || sides.join == sides.no) return std::nullopt;
  return sides;
}

}  // namespace

void join_conditions(Function& function) {
  for (bool has_joined = true; has_joined;) {
    has_joined = false;
    for (BasicBlock& block : function) {
      const auto conditions = conditions_of(block);
      if (!conditions) continue;
      join(*conditions);
      has_joined = true;
      break;
    }
  }
}

MaskedBranches masked_branches_of(const Function& function) {
  MaskedBranches masked;
  for (const BasicBlock& block : function) {
    const auto* const branch = dyn_cast<BranchInst>(block.getTerminator());
    if (branch == nullptr) continue;
    if (const auto sides = masked_sides_of(*branch)) masked[branch] = *sides;
  }
  return masked;
}

}  // namespace simtcc
