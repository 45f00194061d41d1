#include "passes/issue_costs/repeated_values.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/Dominators.h>

#include <algorithm>
#include <map>
#include <vector>

#include "passes/issue_costs/predication.h"
#include "passes/passes.h"

namespace simtcc {
namespace {

constexpr const char* kRepeatedNote = "simt.repeated";

class RepeatedValues {
 public:
  RepeatedValues(llvm::Function& function, const llvm::DominatorTree& dominators)
      : function_(function), dominators_(dominators) {}

  void run() {
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function_);
    for (llvm::BasicBlock* block : order) {
      for (llvm::Instruction& instruction : *block) {
        if (is_of_addresses(instruction)) visit(instruction);
      }
    }
  }

 private:
  // What is computed: the operation, its type, and what stands for its operands.
  using Expression = std::vector<const void*>;

  const llvm::Value* stand_in(const llvm::Value* value) const {
    const auto found = same_.find(value);
    return found == same_.end() ? value : found->second;
  }

  Expression expression_of(const llvm::Instruction& instruction) const {
    Expression operands;
    for (const llvm::Use& operand : instruction.operands()) operands.push_back(stand_in(operand.get()));
    if (instruction.isCommutative()) std::sort(operands.begin(), operands.end());
    const std::uintptr_t opcode = instruction.getOpcode();
    operands.push_back(reinterpret_cast<const void*>(opcode));  // NOLINT: it is a number among addresses
    operands.push_back(instruction.getType());
    const auto* const element = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
    operands.push_back(element == nullptr ? nullptr : element->getSourceElementType());
    return operands;
  }

  void visit(llvm::Instruction& instruction) {
    llvm::Instruction*& first = first_[expression_of(instruction)];
    if (first == nullptr || !dominators_.dominates(home_of(*first->getParent()), instruction.getParent())) {
      first = &instruction;
      return;
    }
    same_[&instruction] = first;
    instruction.setMetadata(kRepeatedNote, llvm::MDNode::get(instruction.getContext(), {}));
  }

  llvm::Function& function_;
  const llvm::DominatorTree& dominators_;
  std::map<Expression, llvm::Instruction*> first_;
  llvm::DenseMap<const llvm::Value*, const llvm::Value*> same_;  // what was computed before instead
};

}  // namespace

void note_repeated_values(llvm::Module& module) {
  llvm::PassBuilder builder;
  Analyses analyses(builder);
  for (llvm::Function& function : module) {
    if (!function.isDeclaration())
      RepeatedValues(function, analyses.functions.getResult<llvm::DominatorTreeAnalysis>(function)).run();
  }
}

bool is_of_addresses(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Mul:
    case llvm::Instruction::Shl:
    case llvm::Instruction::SExt:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::GetElementPtr:
    case llvm::Instruction::BitCast:
      return true;
    default:
      return false;
  }
}

const llvm::BasicBlock* home_of(const llvm::BasicBlock& block) {
  const llvm::BasicBlock* home = &block;
  for (const llvm::BasicBlock* before = home->getSinglePredecessor(); before != nullptr;
       before = home->getSinglePredecessor()) {
    const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
    if (branch == nullptr || !branch->isConditional() || home->getSingleSuccessor() == nullptr ||
        !is_predicated(*branch))
      break;
    home = before;
  }
  return home;
}

bool is_repeated(const llvm::Instruction& instruction) { return instruction.hasMetadata(kRepeatedNote); }

}  // namespace simtcc
