#include "passes/padding_notes.h"

namespace simtcc {
namespace {

constexpr const char* kPlain = "simt.plain";
constexpr const char* kAny = "simt.any";
constexpr const char* kPadding = "simt.padding.";  // and the padding, a point, and the load's width in bytes

llvm::MDNode* plain_type(llvm::MDBuilder& builder) {
  return builder.createTBAAScalarTypeNode(kPlain, builder.createTBAARoot("simt"));
}

llvm::MDNode* any_type(llvm::MDBuilder& builder) {
  return builder.createTBAAScalarTypeNode(kAny, plain_type(builder));
}

std::uint64_t width_of(const llvm::Instruction& access) {
  if (llvm::getLoadStorePointerOperand(&access) == nullptr) return 0;  // a copy
  auto& load_or_store = const_cast<llvm::Instruction&>(access);        // LLVM 14 takes no constant one
  return access.getModule()->getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&load_or_store));
}

void set_type(llvm::MDBuilder& builder, llvm::Instruction& access, llvm::MDNode* type) {
  access.setMetadata(llvm::LLVMContext::MD_tbaa, builder.createTBAAStructTagNode(type, type, 0));
}

// clang loads the word that a bit-field is in, clears the field's bits, adds the new ones unless they are 0, and stores the word
// to the same place. Its names tell that from a learner's own arithmetic with a word. Returns the stores.
llvm::SmallVector<llvm::StoreInst*, 2> bit_field_stores(llvm::LoadInst& load) {
  llvm::SmallVector<llvm::StoreInst*, 2> stores;
  if (!begins_with(load.getName(), "bf.load") || !load.hasOneUse()) return stores;
  auto* const cleared = llvm::dyn_cast<llvm::BinaryOperator>(load.user_back());
  if (cleared == nullptr || cleared->getOpcode() != llvm::Instruction::And ||
      !begins_with(cleared->getName(), "bf.clear"))
    return stores;
  const auto add_stores_of = [&](llvm::Value& value) {
    for (llvm::User* user : value.users()) {
      if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(user)) stores.push_back(store);
    }
  };
  add_stores_of(*cleared);
  for (llvm::User* user : cleared->users()) {
    if (begins_with(user->getName(), "bf.set")) add_stores_of(*user);
  }
  return stores;
}

}  // namespace

void note_plain_accesses(llvm::Module& module) {
  llvm::MDBuilder builder(module.getContext());
  llvm::MDNode* const plain = plain_type(builder);
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      instruction.setMetadata(llvm::LLVMContext::MD_tbaa, nullptr);
      if (llvm::getLoadStorePointerOperand(&instruction) != nullptr) set_type(builder, instruction, plain);
    }
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load == nullptr) continue;
      for (llvm::StoreInst* store : bit_field_stores(*load)) {
        note_padding(*load, kAnyByte);
        note_padding(*store, kAnyByte);
      }
    }
  }
}

void note_padding(llvm::Instruction& access, std::uint16_t padding) {
  llvm::MDBuilder builder(access.getContext());
  if (padding == 0) return set_type(builder, access, plain_type(builder));
  llvm::MDNode* const any = any_type(builder);
  if (padding == kAnyByte) return set_type(builder, access, any);
  const std::string name = kPadding + std::to_string(padding) + "." + std::to_string(width_of(access));
  set_type(builder, access, builder.createTBAAScalarTypeNode(name, any));
}

std::uint16_t padding_of(const llvm::Instruction& access) {
  const llvm::MDNode* const tag = access.getMetadata(llvm::LLVMContext::MD_tbaa);
  if (tag == nullptr) return 0;
  const auto& type = llvm::cast<llvm::MDNode>(*tag->getOperand(1));
  llvm::StringRef name = llvm::cast<llvm::MDString>(*type.getOperand(0)).getString();
  if (name == kPlain) return 0;
  unsigned padding = 0;
  std::uint64_t width = 0;
  if (!begins_with(name, kPadding)) return kAnyByte;
  name = name.drop_front(llvm::StringRef(kPadding).size());
  if (name.consumeInteger(10, padding) || !name.consume_front(".") || name.getAsInteger(10, width))
    return kAnyByte;
  return width == width_of(access) ? static_cast<std::uint16_t>(padding) : kAnyByte;
}

PaddedLines::PaddedLines(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const llvm::DebugLoc& at = instruction.getDebugLoc();
      if (at && padding_of(instruction) != 0)
        places_.emplace(at->getScope()->getSubprogram(), at.getLine(), at.getCol());
    }
  }
}

bool PaddedLines::contain(const llvm::Instruction& access) const {
  const llvm::DebugLoc& at = access.getDebugLoc();
  if (!at || at.getLine() == 0) return !places_.empty();  // anywhere
  return places_.count({at->getScope()->getSubprogram(), at.getLine(), at.getCol()}) != 0;
}

llvm::PreservedAnalyses NoteLostPaddingPass::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const bool reads =
        llvm::isa<llvm::LoadInst>(instruction) || llvm::isa<llvm::MemTransferInst>(instruction);
    if (reads && !instruction.hasMetadata(llvm::LLVMContext::MD_tbaa) && padded.contain(instruction))
      note_padding(instruction, kAnyByte);
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace simtcc
