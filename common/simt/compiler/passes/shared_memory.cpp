#include "passes/shared_memory.h"

#include <algorithm>
#include <map>
#include <set>

#include "contract/module_abi.h"
#include "front/kernels.h"
#include "front/source_lines.h"

namespace simtcc {
namespace {

// Arrays are aligned as widely as any access. nvcc also does so where it helps to merge accesses.
constexpr std::uint64_t kAlignment = 16;
// Arrays lie apart, so that an index past one does not quietly meet the next.
constexpr std::uint64_t kApart = 256;
// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
constexpr std::uint64_t kMostStatic = std::uint64_t{48} * 1024;

bool is_shared(const llvm::GlobalVariable& variable) { return variable.getAddressSpace() == kSharedSpace; }

bool is_dynamic(const llvm::GlobalVariable& variable) {
  return is_shared(variable) && variable.isDeclaration();
}

std::uint64_t bytes_of(const llvm::GlobalVariable& variable) {
  return variable.getParent()->getDataLayout().getTypeAllocSize(variable.getValueType());
}

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t step) { return (value + step - 1) / step * step; }

// The functions whose code uses a value, through constant expressions too.
void collect_users(const llvm::Value* value, std::set<const llvm::Function*>& users) {
  for (const llvm::User* user : value->users()) {
    if (const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      users.insert(instruction->getFunction());
    } else {
      collect_users(user, users);
    }
  }
}

void refuse_too_much(const llvm::Module& module) {
  std::map<const llvm::Function*, std::uint64_t> used;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (!is_shared(variable) || is_dynamic(variable)) continue;
    std::set<const llvm::Function*> users;
    collect_users(&variable, users);
    for (const llvm::Function* user : users) {
      std::uint64_t& bytes = used[user];
      bytes = rounded_up(bytes, kAlignment) + bytes_of(variable);
      if (bytes <= kMostStatic) continue;
      throw Refused(place_of(*user),
                    "the kernel uses " + std::to_string(bytes) +
                        " bytes of static shared memory, a block has at most 49152 (48 KiB): make "
                        "the arrays smaller, or use dynamic shared memory (extern __shared__)");
    }
  }
}

}  // namespace

bool is_static_shared(const llvm::Value* value) {
  const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(value);
  return variable != nullptr && is_shared(*variable) && !is_dynamic(*variable);
}

void hide_shared_values(llvm::Module& module) {
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (!is_shared(variable)) continue;
    if (variable.getAlignment() < kAlignment) variable.setAlignment(llvm::Align(kAlignment));
    if (is_dynamic(variable)) continue;
    variable.setExternallyInitialized(true);
    variable.setLinkage(llvm::GlobalValue::InternalLinkage);  // a pointer from elsewhere does not point to it
  }
}

namespace {

// Whether a constant contains the address of a __shared__ array, which is another one in each block.
bool has_shared_address(const llvm::Value& value) {
  if (const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) return is_shared(*variable);
  const auto* const constant = llvm::dyn_cast<llvm::Constant>(&value);
  return constant != nullptr && !llvm::isa<llvm::GlobalValue>(constant) &&
         std::any_of(constant->op_begin(), constant->op_end(),
                     [](const llvm::Use& part) { return has_shared_address(*part); });
}

bool is_table_of_shared(const llvm::GlobalVariable& variable) {
  return !is_shared(variable) && variable.hasInitializer() && variable.isConstant() &&
         has_shared_address(*variable.getInitializer());
}

// The uses of a variable in a function whose constant expressions are instructions, by function.
std::map<llvm::Function*, llvm::SmallVector<llvm::Use*, 8>> uses_by_function(llvm::GlobalVariable& variable) {
  std::map<llvm::Function*, llvm::SmallVector<llvm::Use*, 8>> uses;
  for (llvm::Use& use : variable.uses()) {
    if (auto* const user = llvm::dyn_cast<llvm::Instruction>(use.getUser()))
      uses[user->getFunction()].push_back(&use);
  }
  return uses;
}

// Stores a constant part by part: padding stays as it was.
void store_parts(llvm::IRBuilder<>& builder, llvm::Constant& value, llvm::Value* where) {
  llvm::Type* const type = value.getType();
  if (!type->isAggregateType()) {
    builder.CreateStore(&value, where);
    return;
  }
  const std::uint64_t parts = type->isStructTy() ? type->getStructNumElements() : type->getArrayNumElements();
  for (unsigned i = 0; i < parts; ++i) {
    store_parts(builder, *value.getAggregateElement(i),
                builder.CreateConstInBoundsGEP2_32(type, where, 0, i));
  }
}

// A copy of the table in the function's local memory, filled where the function begins.
llvm::Value* local_copy(llvm::GlobalVariable& table, llvm::Function& function) {
  llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  llvm::AllocaInst* const copy = builder.CreateAlloca(table.getValueType(), nullptr, table.getName());
  copy->setAlignment(table.getAlign().valueOrOne());
  store_parts(builder, *table.getInitializer(), copy);
  return builder.CreatePointerBitCastOrAddrSpaceCast(copy, table.getType());
}

}  // namespace

void make_tables_local(llvm::Module& module) {
  llvm::SmallVector<llvm::GlobalVariable*, 4> tables;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (is_table_of_shared(variable)) tables.push_back(&variable);
  }
  if (tables.empty()) return;
  for (llvm::Function& function : module) expand_constant_expressions(function);
  for (llvm::GlobalVariable* table : tables) {
    for (auto& [function, uses] : uses_by_function(*table)) {
      llvm::Value* const copy = local_copy(*table, *function);
      for (llvm::Use* use : uses) use->set(copy);
    }
    table->removeDeadConstantUsers();
    if (table->use_empty()) table->eraseFromParent();
  }
}

SharedLayout lay_out_shared(llvm::Module& module) {
  refuse_too_much(module);
  SharedLayout layout;
  std::uint64_t offset = 0;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (!is_shared(variable)) continue;
    if (is_dynamic(variable)) {
      layout.has_dynamic |= !variable.use_empty();
      continue;
    }
    if (variable.use_empty()) continue;
    layout.arrays.push_back(
        {&variable, short_name(variable.getName()), offset, bytes_of(variable), element_bytes_of(variable)});
    offset = rounded_up(offset + bytes_of(variable) + kApart, kApart);
  }
  layout.dynamic_offset = offset;
  return layout;
}

void place_shared(llvm::Function& function, llvm::Value* shared, llvm::Instruction* after,
                  const SharedLayout& layout) {
  const auto place = [&](llvm::GlobalVariable& variable, std::uint64_t offset) {
    llvm::SmallVector<llvm::Use*, 16> uses;
    for (llvm::Use& use : variable.uses()) {
      auto* const user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      if (user != nullptr && user->getFunction() == &function) uses.push_back(&use);
    }
    if (uses.empty()) return;
    llvm::IRBuilder<> builder(after->getNextNode());
    llvm::Value* const address = builder.CreateGEP(builder.getInt8Ty(), shared, builder.getInt64(offset),
                                                   short_name(variable.getName()));
    llvm::Value* const replacement = builder.CreatePointerBitCastOrAddrSpaceCast(address, variable.getType());
    for (llvm::Use* use : uses) use->set(replacement);
  };
  for (const SharedLayout::Array& array : layout.arrays) place(*array.variable, array.offset);
  for (llvm::GlobalVariable& variable : function.getParent()->globals()) {
    if (is_dynamic(variable)) place(variable, layout.dynamic_offset);
  }
}

void remove_shared(llvm::Module& module) {
  for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
    if (!is_shared(variable)) continue;
    variable.removeDeadConstantUsers();
    if (variable.use_empty()) variable.eraseFromParent();
  }
}

namespace {

// Returns where an operand of an instruction must be computed. For a phi it is the end of the block that the
// operand comes from.
llvm::Instruction* place_for(llvm::Use& use) {
  auto* const user = llvm::cast<llvm::Instruction>(use.getUser());
  auto* const phi = llvm::dyn_cast<llvm::PHINode>(user);
  return phi == nullptr ? user : phi->getIncomingBlock(use)->getTerminator();
}

// Puts a vector, an array or a structure together from its parts.
llvm::Instruction* assembled(llvm::ConstantAggregate& whole, llvm::Instruction* before,
                             llvm::SmallVectorImpl<llvm::Instruction*>& made) {
  llvm::Value* value = llvm::PoisonValue::get(whole.getType());
  for (unsigned i = 0; i < whole.getNumOperands(); ++i) {
    llvm::Constant* const part = whole.getOperand(i);
    llvm::Instruction* const next =
        llvm::isa<llvm::ConstantVector>(whole)
            ? static_cast<llvm::Instruction*>(llvm::InsertElementInst::Create(
                  value, part, llvm::ConstantInt::get(llvm::Type::getInt32Ty(whole.getContext()), i), "",
                  before))
            : llvm::InsertValueInst::Create(value, part, i, "", before);
    made.push_back(next);
    value = next;
  }
  return llvm::cast<llvm::Instruction>(value);
}

// The instruction that computes the constant, if it is to be computed.
llvm::Instruction* computed_from(llvm::Value& constant, llvm::Instruction* before,
                                 llvm::SmallVectorImpl<llvm::Instruction*>& made) {
  if (auto* const expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant)) {
    llvm::Instruction* const computed = expression->getAsInstruction();
    computed->insertBefore(before);
    made.push_back(computed);
    return computed;
  }
  auto* const whole = llvm::dyn_cast<llvm::ConstantAggregate>(&constant);
  return whole != nullptr && has_shared_address(*whole) ? assembled(*whole, before, made) : nullptr;
}

}  // namespace

void expand_constant_expressions(llvm::Function& function) {
  llvm::SmallVector<llvm::Instruction*, 64> open;
  for (llvm::Instruction& instruction : llvm::instructions(function)) open.push_back(&instruction);
  while (!open.empty()) {
    llvm::Instruction* const instruction = open.pop_back_val();
    auto* const phi = llvm::dyn_cast<llvm::PHINode>(instruction);
    for (llvm::Use& operand : instruction->operands()) {
      if (!llvm::isa<llvm::Constant>(operand.get())) continue;
      llvm::Instruction* const computed = computed_from(*operand.get(), place_for(operand), open);
      if (computed == nullptr) continue;
      if (phi == nullptr) {
        operand.set(computed);
        continue;
      }
      // If a phi names one block twice, both of its values must be the same.
      llvm::BasicBlock* const from = phi->getIncomingBlock(operand);
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
        if (phi->getIncomingBlock(i) == from) phi->setIncomingValue(i, computed);
      }
    }
  }
}

}  // namespace simtcc
