#include "back/defined_values.h"

namespace simtcc {
namespace {

// Returns the pattern that stands for an undefined value, or null if the type has none.
llvm::Constant* pattern_of(llvm::Type* type, const llvm::DataLayout& layout) {
  if (type->isIntOrIntVectorTy()) return llvm::Constant::getAllOnesValue(type);
  if (type->isFPOrFPVectorTy()) return llvm::Constant::getAllOnesValue(type);
  if (type->isPointerTy()) {
    llvm::Type* const number = layout.getIntPtrType(type);
    return llvm::ConstantExpr::getIntToPtr(llvm::Constant::getAllOnesValue(number), type);
  }
  return nullptr;
}

// These instructions build a vector or a struct piece by piece from an undefined one, which needs no pattern.
bool builds_a_value(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::InsertElementInst>(instruction) || llvm::isa<llvm::InsertValueInst>(instruction) ||
         llvm::isa<llvm::ShuffleVectorInst>(instruction);
}

}  // namespace

void define_values(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (builds_a_value(instruction)) continue;
      for (llvm::Use& operand : instruction.operands()) {
        if (!llvm::isa<llvm::UndefValue>(operand.get())) continue;
        if (llvm::Constant* const pattern = pattern_of(operand->getType(), module.getDataLayout()))
          operand.set(pattern);
      }
    }
  }
}

}  // namespace simtcc
