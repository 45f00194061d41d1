#include "ptx/registers.h"

#include <llvm/IR/InlineAsm.h>

#include <cctype>

#include "ptx/builder.h"

namespace simtcc::ptx {
namespace {

llvm::InlineAsm::ConstraintInfoVector constraints_of(const llvm::CallInst& statement) {
  return llvm::cast<llvm::InlineAsm>(statement.getCalledOperand())->ParseConstraints();
}

// CUDA C++ Programming Guide, "Inline PTX Assembly", "Constraints".
unsigned bits_of(const std::string& constraint) {
  if (constraint == "h") return 16;
  if (constraint == "r" || constraint == "f") return 32;
  if (constraint == "l" || constraint == "d") return 64;
  if (constraint == "q") return 128;
  throw NotSupported("an operand's constraint is \"" + constraint + "\": CUDA has h, r, l, q, f, d, n and C");
}

unsigned bits_of(const llvm::Type& type, const llvm::DataLayout& layout) {
  return type.isSized() ? static_cast<unsigned>(layout.getTypeSizeInBits(const_cast<llvm::Type*>(&type))) : 0;
}

// A whole array, or its address, in place of one register is the usual mistake.
std::string remedy_for_size(const llvm::Type& type, unsigned bits, unsigned wanted) {
  if (type.isPointerTy() && wanted == 32) {
    return ": an address has 64 bits. One of shared memory becomes 32 with "
           "(unsigned)__cvta_generic_to_shared(pointer)";
  }
  if (bits > 64 || type.isAggregateType()) return ": name one element, as in \"r\"(a[0])";
  return "";
}

// nvcc's own words, and what to write.
void check_size(const llvm::Type& type, const std::string& constraint, const llvm::DataLayout& layout) {
  const unsigned bits = bits_of(type, layout);
  if (bits == bits_of(constraint)) return;
  throw NotSupported("asm operand type size(" + std::to_string(bits / 8) +
                     ") does not match type/size implied by constraint '" + constraint + "'" +
                     remedy_for_size(type, bits, bits_of(constraint)));
}

}  // namespace

Registers::Registers(llvm::CallInst& statement, const std::vector<unsigned>& parent_scopes)
    : statement_(statement), parents_(parent_scopes) {
  const llvm::DataLayout& layout = statement.getModule()->getDataLayout();
  llvm::IRBuilder<> builder(&statement);
  unsigned output = 0;
  unsigned argument = 0;
  for (const llvm::InlineAsm::ConstraintInfo& constraint : constraints_of(statement)) {
    if (constraint.Type == llvm::InlineAsm::isClobber) continue;
    if (constraint.isIndirect || constraint.isMultipleAlternative || constraint.Codes.size() != 1)
      throw NotSupported("an operand lies in memory, or has several constraints");
    const std::string& code = constraint.Codes.front();
    AsmOperand operand;
    operand.is_output = constraint.Type == llvm::InlineAsm::isOutput;
    if (operand.is_output) {
      llvm::Type* const whole = statement.getType();
      llvm::Type* const type = whole->isStructTy() ? whole->getStructElementType(output) : whole;
      check_size(*type, code, layout);
      operand.slot = slot(bits_of(code));
      builder.CreateStore(llvm::UndefValue::get(operand.slot->getAllocatedType()), operand.slot);
      ++output;
    } else {
      operand.passed = statement.getArgOperand(argument++);
      const bool is_tied = std::isdigit(static_cast<unsigned char>(code.front())) != 0;
      if (code != "n") {
        if (!is_tied) check_size(*operand.passed->getType(), code, layout);
        operand.slot = is_tied ? operands_.at(std::stoul(code)).slot : slot(bits_of(code));
        llvm::Type* const type = operand.slot->getAllocatedType();
        llvm::Value* const bits = operand.passed->getType()->isPointerTy()
                                      ? builder.CreatePtrToInt(operand.passed, type)
                                      : builder.CreateBitCast(operand.passed, type);
        builder.CreateStore(bits, operand.slot);
      }
    }
    operands_.push_back(operand);
  }
}

llvm::AllocaInst* Registers::slot(unsigned bits) {
  llvm::IRBuilder<> entry(&*statement_.getFunction()->getEntryBlock().getFirstInsertionPt());
  return entry.CreateAlloca(entry.getIntNTy(bits), nullptr, "ptx");
}

void Registers::declare(unsigned scope, const std::string& name, unsigned bits) {
  if (!declared_.emplace(std::make_pair(scope, name), nullptr).second)
    throw NotSupported("register `" + name + "` is declared twice");
  llvm::AllocaInst* const made = slot(bits);
  llvm::IRBuilder<>(&statement_).CreateStore(llvm::UndefValue::get(made->getAllocatedType()), made);
  declared_[{scope, name}] = made;
}

llvm::AllocaInst* Registers::carry() {
  if (carry_ == nullptr) carry_ = slot(1);
  return carry_;
}

llvm::AllocaInst* Registers::find(const Operand& operand) const {
  if (const auto number = operand.asm_operand()) {
    if (*number >= operands_.size()) throw NotSupported("there is no operand %" + std::to_string(*number));
    return operands_[*number].slot;
  }
  for (unsigned scope = scope_;; scope = parents_[scope]) {
    const auto found = declared_.find({scope, operand.name});
    if (found != declared_.end()) return found->second;
    if (scope == 0) return nullptr;
  }
}

std::optional<unsigned> Registers::width_of(const Operand& operand) const {
  if (!operand.is_name()) return std::nullopt;
  const llvm::AllocaInst* const slot = find(operand);
  if (slot == nullptr) return std::nullopt;
  return slot->getAllocatedType()->getIntegerBitWidth();
}

llvm::Value* Registers::passed_pointer(const Operand& operand) const {
  const auto number = operand.asm_operand();
  if (!number || *number >= operands_.size()) return nullptr;
  const AsmOperand& found = operands_[*number];
  return !found.is_output && found.passed->getType()->isPointerTy() ? found.passed : nullptr;
}

std::string Registers::text_of(llvm::CallInst& statement) {
  const auto constraints = constraints_of(statement);
  const auto* const assembler = llvm::cast<llvm::InlineAsm>(statement.getCalledOperand());
  const std::string& text = assembler->getAsmString();
  const auto named = [&](unsigned number) -> std::string {
    const bool is_constant = number < constraints.size() &&
                             constraints[number].Type == llvm::InlineAsm::isInput &&
                             constraints[number].Codes == std::vector<std::string>{"n"};
    if (!is_constant) return kOperandMark + std::to_string(number);
    unsigned argument = 0;  // outputs come first
    for (unsigned i = 0; i < number; ++i)
      argument += constraints[i].Type == llvm::InlineAsm::isInput ? 1U : 0U;
    const auto* const value = llvm::dyn_cast<llvm::ConstantInt>(statement.getArgOperand(argument));
    if (value == nullptr || value->getBitWidth() > 64)
      throw NotSupported("the operand of constraint \"n\" is no constant");
    return std::to_string(value->getSExtValue());
  };
  std::string read;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '$') {
      read += text[at];
      continue;
    }
    ++at;
    const bool is_braced = at < text.size() && text[at] == '{';
    std::size_t end = is_braced ? ++at : at;
    if (at < text.size() && text[at] == '$') {
      read += '$';
      continue;
    }
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    constexpr std::size_t kMostDigits = 4;
    if (end - at > kMostDigits) throw NotSupported("an operand's number is too large");
    // ${:uid} numbers the statement: each has labels of its own here.
    read += end == at ? "0" : named(static_cast<unsigned>(std::stoul(text.substr(at, end - at))));
    if (is_braced) end = std::min(text.find('}', end), text.size() - 1) + 1;
    at = end - 1;
  }
  return read;
}

llvm::Value* Registers::results(llvm::IRBuilder<>& builder) {
  llvm::Type* const type = statement_.getType();
  if (type->isVoidTy()) return nullptr;
  llvm::Value* whole = llvm::UndefValue::get(type);
  unsigned index = 0;
  for (const AsmOperand& operand : operands_) {
    if (!operand.is_output) continue;
    llvm::Type* const wanted = type->isStructTy() ? type->getStructElementType(index) : type;
    llvm::Value* const bits = builder.CreateLoad(operand.slot->getAllocatedType(), operand.slot);
    llvm::Value* const value =
        wanted->isPointerTy() ? builder.CreateIntToPtr(bits, wanted) : builder.CreateBitCast(bits, wanted);
    whole = type->isStructTy() ? builder.CreateInsertValue(whole, value, index) : value;
    ++index;
  }
  return whole;
}

}  // namespace simtcc::ptx
