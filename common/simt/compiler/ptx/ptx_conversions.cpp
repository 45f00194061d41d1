// cvt of inline PTX: between integers, floating-point numbers, and pairs of short ones. PTX ISA, "cvt" and
// "cvt.pack". What is no instruction of LLVM's is a function of simt_ptx_functions.h.
#include "ptx/builder.h"
#include "ptx/float_values.h"

namespace simtcc::ptx {
namespace {

using llvm::Value;

bool is_float(const std::string& name) {
  return name == "f16" || name == "bf16" || name == "f32" || name == "f64";
}
bool is_fp8_pair(const std::string& name) { return name == "e4m3x2" || name == "e5m2x2"; }

class Conversion {
 public:
  Conversion(const Instruction& instruction, Builder& builder) : builder_(builder), ir_(builder.ir()) {
    Suffixes suffixes(instruction, builder);
    rounding_ = suffixes.one_of({"rn", "rna", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi"});
    flushes_ = suffixes.take("ftz");
    saturates_ = suffixes.take("sat");
    stays_finite_ = suffixes.take("satfinite");
    is_relu_ = suffixes.take("relu");
    if (suffixes.left().size() != 2) builder.refuse("it names two types");
    to_ = suffixes.left()[0];
    from_ = suffixes.left()[1];
  }

  void run() {
    const bool is_pair = to_ == "f16x2" || to_ == "bf16x2";
    if (to_ == "tf32" && from_ == "f32") return to_tf32();
    if (is_pair && from_ == "f32") return pair_of_floats();
    if (is_fp8_pair(to_) && (from_ == "f32" || from_ == "f16x2")) return to_fp8();
    if (to_ == "f16x2" && is_fp8_pair(from_)) return from_fp8();
    for (const std::string& name : {to_, from_}) {
      if (!is_float(name)) integer_type(name);
    }
    builder_.expect_operands(2);
    if (is_float(from_) && is_float(to_)) return between_floats();
    if (is_float(from_)) return float_to_integer();
    if (is_float(to_)) return integer_to_float();
    between_integers();
  }

 private:
  const Operand& to() const { return builder_.operand(0); }
  const Operand& from() const { return builder_.operand(1); }
  Value* number(unsigned value) const { return ir_.getInt32(value); }
  Value* rounding() const { return number(rounding_number(rounding_)); }
  Value* function(const std::string& to, const std::string& from, unsigned bits,
                  llvm::ArrayRef<Value*> arguments) {
    return builder_.call("simt_ptx_cvt_" + to + "_" + from, ir_.getIntNTy(bits), arguments);
  }
  Type integer_type(const std::string& name) const {
    const auto type = type_named(name);
    if (!type || type->letter == 'b' || type->is_float())
      builder_.refuse("." + name + " is no type that is known here");
    return *type;
  }

  void to_tf32() {
    builder_.expect_operands(2);
    if (saturates_ || rounding_.empty()) builder_.refuse("it is rounded by .rna, .rn or .rz");
    const unsigned how = rounding_ == "rna" ? 4 : rounding_number(rounding_);
    Value* const bits = function("tf32", "f32", 32, {builder_.read_int(from(), 32), number(how)});
    builder_.write(to(), is_relu_ ? FloatValues(builder_, float_type("f32")).rectified(bits) : bits);
  }

  // The first operand becomes the upper half.
  void pair_of_floats() {
    builder_.expect_operands(3);
    const std::string half = to_.substr(0, to_.size() - 2);
    Value* both = ir_.getInt32(0);
    for (const unsigned index : {1U, 2U}) {
      Value* bits = function(half, "f32", 16, {builder_.read_int(builder_.operand(index), 32), rounding()});
      if (stays_finite_) bits = function(half + "_finite", half, 16, {bits});
      if (is_relu_) bits = FloatValues(builder_, float_type(half)).rectified(bits);
      bits = ir_.CreateZExt(bits, ir_.getInt32Ty());
      both = ir_.CreateOr(both, index == 1 ? ir_.CreateShl(bits, 16) : bits);
    }
    builder_.write(to(), both);
  }

  void to_fp8() {
    if (rounding_ != "rn" || !stays_finite_) builder_.refuse("it is rounded by .rn, and .satfinite");
    const bool is_of_floats = from_ == "f32";
    builder_.expect_operands(is_of_floats ? 3 : 2);
    llvm::SmallVector<Value*, 3> arguments;
    for (unsigned i = 1; i <= (is_of_floats ? 2U : 1U); ++i)
      arguments.push_back(builder_.read_int(builder_.operand(i), 32));
    arguments.push_back(number(is_relu_ ? 1 : 0));
    builder_.write(to(), function(to_, from_, 16, arguments));
  }

  void from_fp8() {
    builder_.expect_operands(2);
    builder_.write(to(), function(to_, from_, 32, {builder_.read_int(from(), 16), number(is_relu_ ? 1 : 0)}));
  }

  bool rounds_to_integral() const { return rounding_.size() == 3 && rounding_[2] == 'i'; }

  void between_floats() {
    const FloatType from_type = float_type(from_);
    const FloatType to_type = float_type(to_);
    const bool narrows = to_type.mantissa_bits < from_type.mantissa_bits;
    if (narrows && (rounding_.empty() || rounds_to_integral()))
      builder_.refuse("a conversion to a shorter type names its rounding: .rn, .rz, .rm or .rp");
    FloatValues source(builder_, from_type);
    FloatValues target(builder_, to_type);
    Value* bits = builder_.read_low(from(), from_type.bits);
    if (flushes_ && from_type.can_flush()) bits = source.flushed(bits);
    if (rounds_to_integral()) bits = function("integral", from_, from_type.bits, {bits, rounding()});
    if (to_ != from_) {
      llvm::SmallVector<Value*, 2> arguments{bits};
      if (narrows || to_type.name == "bf16") arguments.push_back(rounding());
      bits = function(to_, from_, to_type.bits, arguments);
    }
    if (flushes_ && to_ == "f32") bits = target.flushed(bits);
    if (saturates_) bits = target.saturated(bits);
    if (stays_finite_) builder_.refuse("`.satfinite` is for pairs");
    if (is_relu_) bits = target.rectified(bits);
    builder_.write_extended(to(), bits, false);
  }

  void float_to_integer() {
    const Type type = integer_type(to_);
    if (!rounds_to_integral()) builder_.refuse("it names its rounding: .rni, .rzi, .rmi or .rpi");
    const FloatType from_type = float_type(from_);
    FloatValues source(builder_, from_type);
    Value* bits = builder_.read_low(from(), from_type.bits);
    if (flushes_ && from_type.can_flush()) bits = source.flushed(bits);
    std::string from = from_;
    if (from_type.bits == 16) {
      bits = function("f32", from_, 32, {bits});
      from = "f32";
    }
    Value* const value = function(to_, from, type.bits, {bits, rounding()});
    builder_.write_extended(to(), value, type.is_signed());
  }

  void integer_to_float() {
    const Type type = integer_type(from_);
    if (rounding_.empty() || rounds_to_integral())
      builder_.refuse("it names its rounding: .rn, .rz, .rm or .rp");
    const FloatType to_type = float_type(to_);
    Value* const low = builder_.read_low(from(), type.bits);
    Value* const wide =
        type.is_signed() ? ir_.CreateSExt(low, ir_.getInt64Ty()) : ir_.CreateZExt(low, ir_.getInt64Ty());
    Value* const bits = function(to_, type.is_signed() ? "s64" : "u64", to_type.bits, {wide, rounding()});
    builder_.write(to(), saturates_ ? FloatValues(builder_, to_type).saturated(bits) : bits);
  }

  void between_integers() {
    const Type from_type = integer_type(from_);
    const Type to_type = integer_type(to_);
    if (!rounding_.empty()) builder_.refuse("integers are not rounded");
    Value* const low = builder_.read_low(from(), from_type.bits);
    llvm::Type* const wide = ir_.getIntNTy(128);
    Value* value = from_type.is_signed() ? ir_.CreateSExt(low, wide) : ir_.CreateZExt(low, wide);
    if (saturates_) value = clamped(value, to_type);
    builder_.write_extended(to(), ir_.CreateTrunc(value, ir_.getIntNTy(to_type.bits)), to_type.is_signed());
  }

  Value* clamped(Value* value, const Type& type) {
    const auto limit = [&](const llvm::APInt& bound) {
      return llvm::ConstantInt::get(value->getType(), type.is_signed() ? bound.sext(128) : bound.zext(128));
    };
    Value* const least = limit(type.is_signed() ? llvm::APInt::getSignedMinValue(type.bits)
                                                : llvm::APInt::getMinValue(type.bits));
    Value* const most = limit(type.is_signed() ? llvm::APInt::getSignedMaxValue(type.bits)
                                               : llvm::APInt::getMaxValue(type.bits));
    Value* const above = ir_.CreateSelect(ir_.CreateICmpSLT(value, least), least, value);
    return ir_.CreateSelect(ir_.CreateICmpSGT(above, most), most, above);
  }

  Builder& builder_;
  llvm::IRBuilder<>& ir_;
  std::string rounding_;
  std::string to_;
  std::string from_;
  bool flushes_ = false;
  bool saturates_ = false;
  bool stays_finite_ = false;
  bool is_relu_ = false;
};

// cvt.pack.sat.s16.s32 d, a, b: a above b. With 8 bits each the result is shifted up by them, with c below.
bool lower_pack(const Instruction& instruction, Builder& builder) {
  const bool has_rest = instruction.operands.size() == 4;
  const auto to = instruction.parts.size() > 3 ? type_named(instruction.parts[3]) : std::nullopt;
  const bool is_known = instruction.has("sat") && instruction.has("s32") && to && to->bits < 32 &&
                        to->letter != 'b' && instruction.parts.size() == (has_rest ? 6U : 5U) &&
                        has_rest == (to->bits == 8);
  if (!is_known) builder.refuse("of cvt.pack there are those of two .s32 to 8 and 16 bits");
  llvm::IRBuilder<>& ir = builder.ir();
  const auto packed = [&](std::size_t index) {
    Value* const value = builder.read_int(builder.operand(index), 32);
    const std::int64_t least = to->is_signed() ? -(std::int64_t{1} << (to->bits - 1U)) : 0;
    const std::int64_t most = least + (std::int64_t{1} << to->bits) - 1;
    Value* bound =
        builder.intrinsic(llvm::Intrinsic::smax, {value, ir.getInt32(static_cast<std::uint32_t>(least))});
    bound = builder.intrinsic(llvm::Intrinsic::smin, {bound, ir.getInt32(static_cast<std::uint32_t>(most))});
    return ir.CreateAnd(bound, ir.getInt32((1U << to->bits) - 1));
  };
  Value* both = ir.CreateOr(ir.CreateShl(packed(1), to->bits), packed(2));
  if (has_rest) both = ir.CreateOr(both, ir.CreateShl(builder.read_int(builder.operand(3), 32), 16));
  builder.write(builder.operand(0), both);
  return true;
}

}  // namespace

bool lower_conversions(const Instruction& instruction, Builder& builder) {
  if (instruction.family() != "cvt") return false;
  if (instruction.has("pack")) return lower_pack(instruction, builder);
  Conversion(instruction, builder).run();
  return true;
}

}  // namespace simtcc::ptx
