#include "passes/constant_users.h"

namespace simtcc {
namespace {

// Returns where an operand of an instruction must be computed. For a phi it is the end of the block that the
// operand comes from.
llvm::Instruction* place_for(llvm::Use& use) {
  auto* const user = llvm::cast<llvm::Instruction>(use.getUser());
  auto* const phi = llvm::dyn_cast<llvm::PHINode>(user);
  return phi == nullptr ? user : phi->getIncomingBlock(use)->getTerminator();
}

}  // namespace

void expand_constant_expressions(llvm::Function& function) {
  llvm::SmallVector<llvm::Instruction*, 64> open;
  for (llvm::Instruction& instruction : llvm::instructions(function)) open.push_back(&instruction);
  while (!open.empty()) {
    llvm::Instruction* const instruction = open.pop_back_val();
    auto* const phi = llvm::dyn_cast<llvm::PHINode>(instruction);
    for (llvm::Use& operand : instruction->operands()) {
      auto* const expression = llvm::dyn_cast<llvm::ConstantExpr>(operand.get());
      if (expression == nullptr) continue;
      llvm::Instruction* const computed = expression->getAsInstruction();
      computed->insertBefore(place_for(operand));
      open.push_back(computed);
      if (phi == nullptr) {
        operand.set(computed);
        continue;
      }
      // If a phi names one block twice, both of its values must be the same.
      llvm::BasicBlock* const from = phi->getIncomingBlock(operand);
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
        if (phi->getIncomingBlock(i) == from) phi->setIncomingValue(i, computed);
      }
    }
  }
}

}  // namespace simtcc
