#include "ptx/float_values.h"

namespace simtcc::ptx {

FloatType float_type(const std::string& name) {
  if (name == "f16") return {name, 16, 10};
  if (name == "bf16") return {name, 16, 7};
  return name == "f32" ? FloatType{name, 32, 23} : FloatType{name, 64, 52};
}

unsigned rounding_number(const std::string& rounding) {
  const char direction = rounding.size() < 2 ? 'n' : rounding[1];
  return direction == 'z' ? 1 : direction == 'p' ? 2 : direction == 'm' ? 3 : 0;
}

llvm::Value* FloatValues::integer(std::uint64_t value) {
  return llvm::ConstantInt::get(builder_.ir().getIntNTy(type_.bits), value);
}

std::uint64_t FloatValues::infinity() const {
  const std::uint64_t magnitude = (std::uint64_t{1} << (type_.bits - 1U)) - 1;
  return magnitude & ~((std::uint64_t{1} << type_.mantissa_bits) - 1);
}

llvm::Value* FloatValues::flushed(llvm::Value* bits) {
  llvm::IRBuilder<>& ir = builder_.ir();
  llvm::Value* const exponent = ir.CreateAnd(bits, integer(infinity()));
  llvm::Value* const sign = ir.CreateAnd(bits, integer(std::uint64_t{1} << (type_.bits - 1U)));
  return ir.CreateSelect(ir.CreateICmpEQ(exponent, integer(0)), sign, bits);
}

llvm::Value* FloatValues::comparable(llvm::Value* bits) {
  llvm::IRBuilder<>& ir = builder_.ir();
  if (type_.bits == 64) return ir.CreateBitCast(bits, ir.getDoubleTy());
  llvm::Value* const word =
      type_.bits == 32 ? bits : builder_.call("simt_ptx_cvt_f32_" + type_.name, ir.getInt32Ty(), {bits});
  return ir.CreateBitCast(word, ir.getFloatTy());
}

llvm::Value* FloatValues::saturated(llvm::Value* bits) {
  llvm::IRBuilder<>& ir = builder_.ir();
  const std::uint64_t one = type_.name == "f16"    ? 0x3C00
                            : type_.name == "bf16" ? 0x3F80
                            : type_.bits == 32     ? 0x3F800000
                                                   : 0x3FF0000000000000;
  llvm::Value* const x = comparable(bits);
  llvm::Value* const above_zero = ir.CreateFCmpOGT(x, llvm::ConstantFP::get(x->getType(), 0.0));
  llvm::Value* const below_one = ir.CreateFCmpOLT(x, llvm::ConstantFP::get(x->getType(), 1.0));
  return ir.CreateSelect(above_zero, ir.CreateSelect(below_one, bits, integer(one)), integer(0));
}

llvm::Value* FloatValues::rectified(llvm::Value* bits) {
  llvm::IRBuilder<>& ir = builder_.ir();
  llvm::Value* const x = comparable(bits);
  llvm::Value* const zero = llvm::ConstantFP::get(x->getType(), 0.0);
  const std::uint64_t nan = (std::uint64_t{1} << (type_.bits - 1U)) - 1;
  llvm::Value* const positive = ir.CreateSelect(ir.CreateFCmpOGT(x, zero), bits, integer(0));
  return ir.CreateSelect(ir.CreateFCmpUNO(x, zero), integer(nan), positive);
}

}  // namespace simtcc::ptx
