#include "passes/object_copies.h"

namespace simtcc {
namespace {

// A vector of bytes: LLVM does not take apart what is loaded as a vector, and any member is some of its
// bytes.
llvm::Type* vector_of_bytes(llvm::LLVMContext& context, std::uint64_t bytes) {
  return llvm::FixedVectorType::get(llvm::Type::getInt8Ty(context), static_cast<unsigned>(bytes));
}

void make_whole(llvm::MemCpyInst& copy, std::uint64_t bytes, std::uint64_t piece) {
  llvm::IRBuilder<> builder(&copy);
  llvm::Type* const type = vector_of_bytes(copy.getContext(), piece);
  const CopiedMembers members(copy, bytes);
  for (std::uint64_t offset = 0; offset < bytes; offset += piece) {
    llvm::LoadInst* const value = builder.CreateAlignedLoad(
        type, at_offset(builder, copy.getRawSource(), offset, type), llvm::Align(piece));
    note_padding(*value, members.padding(offset, piece));
    builder.CreateAlignedStore(value, at_offset(builder, copy.getRawDest(), offset, type),
                               llvm::Align(piece));
  }
  copy.eraseFromParent();
}

// A function that returns a structure from memory loads it as a structure: by way of a local variable that is
// a copy.
void copy_loaded_structures(llvm::Function& function) {
  llvm::SmallVector<llvm::LoadInst*, 8> loads;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    const bool is_structure =
        load != nullptr && (load->getType()->isStructTy() || load->getType()->isArrayTy());
    if (is_structure && !load->isVolatile() && !llvm::isa<llvm::AllocaInst>(load->getPointerOperand()))
      loads.push_back(load);
  }
  for (llvm::LoadInst* load : loads) {
    llvm::IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
    llvm::AllocaInst* const copy = entry.CreateAlloca(load->getType());
    copy->setAlignment(load->getAlign());
    llvm::IRBuilder<> builder(load);
    builder.CreateMemCpy(copy, load->getAlign(), load->getPointerOperand(), load->getAlign(),
                         function.getParent()->getDataLayout().getTypeAllocSize(load->getType()));
    load->setOperand(0, copy);
  }
}

}  // namespace

void make_copies_whole(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) copy_loaded_structures(function);
  }
  llvm::SmallVector<llvm::MemCpyInst*, 32> copies;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* const copy = llvm::dyn_cast<llvm::MemCpyInst>(&instruction);
      if (copy != nullptr && !copy->isVolatile() && llvm::isa<llvm::ConstantInt>(copy->getLength()))
        copies.push_back(copy);
    }
  }
  for (llvm::MemCpyInst* copy : copies) {
    const std::uint64_t bytes = llvm::cast<llvm::ConstantInt>(copy->getLength())->getZExtValue();
    const std::uint64_t alignment =
        std::min(copy->getSourceAlign().valueOrOne().value(), copy->getDestAlign().valueOrOne().value());
    const std::uint64_t piece = std::min(kWidestPiece, alignment);
    if (piece > 1 && bytes != 0 && bytes <= kMostCopiedInPieces && bytes % piece == 0)
      make_whole(*copy, bytes, piece);
  }
}

namespace {

// The module's list of all padding notes, each with its number.
constexpr const char* kPaddingNotes = "simt.padding";

// Returns the type that a pointer points to, as far as the code says so: an element of an array, a member, a
// local variable.
llvm::Type* type_at(const llvm::Value* pointer) {
  const llvm::Value* const object = pointer->stripPointerCasts();
  if (const auto* const element = llvm::dyn_cast<llvm::GEPOperator>(object))
    return element->getResultElementType();
  if (const auto* const local = llvm::dyn_cast<llvm::AllocaInst>(object)) return local->getAllocatedType();
  return nullptr;
}

llvm::Type* copied_type(const llvm::MemCpyInst& copy, std::uint64_t bytes, const llvm::DataLayout& layout) {
  for (const llvm::Value* pointer : {copy.getRawSource(), copy.getRawDest()}) {
    llvm::Type* const type = type_at(pointer);
    if (type != nullptr && type->isSized() && layout.getTypeAllocSize(type) >= bytes) return type;
  }
  return nullptr;
}

// clang fills up a structure that is aligned more strictly than its members with bytes of its own.
bool is_filling(llvm::Type* member, std::uint64_t alignment) {
  return member->isArrayTy() && member->getArrayElementType()->isIntegerTy(8) &&
         member->getArrayNumElements() < alignment;
}

}  // namespace

CopiedMembers::CopiedMembers(const llvm::MemCpyInst& copy, std::uint64_t bytes)
    : layout_(copy.getModule()->getDataLayout()) {
  llvm::Type* const type = copied_type(copy, bytes, layout_);
  is_member_.assign(bytes, type == nullptr);
  if (type != nullptr) add(type, 0, copy.getSourceAlign().valueOrOne().value());
}

void CopiedMembers::add(llvm::Type* type, std::uint64_t offset, std::uint64_t alignment) {
  if (offset >= is_member_.size()) return;
  if (auto* const structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout& members = *layout_.getStructLayout(structure);
    unsigned count = structure->getNumElements();
    if (count > 1 && alignment > layout_.getABITypeAlign(type).value() &&
        is_filling(structure->getElementType(count - 1), alignment))
      --count;
    for (unsigned i = 0; i < count; ++i)
      add(structure->getElementType(i), offset + members.getElementOffset(i), 1);
  } else if (type->isArrayTy()) {
    const std::uint64_t step = layout_.getTypeAllocSize(type->getArrayElementType());
    for (std::uint64_t i = 0; i < type->getArrayNumElements() && offset + i * step < is_member_.size(); ++i)
      add(type->getArrayElementType(), offset + i * step, 1);
  } else {
    const std::uint64_t end =
        std::min<std::uint64_t>(is_member_.size(), offset + layout_.getTypeStoreSize(type));
    std::fill(is_member_.begin() + offset, is_member_.begin() + end, true);
  }
}

std::uint16_t CopiedMembers::padding(std::uint64_t offset, std::uint64_t piece) const {
  std::uint16_t found = 0;
  for (std::uint64_t i = 0; i < piece; ++i) {
    if (!is_member_[offset + i]) found = static_cast<std::uint16_t>(found | 1U << i);
  }
  return found;
}

namespace {

std::uint64_t number_of(const llvm::MDNode& note) {
  return llvm::mdconst::extract<llvm::ConstantInt>(note.getOperand(1))->getZExtValue();
}

// The group of loads with this padding.
llvm::MDNode* group_of(llvm::Module& module, std::uint16_t padding) {
  llvm::NamedMDNode* const notes = module.getOrInsertNamedMetadata(kPaddingNotes);
  for (const llvm::MDNode* note : notes->operands()) {
    if (number_of(*note) == padding) return llvm::cast<llvm::MDNode>(note->getOperand(0));
  }
  llvm::LLVMContext& context = module.getContext();
  llvm::MDNode* const group = llvm::MDNode::getDistinct(context, {});
  llvm::Constant* const number = llvm::ConstantInt::get(llvm::Type::getInt16Ty(context), padding);
  notes->addOperand(llvm::MDNode::get(context, {group, llvm::ConstantAsMetadata::get(number)}));
  return group;
}

}  // namespace

// The note is an access group, which all loads with this padding share: passes that make one load of two, or
// one of another type, keep a group that they have in common. They drop kinds of metadata that they do not
// know.
void note_padding(llvm::LoadInst& load, std::uint16_t padding) {
  if (padding == 0) return;
  load.setMetadata(llvm::LLVMContext::MD_access_group, group_of(*load.getModule(), padding));
}

std::uint16_t padding_of(const llvm::Instruction& instruction) {
  const llvm::MDNode* const group = instruction.getMetadata(llvm::LLVMContext::MD_access_group);
  const llvm::NamedMDNode* const notes = instruction.getModule()->getNamedMetadata(kPaddingNotes);
  if (group == nullptr || notes == nullptr) return 0;
  for (const llvm::MDNode* note : notes->operands()) {
    if (note->getOperand(0) == group) return static_cast<std::uint16_t>(number_of(*note));
  }
  return 0;
}

}  // namespace simtcc
