#include "back/host_differences.h"

namespace simtcc {

bool needs_check(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::SDiv:
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SRem:
    case llvm::Instruction::URem:
      break;
    default:
      return false;
  }
  if (!instruction.getType()->isIntegerTy()) return false;
  const auto* const divisor = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
  return divisor == nullptr || divisor->isZero() || divisor->isMinusOne();
}

llvm::Value* make_safe(llvm::BinaryOperator& division) {
  llvm::IRBuilder<> builder(&division);
  llvm::Value* const divisor = division.getOperand(1);
  llvm::Value* const zero = llvm::ConstantInt::get(division.getType(), 0);
  const bool is_signed =
      division.getOpcode() == llvm::Instruction::SDiv || division.getOpcode() == llvm::Instruction::SRem;
  if (is_signed) {
    // x / -1 is -x, and leaves nothing over; both without a division.
    llvm::Value* const is_minus_one =
        builder.CreateICmpEQ(divisor, llvm::ConstantInt::getAllOnesValue(division.getType()));
    llvm::Value* const one = llvm::ConstantInt::get(division.getType(), 1);
    division.setOperand(1, builder.CreateSelect(is_minus_one, one, divisor));
    builder.SetInsertPoint(division.getNextNode());
    llvm::Value* const negated =
        division.getOpcode() == llvm::Instruction::SDiv ? builder.CreateNeg(division.getOperand(0)) : zero;
    auto* const result =
        llvm::cast<llvm::Instruction>(builder.CreateSelect(is_minus_one, negated, &division));
    division.replaceUsesWithIf(result, [&](llvm::Use& use) { return use.getUser() != result; });
    builder.SetInsertPoint(&division);
  }
  return builder.CreateICmpEQ(divisor, zero);
}

}  // namespace simtcc
