#include "passes/pointer_bases.h"

#include <llvm/IR/Operator.h>

namespace simtcc {

llvm::Value* base_of(llvm::Value* pointer) {
  constexpr unsigned kMost = 64;  // values looked at: a phi of many choices has no one base worth naming
  llvm::SmallPtrSet<llvm::Value*, 16> seen;
  llvm::SmallVector<llvm::Value*, 8> open{pointer};
  llvm::Value* base = nullptr;
  while (!open.empty()) {
    llvm::Value* const value = open.pop_back_val();
    if (!seen.insert(value).second) continue;
    if (seen.size() > kMost) return nullptr;
    if (auto* const element = llvm::dyn_cast<llvm::GEPOperator>(value)) {
      open.push_back(element->getPointerOperand());
    } else if (llvm::isa<llvm::BitCastOperator>(value) || llvm::isa<llvm::AddrSpaceCastOperator>(value) ||
               llvm::isa<llvm::FreezeInst>(value)) {
      open.push_back(llvm::cast<llvm::User>(value)->getOperand(0));
    } else if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(value)) {
      open.append(phi->op_begin(), phi->op_end());
    } else if (auto* const choice = llvm::dyn_cast<llvm::SelectInst>(value)) {
      open.push_back(choice->getTrueValue());
      open.push_back(choice->getFalseValue());
    } else {
      if (base != nullptr && base != value) return nullptr;
      base = value;
    }
  }
  return base;
}

}  // namespace simtcc
