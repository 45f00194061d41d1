// Floating-point arithmetic of inline PTX, also of 16 bits and of pairs. PTX ISA, "Floating Point
// Instructions" and "Half Precision Floating Point Instructions".
//
// Approximations are the host's functions, as those of the mathematics library are.
#include <map>

#include "ptx/builder.h"
#include "ptx/float_values.h"

namespace simtcc::ptx {
namespace {

using llvm::Value;

enum class Form { arithmetic, extreme, root, approximate, sign };
struct FloatOperation {
  Form form;
  unsigned operands;
};

const FloatOperation* operation_named(const std::string& name) {
  static const std::map<std::string, FloatOperation> table{
      {"add", {Form::arithmetic, 2}},  {"sub", {Form::arithmetic, 2}},   {"mul", {Form::arithmetic, 2}},
      {"fma", {Form::arithmetic, 3}},  {"mad", {Form::arithmetic, 3}},   {"div", {Form::arithmetic, 2}},
      {"rcp", {Form::root, 1}},        {"sqrt", {Form::root, 1}},        {"rsqrt", {Form::approximate, 1}},
      {"sin", {Form::approximate, 1}}, {"cos", {Form::approximate, 1}},  {"lg2", {Form::approximate, 1}},
      {"ex2", {Form::approximate, 1}}, {"tanh", {Form::approximate, 1}}, {"min", {Form::extreme, 2}},
      {"max", {Form::extreme, 2}},     {"abs", {Form::sign, 1}},         {"neg", {Form::sign, 1}},
      {"copysign", {Form::sign, 2}}};
  const auto found = table.find(name);
  return found == table.end() ? nullptr : &found->second;
}

// The parts of an instruction's name that are neither the operation nor the type.
struct Modifiers {
  std::string rounding;
  bool flushes = false;
  bool saturates = false;
  bool is_relu = false;
  bool keeps_nan = false;
  bool xors_sign = false;

  // The flags in the form in which simt_ptx_functions.h takes them.
  unsigned flags() const { return (keeps_nan ? 1U : 0U) | (xors_sign ? 2U : 0U); }
  bool is_directed() const { return rounding == "rz" || rounding == "rm" || rounding == "rp"; }
};

class Lowering {
 public:
  Lowering(const Instruction& instruction, Builder& builder, const FloatOperation& operation)
      : name_(instruction.family()), operation_(operation), builder_(builder), ir_(builder.ir()) {
    Suffixes suffixes(instruction, builder);
    modifiers_.rounding = suffixes.one_of({"rn", "rz", "rm", "rp", "approx", "full"});
    modifiers_.flushes = suffixes.take("ftz");
    modifiers_.saturates = suffixes.take("sat");
    modifiers_.is_relu = suffixes.take("relu");
    modifiers_.keeps_nan = suffixes.take("NaN");
    modifiers_.xors_sign = suffixes.take("xorsign");
    if (modifiers_.xors_sign) suffixes.expect("abs");
    type_ = suffixes.one_of({"f16x2", "bf16x2", "f16", "bf16", "f32", "f64"});
    suffixes.finish();
    if (type_.empty())
      builder.refuse("of floating-point types there are f16, bf16, their pairs, f32 and f64");
    builder.expect_operands(operation.operands + 1);
  }

  void run() {
    llvm::SmallVector<Value*, 3> operands;
    const bool is_pair = type_.back() == '2' && type_.size() > 4;
    const FloatType type = float_type(is_pair ? type_.substr(0, type_.size() - 2) : type_);
    for (unsigned i = 0; i < operation_.operands; ++i) {
      const Operand& operand = builder_.operand(i + 1);
      const unsigned bits = is_pair ? 32 : type.bits;
      operands.push_back(operand.is_number() && bits == type.bits && bits >= 32
                             ? ir_.CreateBitCast(builder_.read(operand, Type{'f', bits}), ir_.getIntNTy(bits))
                             : builder_.read_int(operand, bits));
    }
    if (!is_pair) {
      builder_.write(builder_.operand(0), one(type, operands));
      return;
    }
    Value* both = ir_.getInt32(0);
    for (const unsigned shift : {0U, 16U}) {
      llvm::SmallVector<Value*, 3> halves;
      for (Value* operand : operands)
        halves.push_back(ir_.CreateTrunc(ir_.CreateLShr(operand, shift), ir_.getInt16Ty()));
      both = ir_.CreateOr(both, ir_.CreateShl(ir_.CreateZExt(one(type, halves), ir_.getInt32Ty()), shift));
    }
    builder_.write(builder_.operand(0), both);
  }

 private:
  // Computes one value. Operands and result are given as their bits.
  Value* one(const FloatType& type, llvm::SmallVector<Value*, 3> operands) {
    FloatValues values(builder_, type);
    if (modifiers_.flushes && type.can_flush()) {
      for (Value*& operand : operands) operand = values.flushed(operand);
    }
    Value* result = operation_.form == Form::sign ? sign(type, operands) : number(type, operands);
    if (modifiers_.flushes && type.can_flush()) result = values.flushed(result);
    if (modifiers_.saturates) result = values.saturated(result);
    return modifiers_.is_relu ? values.rectified(result) : result;
  }

  Value* sign(const FloatType& type, llvm::ArrayRef<Value*> operands) {
    llvm::Type* const integer = ir_.getIntNTy(type.bits);
    Value* const mask = llvm::ConstantInt::get(integer, std::uint64_t{1} << (type.bits - 1U));
    if (name_ == "neg") return ir_.CreateXor(operands[0], mask);
    Value* const magnitude = ir_.CreateAnd(operands.back(), ir_.CreateNot(mask));
    return name_ == "abs" ? magnitude : ir_.CreateOr(magnitude, ir_.CreateAnd(operands[0], mask));
  }

  Value* number(const FloatType& type, llvm::ArrayRef<Value*> operands) {
    if (operation_.form == Form::extreme) {
      return function(type, {operands[0], operands[1], ir_.getInt32(modifiers_.flags())});
    }
    if (type.bits == 16) {
      if (modifiers_.is_directed()) builder_.refuse("numbers of 16 bits are rounded to the nearest");
      return function(type, operands);
    }
    if (modifiers_.is_directed()) {
      if (type.bits == 64 && operation_.operands == 3)
        builder_.refuse("of doubles only .rn is there: directed it needs more than double's arithmetic");
      llvm::SmallVector<Value*, 4> all(operands.begin(), operands.end());
      all.push_back(ir_.getInt32(rounding_number(modifiers_.rounding)));
      return function(type, all);
    }
    return nearest(type, operands);
  }

  Value* function(const FloatType& type, llvm::ArrayRef<Value*> arguments) {
    const std::string name = name_ == "mad" ? "fma" : name_;
    return builder_.call("simt_ptx_" + name + "_" + type.name, ir_.getIntNTy(type.bits), arguments);
  }

  Value* nearest(const FloatType& type, llvm::ArrayRef<Value*> bits) {
    llvm::Type* const floating = type.bits == 32 ? ir_.getFloatTy() : ir_.getDoubleTy();
    llvm::SmallVector<Value*, 3> x;
    for (Value* one : bits) x.push_back(ir_.CreateBitCast(one, floating));
    return ir_.CreateBitCast(nearest_of(floating, x), ir_.getIntNTy(type.bits));
  }

  Value* nearest_of(llvm::Type* type, llvm::ArrayRef<Value*> x) {
    Value* const one = llvm::ConstantFP::get(type, 1.0);
    if (name_ == "add") return ir_.CreateFAdd(x[0], x[1]);
    if (name_ == "sub") return ir_.CreateFSub(x[0], x[1]);
    if (name_ == "mul") return ir_.CreateFMul(x[0], x[1]);
    if (name_ == "div") return ir_.CreateFDiv(x[0], x[1]);
    if (name_ == "rcp") return ir_.CreateFDiv(one, x[0]);
    if (name_ == "sqrt") return builder_.intrinsic(llvm::Intrinsic::sqrt, {x[0]});
    if (name_ == "rsqrt") return ir_.CreateFDiv(one, builder_.intrinsic(llvm::Intrinsic::sqrt, {x[0]}));
    if (name_ == "sin") return builder_.intrinsic(llvm::Intrinsic::sin, {x[0]});
    if (name_ == "cos") return builder_.intrinsic(llvm::Intrinsic::cos, {x[0]});
    if (name_ == "lg2") return builder_.intrinsic(llvm::Intrinsic::log2, {x[0]});
    if (name_ == "ex2") return builder_.intrinsic(llvm::Intrinsic::exp2, {x[0]});
    if (name_ == "tanh") return builder_.call(type->isFloatTy() ? "tanhf" : "tanh", type, {x[0]});
    return builder_.intrinsic(llvm::Intrinsic::fma, {x[0], x[1], x[2]});
  }

  const std::string& name_;
  const FloatOperation& operation_;
  Builder& builder_;
  llvm::IRBuilder<>& ir_;
  Modifiers modifiers_;
  std::string type_;
};

}  // namespace

bool lower_floats(const Instruction& instruction, Builder& builder) {
  const FloatOperation* const operation = operation_named(instruction.family());
  if (operation == nullptr) return false;
  Lowering(instruction, builder, *operation).run();
  return true;
}

}  // namespace simtcc::ptx
