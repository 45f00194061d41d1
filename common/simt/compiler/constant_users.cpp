#include "constant_users.h"

namespace simtcc {
namespace {

// Where an operand of an instruction must be computed: of a phi, at the end of the block that it comes from.
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
      // Of one block that a phi names twice, both values must be one.
      llvm::BasicBlock* const from = phi->getIncomingBlock(operand);
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
        if (phi->getIncomingBlock(i) == from) phi->setIncomingValue(i, computed);
      }
    }
  }
}

}  // namespace simtcc
