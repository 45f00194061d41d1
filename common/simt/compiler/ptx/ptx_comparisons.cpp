// Comparisons and choices of inline PTX. PTX ISA, "Comparison and Selection Instructions", "testp".
#include <map>
#include <utility>

#include "ptx/builder.h"
#include "ptx/float_values.h"

namespace simtcc::ptx {
namespace {

using llvm::Value;
using P = llvm::CmpInst::Predicate;

constexpr std::initializer_list<const char*> kComparisons = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",
                                                             "lo",  "ls",  "hi",  "hs",  "equ", "neu",
                                                             "ltu", "leu", "gtu", "geu", "num", "nan"};
constexpr std::initializer_list<const char*> kFloats = {"f16x2", "bf16x2", "f16", "bf16"};

P predicate_of_floats(const std::string& name, Builder& builder) {
  static const std::map<std::string, P> table{
      {"eq", P::FCMP_OEQ},  {"ne", P::FCMP_ONE},  {"lt", P::FCMP_OLT},  {"le", P::FCMP_OLE},
      {"gt", P::FCMP_OGT},  {"ge", P::FCMP_OGE},  {"equ", P::FCMP_UEQ}, {"neu", P::FCMP_UNE},
      {"ltu", P::FCMP_ULT}, {"leu", P::FCMP_ULE}, {"gtu", P::FCMP_UGT}, {"geu", P::FCMP_UGE},
      {"num", P::FCMP_ORD}, {"nan", P::FCMP_UNO}};
  const auto found = table.find(name);
  if (found == table.end()) builder.refuse("`." + name + "` does not compare floating-point numbers");
  return found->second;
}

P predicate_of_integers(const std::string& name, bool is_signed, Builder& builder) {
  static const std::map<std::string, std::pair<P, P>> table{
      {"eq", {P::ICMP_EQ, P::ICMP_EQ}},   {"ne", {P::ICMP_NE, P::ICMP_NE}},
      {"lt", {P::ICMP_SLT, P::ICMP_ULT}}, {"le", {P::ICMP_SLE, P::ICMP_ULE}},
      {"gt", {P::ICMP_SGT, P::ICMP_UGT}}, {"ge", {P::ICMP_SGE, P::ICMP_UGE}},
      {"lo", {P::ICMP_ULT, P::ICMP_ULT}}, {"ls", {P::ICMP_ULE, P::ICMP_ULE}},
      {"hi", {P::ICMP_UGT, P::ICMP_UGT}}, {"hs", {P::ICMP_UGE, P::ICMP_UGE}}};
  const auto found = table.find(name);
  if (found == table.end()) builder.refuse("`." + name + "` does not compare integers");
  return is_signed ? found->second.first : found->second.second;
}

// The comparison of an instruction: one truth, or two of a pair's numbers.
class Comparison {
 public:
  Comparison(Suffixes& suffixes, Builder& builder) : builder_(builder) {
    name_ = suffixes.one_of(kComparisons);
    if (name_.empty()) builder.refuse("it compares nothing: .eq, .lt and so on");
    flushes_ = suffixes.take("ftz");
  }

  // The type of what is compared.
  void set_type(Suffixes& suffixes) {
    short_float_ = suffixes.one_of(kFloats);
    type_ = short_float_.empty() ? suffixes.type() : Type{'f', is_pair() ? 32U : 16U};
  }
  bool is_pair() const { return !short_float_.empty() && short_float_.back() == '2'; }

  Value* truth(const Operand& a, const Operand& b, unsigned half = 0) {
    llvm::IRBuilder<>& ir = builder_.ir();
    if (!type_.is_float()) {
      return ir.CreateICmp(predicate_of_integers(name_, type_.is_signed(), builder_), builder_.read(a, type_),
                           builder_.read(b, type_));
    }
    const P predicate = predicate_of_floats(name_, builder_);
    return ir.CreateFCmp(predicate, number(a, half), number(b, half));
  }

 private:
  Value* number(const Operand& operand, unsigned half) {
    llvm::IRBuilder<>& ir = builder_.ir();
    const std::string base = short_float_.substr(0, short_float_.size() - (is_pair() ? 2 : 0));
    const FloatType type = float_type(!base.empty() ? base : type_.bits == 32 ? "f32" : "f64");
    Value* bits = nullptr;
    if (short_float_.empty()) {
      bits = ir.CreateBitCast(builder_.read(operand, type_), ir.getIntNTy(type.bits));
    } else {
      bits = builder_.read_int(operand, type_.bits);
      bits = ir.CreateTrunc(ir.CreateLShr(bits, std::uint64_t{half} * 16), ir.getInt16Ty());
    }
    FloatValues values(builder_, type);
    if (flushes_ && type.can_flush()) bits = values.flushed(bits);
    return values.comparable(bits);
  }

  Builder& builder_;
  std::string name_;
  std::string short_float_;
  Type type_;
  bool flushes_ = false;
};

Value* joined(const std::string& how, Value* a, Value* b, llvm::IRBuilder<>& ir) {
  return how == "and" ? ir.CreateAnd(a, b) : how == "or" ? ir.CreateOr(a, b) : ir.CreateXor(a, b);
}

bool lower_setp(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  Comparison comparison(suffixes, builder);
  const std::string how = suffixes.one_of({"and", "or", "xor"});
  comparison.set_type(suffixes);
  suffixes.finish();
  builder.expect_operands(how.empty() ? 3 : 4);
  llvm::IRBuilder<>& ir = builder.ir();
  Value* const first = comparison.truth(builder.operand(1), builder.operand(2));
  Value* const second = comparison.is_pair() ? comparison.truth(builder.operand(1), builder.operand(2), 1)
                                             : ir.CreateNot(first);
  Value* const other = how.empty() ? nullptr : builder.predicate(builder.operand(3));
  const auto final = [&](Value* truth) { return other == nullptr ? truth : joined(how, truth, other, ir); };
  const Operand& to = builder.operand(0);
  builder.write(to.is_pair() ? to.parts[0] : to, final(first));
  if (to.is_pair()) builder.write(to.parts[1], final(second));
  return true;
}

// All bits, or 1.0.
bool lower_set(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  Comparison comparison(suffixes, builder);
  const std::string how = suffixes.one_of({"and", "or", "xor"});
  const Type result = suffixes.type();
  comparison.set_type(suffixes);
  suffixes.finish();
  builder.expect_operands(how.empty() ? 3 : 4);
  if (result.bits != 32 || comparison.is_pair()) builder.refuse("its result is of u32, s32 or f32");
  llvm::IRBuilder<>& ir = builder.ir();
  Value* truth = comparison.truth(builder.operand(1), builder.operand(2));
  if (!how.empty()) truth = joined(how, truth, builder.predicate(builder.operand(3)), ir);
  constexpr std::uint32_t kOne = 0x3F800000;
  builder.write(builder.operand(0),
                ir.CreateSelect(truth, ir.getInt32(result.is_float() ? kOne : ~0U), ir.getInt32(0)));
  return true;
}

bool lower_choice(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  const bool flushes = suffixes.take("ftz");
  const Type type = suffixes.type();
  llvm::IRBuilder<>& ir = builder.ir();
  builder.expect_operands(4);
  Value* const a = builder.read(builder.operand(1), type);
  Value* const b = builder.read(builder.operand(2), type);
  Value* is_first = nullptr;
  if (instruction.family() == "selp") {
    is_first = builder.predicate(builder.operand(3));
  } else {
    const Type compared = suffixes.type();
    Value* c = builder.read_int(builder.operand(3), compared.bits);
    if (compared.is_float()) {
      FloatValues values(builder, float_type("f32"));
      if (flushes) c = values.flushed(c);
      c = values.comparable(c);
      is_first = ir.CreateFCmpOGE(c, llvm::ConstantFP::get(c->getType(), 0.0));
    } else {
      is_first = ir.CreateICmpSGE(c, llvm::ConstantInt::get(c->getType(), 0));
    }
  }
  suffixes.finish();
  builder.write(builder.operand(0), ir.CreateSelect(is_first, a, b));
  return true;
}

bool lower_test(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  const std::string what =
      suffixes.one_of({"finite", "infinite", "number", "notanumber", "normal", "subnormal"});
  const std::string type = suffixes.one_of({"f32", "f64"});
  suffixes.finish();
  builder.expect_operands(2);
  if (what.empty() || type.empty()) builder.refuse("it asks nothing that is known here");
  llvm::IRBuilder<>& ir = builder.ir();
  const unsigned bits = float_type(type).bits;
  Value* const magnitude =
      ir.CreateAnd(builder.read_int(builder.operand(1), bits),
                   llvm::ConstantInt::get(ir.getIntNTy(bits), ~std::uint64_t{0} >> (65U - bits)));
  const auto number = [&](std::uint64_t value) {
    return llvm::ConstantInt::get(magnitude->getType(), value);
  };
  const std::uint64_t infinity = bits == 32 ? 0x7F800000 : 0x7FF0000000000000;
  const std::uint64_t normal = std::uint64_t{1} << float_type(type).mantissa_bits;
  Value* const is_finite = ir.CreateICmpULT(magnitude, number(infinity));
  Value* const is_normal = ir.CreateICmpUGE(magnitude, number(normal));
  Value* const is_zero = ir.CreateICmpEQ(magnitude, number(0));
  Value* truth = is_finite;
  if (what == "infinite") truth = ir.CreateICmpEQ(magnitude, number(infinity));
  if (what == "number") truth = ir.CreateICmpULE(magnitude, number(infinity));
  if (what == "notanumber") truth = ir.CreateICmpUGT(magnitude, number(infinity));
  // Zero counts as normal on an H200.
  if (what == "normal") truth = ir.CreateAnd(is_finite, ir.CreateOr(is_normal, is_zero));
  if (what == "subnormal") truth = ir.CreateNot(ir.CreateOr(is_normal, is_zero));
  builder.write(builder.operand(0), truth);
  return true;
}

}  // namespace

bool lower_comparisons(const Instruction& instruction, Builder& builder) {
  const std::string& name = instruction.family();
  if (name == "setp") return lower_setp(instruction, builder);
  if (name == "set") return lower_set(instruction, builder);
  if (name == "selp" || name == "slct") return lower_choice(instruction, builder);
  return name == "testp" && lower_test(instruction, builder);
}

}  // namespace simtcc::ptx
