// Atomic operations of inline PTX. PTX ISA, "atom" and "red".
#include <array>

#include "contract/module_abi.h"
#include "ptx/builder.h"

namespace simtcc::ptx {
namespace {

using simt::abi::Atomic;
using simt::abi::AtomicType;

struct AtomicOperation {
  const char* name;
  Atomic what;
};
constexpr std::array<AtomicOperation, 10> kOperations{{{"add", Atomic::add},
                                                       {"min", Atomic::minimum},
                                                       {"max", Atomic::maximum},
                                                       {"exch", Atomic::exchange},
                                                       {"cas", Atomic::compare_and_swap},
                                                       {"and", Atomic::bit_and},
                                                       {"or", Atomic::bit_or},
                                                       {"xor", Atomic::bit_xor},
                                                       {"inc", Atomic::increment},
                                                       {"dec", Atomic::decrement}}};

const AtomicOperation& operation_of(Suffixes& suffixes, Builder& builder) {
  for (const AtomicOperation& operation : kOperations) {
    if (suffixes.take(operation.name)) return operation;
  }
  builder.refuse("it has no operation that is known here");
}

// The machine has floating-point sums, 16 bits for compare-and-swap, and integers of 32 and 64 bits.
AtomicType type_of(const Type& type, Atomic what, Builder& builder) {
  if (type.is_float() && type.bits >= 32 && what == Atomic::add)
    return type.bits == 32 ? AtomicType::f32 : AtomicType::f64;
  if (type.bits == 16 && what == Atomic::compare_and_swap) return AtomicType::u16;
  const bool is_known = !type.is_float() && (type.bits == 32 || type.bits == 64);
  const bool wraps = what == Atomic::increment || what == Atomic::decrement;
  if (!is_known || (wraps && type.bits == 64))
    builder.refuse("there is no such atomic operation of this type");
  if (type.bits == 64) return type.is_signed() ? AtomicType::i64 : AtomicType::u64;
  return type.is_signed() ? AtomicType::i32 : AtomicType::u32;
}

}  // namespace

bool lower_atomics(const Instruction& instruction, Builder& builder) {
  const std::string& name = instruction.family();
  if (name != "atom" && name != "red") return false;
  const bool answers = name == "atom";
  Suffixes suffixes(instruction, builder);
  const std::string order = suffixes.one_of({"relaxed", "acquire", "release", "acq_rel"});
  const bool is_in_block = suffixes.one_of({"cta", "cluster", "gpu", "sys"}) == "cta";
  const Space space = suffixes.space();
  const AtomicOperation& operation = operation_of(suffixes, builder);
  for (const char* type : {"f16", "f16x2", "bf16", "bf16x2"}) {
    if (instruction.has(type)) builder.refuse("there are no atomic sums of 16-bit numbers: add in float");
  }
  const bool has_policy = suffixes.take("L2::cache_hint");
  const Type type = suffixes.type();
  suffixes.finish();
  const bool compares = operation.what == Atomic::compare_and_swap;
  const unsigned first = answers ? 1 : 0;
  builder.expect_operands(first + (compares ? 3U : 2U) + (has_policy ? 1U : 0U));
  const AtomicType machine_type = type_of(type, operation.what, builder);

  llvm::IRBuilder<>& ir = builder.ir();
  const auto fence = [&] { builder.call("simt_fence", ir.getVoidTy(), {ir.getInt32(is_in_block ? 0 : 1)}); };
  const auto bits = [&](std::size_t index) {
    llvm::Value* const value =
        ir.CreateBitCast(builder.read(builder.operand(index), type), ir.getIntNTy(type.bits));
    return ir.CreateZExt(value, ir.getInt64Ty());
  };
  llvm::Value* const pointer = builder.address(builder.operand(first), space);
  llvm::Value* const compare = compares ? bits(first + 1) : ir.getInt64(0);
  llvm::Value* const value = bits(first + (compares ? 2 : 1));
  const unsigned what = static_cast<unsigned>(operation.what) | static_cast<unsigned>(machine_type) << 8U;
  if (order == "release" || order == "acq_rel") fence();
  llvm::Value* const found =
      builder.call("simt_atomic", ir.getInt64Ty(), {ir.getInt32(what), pointer, value, compare});
  if (order == "acquire" || order == "acq_rel") fence();
  if (answers) builder.write(builder.operand(0), ir.CreateTrunc(found, ir.getIntNTy(type.bits)));
  return true;
}

}  // namespace simtcc::ptx
