#include "defined_values.h"

namespace simtcc {
namespace {

// Null for types that have no pattern.
llvm::Constant* pattern_of(llvm::Type* type, const llvm::DataLayout& layout) {
  if (type->isIntOrIntVectorTy()) return llvm::Constant::getAllOnesValue(type);
  if (type->isFPOrFPVectorTy()) return llvm::Constant::getAllOnesValue(type);
  if (type->isPointerTy()) {
    llvm::Type* const number = layout.getIntPtrType(type);
    return llvm::ConstantExpr::getIntToPtr(llvm::Constant::getAllOnesValue(number), type);
  }
  return nullptr;
}

// What these build up from an undefined vector or struct is set piece by piece.
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
