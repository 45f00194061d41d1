#include "passes/wide_products.h"

namespace simtcc {
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

}  // namespace simtcc
