#include "ptx/builder.h"

#include <llvm/IR/InlineAsm.h>

#include <algorithm>

#include "ptx/access_calls.h"

namespace simtcc::ptx {
namespace {

std::string shown(const Operand& operand) {
  if (operand.is_number()) return "the number";
  std::string name = operand.name;
  if (operand.asm_operand()) name.replace(0, 1, "%");
  return "`" + name + "`";
}

}  // namespace

void Builder::refuse(const std::string& why) const {
  throw NotSupported("`" + instruction_->opcode + "` is not supported by the SIMT machine: " + why);
}

void Builder::refuse_width(const Operand& operand, unsigned has, unsigned wanted) const {
  throw NotSupported("`" + instruction_->opcode + "` takes a register of " + std::to_string(wanted) +
                     " bits where " + shown(operand) + " has " + std::to_string(has));
}

void Builder::expect_operands(std::size_t fewest, std::size_t most) const {
  const std::size_t count = instruction_->operands.size();
  if (count >= fewest && count <= most) return;
  throw NotSupported("`" + instruction_->opcode + "` takes " + std::to_string(fewest) +
                     (most == fewest ? "" : " to " + std::to_string(most)) + " operands, and has " +
                     std::to_string(count));
}

const Operand& Builder::operand(std::size_t index) const {
  if (index >= instruction_->operands.size()) expect_operands(index + 1, index + 1);
  return instruction_->operands[index];
}

llvm::Type* Builder::type_of(const Type& type) {
  if (!type.is_float()) return ir_.getIntNTy(type.bits);
  if (type.bits == 32) return ir_.getFloatTy();
  return type.bits == 64 ? ir_.getDoubleTy() : static_cast<llvm::Type*>(ir_.getInt16Ty());
}

// ---- values

llvm::Value* Builder::as_integer(llvm::Value* value) {
  llvm::Type* const type = value->getType();
  if (type->isIntegerTy()) return value;
  const unsigned bits =
      static_cast<unsigned>(statement_.getModule()->getDataLayout().getTypeSizeInBits(type));
  return type->isPointerTy() ? ir_.CreatePtrToInt(value, ir_.getIntNTy(bits))
                             : ir_.CreateBitCast(value, ir_.getIntNTy(bits));
}

llvm::Value* Builder::from_integer(llvm::Value* value, llvm::Type* type) {
  return type->isPointerTy() ? ir_.CreateIntToPtr(value, type) : ir_.CreateBitCast(value, type);
}

llvm::Value* Builder::from_number(const Operand& operand, llvm::Type* type) const {
  if (type->isIntegerTy() && operand.kind == Operand::Kind::integer)
    return llvm::ConstantInt::get(type, operand.bits);
  llvm::APFloat value(0.0);
  bool loses = false;
  if (operand.kind == Operand::Kind::float_bits) {
    if (type->isIntegerTy(32)) return llvm::ConstantInt::get(type, operand.bits);
    value = llvm::APFloat(llvm::APFloat::IEEEsingle(), llvm::APInt(32, operand.bits));
  } else if (operand.kind == Operand::Kind::double_value) {
    if (type->isIntegerTy(64)) return llvm::ConstantInt::get(type, operand.bits);
    value = llvm::APFloat(llvm::APFloat::IEEEdouble(), llvm::APInt(64, operand.bits));
  } else {
    refuse("an operand is an integer where a floating-point number is expected: write 1.0 or 0f3F800000");
  }
  if (!type->isFloatTy() && !type->isDoubleTy()) refuse("an operand is a number of another type");
  value.convert(type->getFltSemantics(), llvm::APFloat::rmNearestTiesToEven, &loses);
  return llvm::ConstantFP::get(type->getContext(), value);
}

llvm::Value* Builder::read(const Operand& operand, llvm::Type* type) {
  if (operand.is_number()) return from_number(operand, type);
  if (!operand.is_name()) refuse("an operand is no register");
  const unsigned bits =
      static_cast<unsigned>(statement_.getModule()->getDataLayout().getTypeSizeInBits(type));
  if (operand.is_negated && bits != 1) refuse("only predicates are negated by !");
  llvm::Value* value = nullptr;
  if (llvm::AllocaInst* const slot = registers_.find(operand)) {
    const unsigned has = slot->getAllocatedType()->getIntegerBitWidth();
    if (has != bits) refuse_width(operand, has, bits);
    value = ir_.CreateLoad(slot->getAllocatedType(), slot);
  } else if (operand.name == "%pt" || operand.name == "%pf") {
    value = ir_.getInt1(operand.name == "%pt");
  } else {
    value = special_register(operand.name, bits, *this);
    if (value == nullptr) refuse(shown(operand) + " is neither declared nor a register that the machine has");
  }
  if (operand.is_negated) value = ir_.CreateNot(value);
  return from_integer(value, type);
}

llvm::Value* Builder::read_low(const Operand& operand, unsigned bits) {
  const unsigned has = width_of(operand).value_or(bits);
  if (has < bits) refuse_width(operand, has, bits);
  return ir_.CreateTrunc(read_int(operand, has), ir_.getIntNTy(bits));
}

std::uint64_t Builder::constant(const Operand& operand) const {
  if (operand.kind != Operand::Kind::integer) {
    const bool is_own_name = operand.is_name() && operand.name.find('%') == std::string::npos;
    refuse(is_own_name ? "an operand must be a constant, and PTX knows no name of C++: write \"n\"(" +
                             operand.name + ") after the colons, and %0 in its place"
                       : "an operand must be a constant");
  }
  return operand.bits;
}

void Builder::write(const Operand& operand, llvm::Value* value) {
  if (operand.is_sink()) return;
  llvm::AllocaInst* const slot = operand.is_name() ? registers_.find(operand) : nullptr;
  if (slot == nullptr) refuse("its result goes to " + shown(operand) + ", which is no register");
  llvm::Value* const bits = as_integer(value);
  if (bits->getType() != slot->getAllocatedType()) {
    refuse_width(operand, slot->getAllocatedType()->getIntegerBitWidth(),
                 bits->getType()->getIntegerBitWidth());
  }
  ir_.CreateStore(bits, slot);
}

void Builder::write_extended(const Operand& operand, llvm::Value* value, bool is_signed) {
  if (operand.is_sink()) return;
  llvm::Value* const bits = as_integer(value);
  const unsigned given = bits->getType()->getIntegerBitWidth();
  const unsigned has = width_of(operand).value_or(given);
  if (has < given) refuse_width(operand, has, given);
  llvm::Type* const type = ir_.getIntNTy(has);
  write(operand, is_signed ? ir_.CreateSExt(bits, type) : ir_.CreateZExt(bits, type));
}

std::vector<Operand> Builder::elements(const Operand& operand) {
  return operand.is_list() ? operand.parts : std::vector<Operand>{operand};
}

// ---- memory

llvm::Value* Builder::shared_base() { return call("simt_shared_base", ir_.getInt64Ty(), {}); }

llvm::Value* Builder::generic_pointer(llvm::Value* integer, Space space) {
  llvm::Value* address = ir_.CreateZExt(integer, ir_.getInt64Ty());
  if (space == Space::shared) address = ir_.CreateAdd(shared_base(), address);
  return ir_.CreateIntToPtr(address, byte_pointer(ir_.getContext()));
}

llvm::Value* Builder::address(const Operand& operand, Space space) {
  if (!operand.is_address() || !operand.parts.empty()) refuse("its address is not of the form [a+8]");
  llvm::Type* const bytes = byte_pointer(ir_.getContext());
  Operand base;
  base.name = operand.name;
  llvm::Value* pointer = registers_.passed_pointer(base);
  if (operand.name.empty()) {
    pointer = generic_pointer(ir_.getInt64(0), space);
  } else if (pointer != nullptr && space != Space::shared) {
    pointer = ir_.CreatePointerBitCastOrAddrSpaceCast(pointer, bytes);
  } else {
    const unsigned bits = width_of(base).value_or(64);
    const bool may_be_short = space == Space::shared || space == Space::local || space == Space::constant;
    if (bits != 64 && !(bits == 32 && may_be_short)) refuse_width(base, bits, 64);
    pointer = generic_pointer(read_int(base, bits), space);
  }
  return operand.bits == 0 ? pointer : ir_.CreateGEP(ir_.getInt8Ty(), pointer, ir_.getInt64(operand.bits));
}

llvm::Value* Builder::load(llvm::Value* pointer, llvm::Type* type, bool is_volatile) {
  return call_load(ir_, pointer, type, {is_volatile, has_side_effects()});
}

void Builder::store(llvm::Value* pointer, llvm::Value* value, bool is_volatile) {
  call_store(ir_, pointer, value, {is_volatile, has_side_effects()});
}

// ---- calls

llvm::CallInst* Builder::call(const std::string& name, llvm::Type* result,
                              llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::SmallVector<llvm::Type*, 8> types;
  for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
  llvm::FunctionCallee callee =
      statement_.getModule()->getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
  llvm::CallInst* const made = ir_.CreateCall(callee, arguments);
  made->addFnAttr(llvm::Attribute::Convergent);
  if (auto* const function = llvm::dyn_cast<llvm::Function>(callee.getCallee())) function->setConvergent();
  return made;
}

llvm::Value* Builder::intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Value*> arguments) {
  return ir_.CreateIntrinsic(id, {arguments.front()->getType()}, arguments);
}

bool Builder::has_side_effects() const {
  return llvm::cast<llvm::InlineAsm>(statement_.getCalledOperand())->hasSideEffects();
}

}  // namespace simtcc::ptx
