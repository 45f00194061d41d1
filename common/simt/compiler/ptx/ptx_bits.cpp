// Logic, shifts and bit fields of inline PTX. PTX ISA, "Logic and Shift Instructions", and of the integer
// instructions those of bits.
#include <array>
#include <map>

#include "ptx/builder.h"

namespace simtcc::ptx {
namespace {

bool lower_logic(const Instruction& instruction, Builder& builder) {
  const std::string& name = instruction.family();
  Suffixes suffixes(instruction, builder);
  const Type type = suffixes.type();
  suffixes.finish();
  llvm::IRBuilder<>& ir = builder.ir();
  llvm::Value* const a = builder.read(builder.operand(1), type);
  if (name == "not" || name == "cnot") {
    builder.expect_operands(2);
    llvm::Value* const is_zero = ir.CreateICmpEQ(a, llvm::ConstantInt::get(a->getType(), 0));
    builder.write(builder.operand(0), name == "not" ? ir.CreateNot(a) : ir.CreateZExt(is_zero, a->getType()));
    return true;
  }
  builder.expect_operands(3);
  llvm::Value* const b = builder.read(builder.operand(2), type);
  builder.write(builder.operand(0), name == "and"  ? ir.CreateAnd(a, b)
                                    : name == "or" ? ir.CreateOr(a, b)
                                                   : ir.CreateXor(a, b));
  return true;
}

// A shift by all bits or more leaves only what comes in from the side.
bool lower_shift(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  const Type type = suffixes.type();
  suffixes.finish();
  builder.expect_operands(3);
  llvm::IRBuilder<>& ir = builder.ir();
  llvm::Value* const a = builder.read(builder.operand(1), type);
  llvm::Value* const amount = builder.read_int(builder.operand(2), 32);
  llvm::Value* const is_most = ir.CreateICmpUGE(amount, ir.getInt32(type.bits));
  llvm::Value* const clamped = ir.CreateSelect(is_most, ir.getInt32(type.bits - 1), amount);
  llvm::Value* const by = ir.CreateZExtOrTrunc(clamped, a->getType());
  llvm::Value* value = nullptr;
  if (instruction.family() == "shr" && type.is_signed()) {
    value = ir.CreateAShr(a, by);
  } else {
    value = instruction.family() == "shl" ? ir.CreateShl(a, by) : ir.CreateLShr(a, by);
    value = ir.CreateSelect(is_most, llvm::ConstantInt::get(a->getType(), 0), value);
  }
  builder.write(builder.operand(0), value);
  return true;
}

bool lower_funnel_shift(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  const bool is_left = suffixes.one_of({"l", "r"}) == "l";
  const bool clamps = suffixes.one_of({"clamp", "wrap"}) == "clamp";
  suffixes.expect("b32");
  suffixes.finish();
  builder.expect_operands(4);
  llvm::IRBuilder<>& ir = builder.ir();
  llvm::Type* const wide = ir.getInt64Ty();
  llvm::Value* const low = ir.CreateZExt(builder.read_int(builder.operand(1), 32), wide);
  llvm::Value* const high = ir.CreateZExt(builder.read_int(builder.operand(2), 32), wide);
  llvm::Value* amount = builder.read_int(builder.operand(3), 32);
  amount = clamps ? builder.intrinsic(llvm::Intrinsic::umin, {amount, ir.getInt32(32)})
                  : ir.CreateAnd(amount, ir.getInt32(31));
  llvm::Value* const both = ir.CreateOr(ir.CreateShl(high, 32), low);
  llvm::Value* const by = ir.CreateZExt(amount, wide);
  llvm::Value* const shifted = is_left ? ir.CreateLShr(ir.CreateShl(both, by), 32) : ir.CreateLShr(both, by);
  builder.write(builder.operand(0), ir.CreateTrunc(shifted, ir.getInt32Ty()));
  return true;
}

// The table's bit 4a + 2b + c is the result of those three bits.
bool lower_lop3(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  const std::string joins = suffixes.one_of({"or", "and"});
  suffixes.expect("b32");
  suffixes.finish();
  builder.expect_operands(joins.empty() ? 5 : 6);
  llvm::IRBuilder<>& ir = builder.ir();
  std::array<llvm::Value*, 3> values{};
  for (std::size_t i = 0; i < values.size(); ++i) values.at(i) = builder.read_int(builder.operand(i + 1), 32);
  const std::uint64_t table = builder.constant(builder.operand(4));
  if (table > 0xFF) builder.refuse("its table has eight bits");
  llvm::Value* result = ir.getInt32(0);
  for (unsigned row = 0; row < 8; ++row) {
    if ((table >> row & 1U) == 0) continue;
    llvm::Value* term = ir.getInt32(~0U);
    for (unsigned i = 0; i < 3; ++i) {
      const bool is_set = (row >> (2 - i) & 1U) != 0;
      term = ir.CreateAnd(term, is_set ? values.at(i) : ir.CreateNot(values.at(i)));
    }
    result = ir.CreateOr(result, term);
  }
  const Operand& to = builder.operand(0);
  if (joins.empty()) {
    builder.write(to, result);
    return true;
  }
  if (!to.is_pair()) builder.refuse("its results are of the form d|p");
  llvm::Value* const is_any = ir.CreateICmpNE(result, ir.getInt32(0));
  llvm::Value* const other = builder.predicate(builder.operand(5));
  builder.write(to.parts[0], result);
  builder.write(to.parts[1], joins == "or" ? ir.CreateOr(is_any, other) : ir.CreateAnd(is_any, other));
  return true;
}

// The selectors of the modes, by the low two bits of the last operand. PTX ISA, "prmt".
bool lower_prmt(const Instruction& instruction, Builder& builder) {
  static const std::map<std::string, std::array<std::uint32_t, 4>> modes{
      {"f4e", {0x3210, 0x4321, 0x5432, 0x6543}}, {"b4e", {0x5670, 0x6701, 0x7012, 0x0123}},
      {"rc8", {0x0000, 0x1111, 0x2222, 0x3333}}, {"ecl", {0x3210, 0x3211, 0x3222, 0x3333}},
      {"ecr", {0x0000, 0x1110, 0x2210, 0x3210}}, {"rc16", {0x1010, 0x3232, 0x1010, 0x3232}}};
  Suffixes suffixes(instruction, builder);
  suffixes.expect("b32");
  const std::string mode = suffixes.one_of({"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"});
  suffixes.finish();
  builder.expect_operands(4);
  llvm::IRBuilder<>& ir = builder.ir();
  llvm::Value* selector = builder.read_int(builder.operand(3), 32);
  if (!mode.empty()) {
    llvm::Value* const which = ir.CreateAnd(selector, ir.getInt32(3));
    selector = ir.getInt32(0);
    for (unsigned i = 0; i < 4; ++i) {
      selector = ir.CreateSelect(ir.CreateICmpEQ(which, ir.getInt32(i)), ir.getInt32(modes.at(mode).at(i)),
                                 selector);
    }
  }
  llvm::Value* const a = builder.read_int(builder.operand(1), 32);
  llvm::Value* const b = builder.read_int(builder.operand(2), 32);
  builder.write(builder.operand(0), builder.call("simt_ptx_prmt", ir.getInt32Ty(), {a, b, selector}));
  return true;
}

// Instructions whose operands all have the instruction's type, but for a few of 32 bits: each is a function.
struct Function {
  unsigned of_type = 0;   // operands of the instruction's type
  unsigned of_32 = 0;     // operands of 32 bits after them
  bool gives_32 = false;  // the result's bits
};

bool lower_function(const Instruction& instruction, Builder& builder) {
  static const std::map<std::string, Function> table{
      {"popc", {1, 0, true}},  {"clz", {1, 0, true}},    {"brev", {1, 0, false}},
      {"bfind", {1, 0, true}}, {"bfe", {1, 2, false}},   {"bfi", {2, 2, false}},
      {"bmsk", {0, 2, true}},  {"szext", {1, 1, false}}, {"fns", {0, 3, true}}};
  const auto found = table.find(instruction.family());
  if (found == table.end()) return false;
  const Function& function = found->second;
  Suffixes suffixes(instruction, builder);
  std::string variant = suffixes.one_of({"shiftamt", "clamp", "wrap"});
  const Type type = suffixes.type();
  suffixes.finish();
  builder.expect_operands(1 + function.of_type + function.of_32);
  if (type.bits < 32) builder.refuse("it has types of 32 and 64 bits");
  llvm::SmallVector<llvm::Value*, 4> arguments;
  for (unsigned i = 0; i < function.of_type; ++i)
    arguments.push_back(builder.read(builder.operand(i + 1), type));
  for (unsigned i = 0; i < function.of_32; ++i)
    arguments.push_back(builder.read_int(builder.operand(1 + function.of_type + i), 32));
  llvm::Type* const result = function.gives_32 ? builder.ir().getInt32Ty() : builder.type_of(type);
  const std::string name = "simt_ptx_" + instruction.family() + (variant.empty() ? "" : "_" + variant) +
                           (type.is_signed() ? "_s" : "_b") + std::to_string(type.bits);
  builder.write(builder.operand(0), builder.call(name, result, arguments));
  return true;
}

}  // namespace

bool lower_bits(const Instruction& instruction, Builder& builder) {
  const std::string& name = instruction.family();
  if (name == "and" || name == "or" || name == "xor" || name == "not" || name == "cnot")
    return lower_logic(instruction, builder);
  if (name == "shl" || name == "shr") return lower_shift(instruction, builder);
  if (name == "shf") return lower_funnel_shift(instruction, builder);
  if (name == "lop3") return lower_lop3(instruction, builder);
  if (name == "prmt") return lower_prmt(instruction, builder);
  return lower_function(instruction, builder);
}

}  // namespace simtcc::ptx
