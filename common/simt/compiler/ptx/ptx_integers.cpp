// Integer arithmetic of inline PTX. PTX ISA, "Integer Arithmetic Instructions" and "Extended-Precision
// Integer Arithmetic Instructions".
#include <map>

#include "ptx/builder.h"

namespace simtcc::ptx {
namespace {

using llvm::Intrinsic::ID;

// The two halves of what two 16-bit registers hold in one, done one by one.
template <class Operation>
llvm::Value* for_both_halves(llvm::IRBuilder<>& ir, llvm::Value* a, llvm::Value* b,
                             const Operation& operation) {
  llvm::Value* whole = ir.getInt32(0);
  for (const unsigned shift : {0U, 16U}) {
    llvm::Value* const x = ir.CreateTrunc(ir.CreateLShr(a, shift), ir.getInt16Ty());
    llvm::Value* const y = ir.CreateTrunc(ir.CreateLShr(b, shift), ir.getInt16Ty());
    whole = ir.CreateOr(whole, ir.CreateShl(ir.CreateZExt(operation(x, y), ir.getInt32Ty()), shift));
  }
  return whole;
}

// ---- sums with a carry, which other instructions of the statement take up

// Returns null if the instruction does not add a carry.
llvm::Value* carry_in(bool takes, llvm::Type* type, Builder& builder) {
  llvm::IRBuilder<>& ir = builder.ir();
  if (!takes) return nullptr;
  return ir.CreateZExt(ir.CreateLoad(ir.getInt1Ty(), builder.carry()), type);
}

// a + b + carry, or a - b - carry.
llvm::Value* sum_with_carry(ID id, llvm::Value* a, llvm::Value* b, llvm::Value* carry, bool leaves_carry,
                            Builder& builder) {
  llvm::IRBuilder<>& ir = builder.ir();
  if (carry == nullptr && !leaves_carry)
    return id == llvm::Intrinsic::uadd_with_overflow ? ir.CreateAdd(a, b) : ir.CreateSub(a, b);
  if (carry == nullptr) carry = llvm::ConstantInt::get(a->getType(), 0);
  llvm::Value* const first = builder.intrinsic(id, {a, b});
  llvm::Value* const second = builder.intrinsic(id, {ir.CreateExtractValue(first, 0), carry});
  if (leaves_carry) {
    llvm::Value* const carried =
        ir.CreateOr(ir.CreateExtractValue(first, 1), ir.CreateExtractValue(second, 1));
    ir.CreateStore(carried, builder.carry());
  }
  return ir.CreateExtractValue(second, 0);
}

bool lower_sum(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  const bool saturates = suffixes.take("sat");
  const bool leaves_carry = suffixes.take("cc");
  if (instruction.has("u16x2") || instruction.has("s16x2")) {
    const bool is_sum = instruction.family() == "add";
    builder.write(builder.operand(0),
                  for_both_halves(builder.ir(), builder.read_int(builder.operand(1), 32),
                                  builder.read_int(builder.operand(2), 32), [&](auto* a, auto* b) {
                                    return is_sum ? builder.ir().CreateAdd(a, b)
                                                  : builder.ir().CreateSub(a, b);
                                  }));
    return true;
  }
  const Type type = suffixes.type();
  suffixes.finish();
  builder.expect_operands(3);
  llvm::Value* const a = builder.read(builder.operand(1), type);
  llvm::Value* const b = builder.read(builder.operand(2), type);
  const bool is_sum = instruction.family().compare(0, 3, "add") == 0;
  if (saturates) {
    if (!type.is_signed()) builder.refuse("only .s32 saturates");
    builder.write(builder.operand(0),
                  builder.intrinsic(is_sum ? llvm::Intrinsic::sadd_sat : llvm::Intrinsic::ssub_sat, {a, b}));
    return true;
  }
  const ID id = is_sum ? llvm::Intrinsic::uadd_with_overflow : llvm::Intrinsic::usub_with_overflow;
  llvm::Value* const carry = carry_in(instruction.family().size() == 4, a->getType(), builder);
  builder.write(builder.operand(0), sum_with_carry(id, a, b, carry, leaves_carry, builder));
  return true;
}

// ---- products

struct Product {
  llvm::Value* low = nullptr;
  llvm::Value* high = nullptr;
  llvm::Value* wide = nullptr;
};

Product product_of(const Type& type, llvm::Value* a, llvm::Value* b, llvm::IRBuilder<>& ir) {
  llvm::Type* const wide = ir.getIntNTy(type.bits * 2);
  llvm::Value* const x = type.is_signed() ? ir.CreateSExt(a, wide) : ir.CreateZExt(a, wide);
  llvm::Value* const y = type.is_signed() ? ir.CreateSExt(b, wide) : ir.CreateZExt(b, wide);
  Product product;
  product.wide = ir.CreateMul(x, y);
  product.low = ir.CreateTrunc(product.wide, a->getType());
  product.high = ir.CreateTrunc(ir.CreateLShr(product.wide, type.bits), a->getType());
  return product;
}

bool lower_product(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  const bool saturates = suffixes.take("sat");
  const bool leaves_carry = suffixes.take("cc");
  const std::string part = suffixes.one_of({"lo", "hi", "wide"});
  const Type type = suffixes.type();
  suffixes.finish();
  const bool adds = instruction.family() != "mul";
  if (part.empty() || (part == "wide" && (type.bits == 64 || leaves_carry)))
    builder.refuse(".lo, .hi or .wide is missing");
  builder.expect_operands(adds ? 4 : 3);
  const Product product = product_of(type, builder.read(builder.operand(1), type),
                                     builder.read(builder.operand(2), type), builder.ir());
  llvm::Value* value = part == "lo" ? product.low : part == "hi" ? product.high : product.wide;
  if (adds) {
    llvm::Value* const c = builder.read(builder.operand(3), value->getType());
    llvm::Value* const carry = carry_in(instruction.family() == "madc", value->getType(), builder);
    value = saturates
                ? builder.intrinsic(llvm::Intrinsic::sadd_sat, {value, c})
                : sum_with_carry(llvm::Intrinsic::uadd_with_overflow, value, c, carry, leaves_carry, builder);
  }
  builder.write(builder.operand(0), value);
  return true;
}

// Multiplies the low 24 bits: the result is the low or the high 32 of the 48 bits of the product.
bool lower_product_of_24_bits(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  const bool is_high = suffixes.one_of({"lo", "hi"}) == "hi";
  const Type type = suffixes.type();
  suffixes.finish();
  llvm::IRBuilder<>& ir = builder.ir();
  const auto factor = [&](std::size_t index) {
    llvm::Value* const top = ir.CreateShl(builder.read(builder.operand(index), type), 8);
    llvm::Value* const value = type.is_signed() ? ir.CreateAShr(top, 8) : ir.CreateLShr(top, 8);
    return type.is_signed() ? ir.CreateSExt(value, ir.getInt64Ty()) : ir.CreateZExt(value, ir.getInt64Ty());
  };
  llvm::Value* const product = ir.CreateMul(factor(1), factor(2));
  llvm::Value* value = ir.CreateTrunc(is_high ? ir.CreateLShr(product, 16) : product, ir.getInt32Ty());
  if (instruction.family() == "mad24") value = ir.CreateAdd(value, builder.read(builder.operand(3), type));
  builder.write(builder.operand(0), value);
  return true;
}

// ---- the rest: one operation of LLVM's each

llvm::Value* extreme(bool is_max, bool is_signed, llvm::Value* a, llvm::Value* b, Builder& builder) {
  const ID id = is_max ? (is_signed ? llvm::Intrinsic::smax : llvm::Intrinsic::umax)
                       : (is_signed ? llvm::Intrinsic::smin : llvm::Intrinsic::umin);
  return builder.intrinsic(id, {a, b});
}

bool lower_extreme(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  const bool is_max = instruction.family() == "max";
  const bool is_relu = suffixes.take("relu");
  const std::string pair = suffixes.one_of({"u16x2", "s16x2"});
  builder.expect_operands(3);
  const auto chosen = [&](llvm::Value* a, llvm::Value* b, bool is_signed) {
    llvm::Value* const value = extreme(is_max, is_signed, a, b, builder);
    return is_relu ? extreme(true, true, value, llvm::ConstantInt::get(a->getType(), 0), builder) : value;
  };
  if (!pair.empty()) {
    suffixes.finish();
    builder.write(builder.operand(0),
                  for_both_halves(builder.ir(), builder.read_int(builder.operand(1), 32),
                                  builder.read_int(builder.operand(2), 32),
                                  [&](auto* a, auto* b) { return chosen(a, b, pair[0] == 's'); }));
    return true;
  }
  const Type type = suffixes.type();
  suffixes.finish();
  builder.write(builder.operand(0), chosen(builder.read(builder.operand(1), type),
                                           builder.read(builder.operand(2), type), type.is_signed()));
  return true;
}

bool lower_simple(const Instruction& instruction, Builder& builder) {
  const std::string& name = instruction.family();
  Suffixes suffixes(instruction, builder);
  const Type type = suffixes.type();
  suffixes.finish();
  llvm::IRBuilder<>& ir = builder.ir();
  llvm::Value* const a = builder.read(builder.operand(1), type);
  llvm::Value* const zero = llvm::ConstantInt::get(a->getType(), 0);
  if (name == "abs" || name == "neg") {
    builder.expect_operands(2);
    llvm::Value* const negative = ir.CreateSub(zero, a);
    builder.write(builder.operand(0),
                  name == "neg" ? negative : ir.CreateSelect(ir.CreateICmpSLT(a, zero), negative, a));
    return true;
  }
  llvm::Value* const b = builder.read(builder.operand(2), type);
  if (name == "div" || name == "rem") {
    builder.expect_operands(3);
    builder.write(builder.operand(0), name == "div"
                                          ? (type.is_signed() ? ir.CreateSDiv(a, b) : ir.CreateUDiv(a, b))
                                          : (type.is_signed() ? ir.CreateSRem(a, b) : ir.CreateURem(a, b)));
    return true;
  }
  builder.expect_operands(4);  // sad
  llvm::Value* const distance = ir.CreateSub(extreme(true, type.is_signed(), a, b, builder),
                                             extreme(false, type.is_signed(), a, b, builder));
  builder.write(builder.operand(0), ir.CreateAdd(distance, builder.read(builder.operand(3), type)));
  return true;
}

// dp4a.s32.u32: the signs of a's bytes and of b's.
bool lower_dot_product(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  const bool is_four = instruction.family() == "dp4a";
  const bool is_high = !is_four && suffixes.one_of({"lo", "hi"}) == "hi";
  const Type a_type = suffixes.type();
  const Type b_type = suffixes.type();
  suffixes.finish();
  builder.expect_operands(4);
  llvm::IRBuilder<>& ir = builder.ir();
  const auto part = [&](llvm::Value* from, const Type& type, unsigned bits, unsigned index) {
    llvm::Value* const low =
        ir.CreateTrunc(ir.CreateLShr(from, std::uint64_t{bits} * index), ir.getIntNTy(bits));
    return type.is_signed() ? ir.CreateSExt(low, ir.getInt32Ty()) : ir.CreateZExt(low, ir.getInt32Ty());
  };
  llvm::Value* const a = builder.read(builder.operand(1), a_type);
  llvm::Value* const b = builder.read(builder.operand(2), b_type);
  llvm::Value* sum = builder.read_int(builder.operand(3), 32);
  for (unsigned i = 0; i < (is_four ? 4U : 2U); ++i) {
    llvm::Value* const x = part(a, a_type, is_four ? 8 : 16, i);
    sum = ir.CreateAdd(sum, ir.CreateMul(x, part(b, b_type, 8, is_high ? i + 2 : i)));
  }
  builder.write(builder.operand(0), sum);
  return true;
}

bool has_float_type(const Instruction& instruction) {
  for (const char* type : {"f16", "f16x2", "bf16", "bf16x2", "f32", "f64", "f32x2"}) {
    if (instruction.has(type)) return true;
  }
  return false;
}

}  // namespace

bool lower_integers(const Instruction& instruction, Builder& builder) {
  if (has_float_type(instruction)) return false;
  const std::string& name = instruction.family();
  using Lower = bool (*)(const Instruction&, Builder&);
  static const std::map<std::string, Lower> table{{"add", lower_sum},
                                                  {"sub", lower_sum},
                                                  {"addc", lower_sum},
                                                  {"subc", lower_sum},
                                                  {"mul", lower_product},
                                                  {"mad", lower_product},
                                                  {"madc", lower_product},
                                                  {"mul24", lower_product_of_24_bits},
                                                  {"mad24", lower_product_of_24_bits},
                                                  {"min", lower_extreme},
                                                  {"max", lower_extreme},
                                                  {"abs", lower_simple},
                                                  {"neg", lower_simple},
                                                  {"div", lower_simple},
                                                  {"rem", lower_simple},
                                                  {"sad", lower_simple},
                                                  {"dp4a", lower_dot_product},
                                                  {"dp2a", lower_dot_product}};
  const auto found = table.find(name);
  return found != table.end() && found->second(instruction, builder);
}

}  // namespace simtcc::ptx
