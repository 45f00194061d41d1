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

namespace {

constexpr unsigned kWidestOfProcessor = 64;  // bits

bool is_wide_product(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::smul_with_overflow &&
         call->getArgOperand(0)->getType()->getScalarSizeInBits() > kWidestOfProcessor;
}

// The product of the magnitudes, with the sign that it must have. It overflows where the magnitude is larger
// than that sign allows: 2^(bits - 1) below zero, one less above.
void expand(llvm::IntrinsicInst& product) {
  llvm::IRBuilder<> builder(&product);
  llvm::Type* const type = product.getArgOperand(0)->getType();
  llvm::Value* const zero = llvm::Constant::getNullValue(type);
  llvm::Value* magnitudes[2];
  llvm::Value* signs[2];
  for (unsigned i = 0; i < 2; ++i) {
    llvm::Value* const factor = product.getArgOperand(i);
    signs[i] = builder.CreateICmpSLT(factor, zero);
    magnitudes[i] = builder.CreateSelect(signs[i], builder.CreateNeg(factor), factor);
  }
  llvm::Value* const whole =
      builder.CreateBinaryIntrinsic(llvm::Intrinsic::umul_with_overflow, magnitudes[0], magnitudes[1]);
  llvm::Value* const magnitude = builder.CreateExtractValue(whole, 0);
  llvm::Value* const is_negative = builder.CreateXor(signs[0], signs[1]);
  llvm::Value* const largest =
      llvm::ConstantInt::get(type, llvm::APInt::getSignedMaxValue(type->getScalarSizeInBits()));
  llvm::Value* const most = builder.CreateAdd(largest, builder.CreateZExt(is_negative, type));
  llvm::Value* const overflows =
      builder.CreateOr(builder.CreateExtractValue(whole, 1), builder.CreateICmpUGT(magnitude, most));
  llvm::Value* const value = builder.CreateSelect(is_negative, builder.CreateNeg(magnitude), magnitude);
  llvm::Value* const pair = builder.CreateInsertValue(llvm::UndefValue::get(product.getType()), value, 0);
  product.replaceAllUsesWith(builder.CreateInsertValue(pair, overflows, 1));
  product.eraseFromParent();
}

}  // namespace

void expand_wide_products(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      if (is_wide_product(instruction)) expand(llvm::cast<llvm::IntrinsicInst>(instruction));
    }
  }
}

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
