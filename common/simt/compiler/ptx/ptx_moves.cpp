// mov, and addresses of one memory and another. PTX ISA, "mov", "cvta", "isspacep", "mapa".
#include "ptx/builder.h"

namespace simtcc::ptx {
namespace {

// {a, b} as one value, the first in the low bits.
llvm::Value* packed(const std::vector<Operand>& parts, const Type& type, Builder& builder) {
  llvm::IRBuilder<>& ir = builder.ir();
  const unsigned bits = type.bits / static_cast<unsigned>(parts.size());
  llvm::Value* whole = ir.getIntN(type.bits, 0);
  for (unsigned i = 0; i < parts.size(); ++i) {
    llvm::Value* const part = ir.CreateZExt(builder.read_int(parts[i], bits), ir.getIntNTy(type.bits));
    whole = ir.CreateOr(whole, ir.CreateShl(part, std::uint64_t{i} * bits));
  }
  return whole;
}

void unpack(llvm::Value* whole, const std::vector<Operand>& parts, Builder& builder) {
  llvm::IRBuilder<>& ir = builder.ir();
  const unsigned bits = whole->getType()->getIntegerBitWidth() / static_cast<unsigned>(parts.size());
  for (unsigned i = 0; i < parts.size(); ++i) {
    builder.write(parts[i],
                  ir.CreateTrunc(ir.CreateLShr(whole, std::uint64_t{i} * bits), ir.getIntNTy(bits)));
  }
}

void check_parts(const Operand& operand, const Type& type, Builder& builder) {
  const std::size_t count = operand.is_list() ? operand.parts.size() : 1;
  const bool is_possible = count == 1 || count == 2 || count == 4 || (count == 8 && type.bits == 64);
  if (!is_possible || (count > 1 && type.bits / count < 8))
    builder.refuse("a register is packed of 2 or 4 parts of at least 8 bits");
}

bool lower_move(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  const Type type = suffixes.type();
  suffixes.finish();
  builder.expect_operands(2);
  const Operand& to = builder.operand(0);
  const Operand& from = builder.operand(1);
  check_parts(to, type, builder);
  check_parts(from, type, builder);
  llvm::Value* const value = from.is_list() ? packed(from.parts, type, builder) : builder.read(from, type);
  if (to.is_list()) {
    unpack(builder.ir().CreateBitCast(value, builder.ir().getIntNTy(type.bits)), to.parts, builder);
  } else {
    builder.write(to, value);
  }
  return true;
}

// Converts between generic addresses and those of a memory space. Only shared memory has addresses of its
// own.
bool lower_address(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  const bool is_to_space = suffixes.take("to");
  const Space space = suffixes.space();
  const Type type = suffixes.type();
  suffixes.finish();
  builder.expect_operands(2);
  llvm::Value* address = builder.read(builder.operand(1), type);
  if (space == Space::shared && type.bits != 64) builder.refuse("generic addresses have 64 bits");
  if (space == Space::shared && is_to_space) address = builder.ir().CreateSub(address, builder.shared_base());
  if (space == Space::shared && !is_to_space)
    address = builder.ir().CreateAdd(address, builder.shared_base());
  builder.write(builder.operand(0), address);
  return true;
}

// There are no clusters: a block's rank is 0, and its own shared memory is all that it reaches.
bool lower_cluster_address(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  const bool is_shared = suffixes.space() == Space::shared || suffixes.take("shared::cluster");
  const Type type = suffixes.type();
  suffixes.finish();
  if (instruction.family() == "getctarank") {
    builder.write(builder.operand(0), builder.ir().getInt32(0));
  } else {
    if (!is_shared) builder.refuse("clusters are not modelled");
    builder.write(builder.operand(0), builder.read(builder.operand(1), type));
  }
  return true;
}

}  // namespace

bool lower_moves(const Instruction& instruction, Builder& builder) {
  const std::string& name = instruction.family();
  if (name == "mov") return lower_move(instruction, builder);
  if (name == "cvta") return lower_address(instruction, builder);
  return (name == "mapa" || name == "getctarank") && lower_cluster_address(instruction, builder);
}

}  // namespace simtcc::ptx
