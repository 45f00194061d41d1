#include "back/masked_sides.h"

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

bool is_maskable(const Instruction& instruction) {
  if (const auto* const call = dyn_cast<CallInst>(&instruction)) return is_maskable_call(*call);
  if (may_trap(instruction)) return false;
  return isa<BinaryOperator>(instruction) || isa<CastInst>(instruction) || isa<CmpInst>(instruction) ||
         isa<SelectInst>(instruction) || isa<UnaryOperator>(instruction) || isa<FreezeInst>(instruction) ||
         isa<GetElementPtrInst>(instruction) || isa<LoadInst>(instruction);
}

// Where a side goes: `join` of MaskedSides; null if it cannot be masked.
BasicBlock* behind(BasicBlock& side, const BasicBlock& before) {
  if (side.getSinglePredecessor() != &before || side.size() > kMostInstructions) return nullptr;
  const auto* const end = dyn_cast<BranchInst>(side.getTerminator());
  if (end == nullptr || end->isConditional()) return nullptr;
  for (const Instruction& instruction : side) {
    if (&instruction != end && !is_maskable(instruction)) return nullptr;
  }
  return end->getSuccessor(0);
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
