#include "passes/copied_members.h"

namespace simtcc {
namespace {

// The module's list of all padding notes, each with its number.
constexpr const char* kPaddingNotes = "simt.padding";

// Returns the type that a pointer points to, as far as the code says so: an element of an array, a member, a
// local variable. Before LLVM 15 any pointer does.
llvm::Type* type_at(const llvm::Value* pointer) {
  if (const auto* const element = llvm::dyn_cast<llvm::GEPOperator>(pointer))
    return element->getResultElementType();
  if (const auto* const local = llvm::dyn_cast<llvm::AllocaInst>(pointer)) return local->getAllocatedType();
#if LLVM_VERSION_MAJOR < 15
  return pointer->getType()->getPointerElementType();
#else
  return nullptr;
#endif
}

// What the pointer, or one that it was cast from, points to, if that is large enough.
llvm::Type* copied_type_at(const llvm::Value* pointer, std::uint64_t bytes, const llvm::DataLayout& layout) {
  for (;;) {
    llvm::Type* const type = type_at(pointer);
    if (type != nullptr && type->isSized() && layout.getTypeAllocSize(type) >= bytes) return type;
    const auto* const cast = llvm::dyn_cast<llvm::Operator>(pointer);
    const bool is_same_place = cast != nullptr && (cast->getOpcode() == llvm::Instruction::BitCast ||
                                                   cast->getOpcode() == llvm::Instruction::AddrSpaceCast);
    const auto* const element = llvm::dyn_cast<llvm::GEPOperator>(pointer);
    const bool is_first = element != nullptr && element->hasAllZeroIndices();
    if (!is_same_place && !is_first) return nullptr;
    pointer = cast->getOperand(0);
  }
}

llvm::Type* copied_type(const llvm::MemCpyInst& copy, std::uint64_t bytes, const llvm::DataLayout& layout) {
  for (const llvm::Value* pointer : {copy.getRawSource(), copy.getRawDest()}) {
    llvm::Type* const type = copied_type_at(pointer, bytes, layout);
    if (type != nullptr) return type;
  }
  return nullptr;
}

// Which of a union's members was written is known at run time only.
bool is_union(const llvm::StructType& type) {
  return !type.isLiteral() && type.hasName() && begins_with(type.getName(), "union.");
}

// clang fills up a structure, before a member that is aligned more strictly and at the end, with a byte or an array of bytes.
bool may_be_filling(llvm::Type* member, std::uint64_t offset) {
  if (member->isIntegerTy(8)) return offset % 2 == 1;
  return member->isArrayTy() && member->getArrayElementType()->isIntegerTy(8);
}

// Whether clang's note gives a field the type that may be any other.
bool is_of_any_type(const llvm::MDOperand& tag) {
  const auto* const access = llvm::dyn_cast<llvm::MDNode>(tag);
  if (access == nullptr || access->getNumOperands() < 2) return true;
  const auto* const type = llvm::dyn_cast<llvm::MDNode>(access->getOperand(1));
  const auto* const name = type == nullptr ? nullptr : llvm::dyn_cast<llvm::MDString>(type->getOperand(0));
  return name == nullptr || name->getString() == "omnipotent char";
}

}  // namespace

// Where neither the code nor clang's note says what is copied, any byte may be padding. Before LLVM 15 the pointers would say so.
CopiedMembers::CopiedMembers(const llvm::MemCpyInst& copy, std::uint64_t bytes)
    : layout_(copy.getModule()->getDataLayout()) {
  llvm::Type* const type = copied_type(copy, bytes, layout_);
  const llvm::MDNode* const fields = copy.getMetadata(llvm::LLVMContext::MD_tbaa_struct);
  const bool are_pointers_typed = LLVM_VERSION_MAJOR < 15;
  is_member_.assign(bytes, type == nullptr && (fields != nullptr || are_pointers_typed));
  if (fields != nullptr) read_fields(*fields, type != nullptr);
  if (type != nullptr) add(type, 0);
  if (fields != nullptr) remove_gaps();
}

// clang's note on a copy has each field's offset, size and type. An array of structures is one field without a type of its own.
void CopiedMembers::read_fields(const llvm::MDNode& fields, bool is_type_known) {
  const auto number = [&](unsigned operand) {
    return llvm::mdconst::extract<llvm::ConstantInt>(fields.getOperand(operand))->getZExtValue();
  };
  for (unsigned i = 0; i + 2 < fields.getNumOperands(); i += 3) {
    if (is_type_known || number(i + 1) == 1 || !is_of_any_type(fields.getOperand(i + 2)))
      fields_.push_back({number(i), number(i + 1)});
  }
}

// The fields of a union overlap, and those of bit-fields may.
void CopiedMembers::remove_gaps() {
  llvm::SmallVector<unsigned, 128> count(is_member_.size(), 0);
  for (const Field& field : fields_) {
    const std::uint64_t end = std::min<std::uint64_t>(is_member_.size(), field.offset + field.bytes);
    for (std::uint64_t byte = field.offset; byte < end; ++byte) ++count[byte];
  }
  for (std::uint64_t byte = 0; byte < is_member_.size(); ++byte) {
    if (count[byte] != 1) is_member_[byte] = false;
  }
}

void CopiedMembers::add(llvm::Type* type, std::uint64_t offset) {
  if (offset >= is_member_.size()) return;
  if (auto* const structure = llvm::dyn_cast<llvm::StructType>(type)) {
    if (!is_union(*structure)) add_members(*structure, offset);
  } else if (type->isArrayTy()) {
    const std::uint64_t step = layout_.getTypeAllocSize(type->getArrayElementType());
    for (std::uint64_t i = 0; i < type->getArrayNumElements() && offset + i * step < is_member_.size(); ++i)
      add(type->getArrayElementType(), offset + i * step);
  } else {
    const std::uint64_t end =
        std::min<std::uint64_t>(is_member_.size(), offset + layout_.getTypeStoreSize(type));
    std::fill(is_member_.begin() + offset, is_member_.begin() + end, true);
  }
}

// Bytes may be a member as well as filling: the note has members only.
void CopiedMembers::add_members(llvm::StructType& structure, std::uint64_t offset) {
  const llvm::StructLayout& members = *layout_.getStructLayout(&structure);
  for (unsigned i = 0; i < structure.getNumElements(); ++i) {
    llvm::Type* const member = structure.getElementType(i);
    const std::uint64_t at = offset + members.getElementOffset(i);
    const bool is_field = llvm::any_of(fields_, [&](const Field& field) {
      return field.offset == at && field.bytes == layout_.getTypeAllocSize(member);
    });
    if (is_field || !may_be_filling(member, at)) add(member, at);
  }
}

std::uint16_t CopiedMembers::padding(std::uint64_t offset, std::uint64_t piece) const {
  std::uint16_t found = 0;
  for (std::uint64_t i = 0; i < piece; ++i) {
    if (!is_member_[offset + i]) found = static_cast<std::uint16_t>(found | 1U << i);
  }
  return found;
}

// The notes are access groups, which all loads with the same note share: passes that make one load of two keep the groups that
// both have. They drop kinds of metadata that they do not know. A piece of a padded structure has two groups: its own padding,
// which holds for its width, and the one that says that any byte may be padding, which is left where the load became another one.
// A piece of a structure without padding has a group that says so.
namespace {

constexpr std::uint64_t kAnyWidth = 0;

std::uint64_t number_of(const llvm::MDNode& note, unsigned operand) {
  return llvm::mdconst::extract<llvm::ConstantInt>(note.getOperand(operand))->getZExtValue();
}

// The group of loads of this width with this padding.
llvm::MDNode* group_of(llvm::Module& module, std::uint16_t padding, std::uint64_t width) {
  llvm::NamedMDNode* const notes = module.getOrInsertNamedMetadata(kPaddingNotes);
  for (const llvm::MDNode* note : notes->operands()) {
    if (number_of(*note, 1) == padding && number_of(*note, 2) == width)
      return llvm::cast<llvm::MDNode>(note->getOperand(0));
  }
  llvm::LLVMContext& context = module.getContext();
  llvm::MDNode* const group = llvm::MDNode::getDistinct(context, {});
  const auto number = [&](std::uint64_t value) {
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt16Ty(context), value));
  };
  notes->addOperand(llvm::MDNode::get(context, {group, number(padding), number(width)}));
  return group;
}

bool contains(const llvm::MDNode& groups, const llvm::Metadata* group) {
  return &groups == group ||
         llvm::any_of(groups.operands(), [&](const llvm::MDOperand& one) { return one.get() == group; });
}

std::uint64_t width_of(const llvm::Instruction& access) {
  if (!llvm::isa<llvm::LoadInst>(access)) return kAnyWidth;
  return access.getModule()->getDataLayout().getTypeStoreSize(access.getType());
}

// A load of bytes as a vector is a piece of a copy, whose note a pass has lost; or scalars that LLVM loads so where a vector is made
// of them, which the module's copies tell apart: with none of a padded structure, no such note can be lost.
bool has_lost_note(const llvm::Instruction& access, const llvm::NamedMDNode* notes) {
  if (llvm::isa<llvm::MemIntrinsic>(access)) {
    const llvm::MDNode* const fields = access.getMetadata(llvm::LLVMContext::MD_tbaa_struct);
    return fields != nullptr && fields->getNumOperands() == 0;
  }
  const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(access.getType());
  const bool is_of_bytes = vector != nullptr && vector->getElementType()->isIntegerTy(8);
  return llvm::isa<llvm::LoadInst>(access) && is_of_bytes && notes != nullptr &&
         llvm::any_of(notes->operands(), [](const llvm::MDNode* note) { return number_of(*note, 1) != 0; });
}

}  // namespace

void note_padding(llvm::Instruction& access, std::uint16_t padding) {
  llvm::Module& module = *access.getModule();
  llvm::LLVMContext& context = module.getContext();
  llvm::MDNode* const any = group_of(module, kAnyByte, kAnyWidth);
  llvm::MDNode* const groups =
      padding == kAnyByte ? any
                          : llvm::MDNode::get(context, {group_of(module, padding, width_of(access)), any});
  access.setMetadata(llvm::LLVMContext::MD_access_group, groups);
  // Where a copy gets another address space, this is kept and groups are not.
  if (llvm::isa<llvm::MemIntrinsic>(access))
    access.setMetadata(llvm::LLVMContext::MD_tbaa_struct, llvm::MDNode::get(context, {}));
}

void note_no_padding(llvm::Instruction& access) {
  access.setMetadata(llvm::LLVMContext::MD_access_group, group_of(*access.getModule(), 0, kAnyWidth));
}

std::uint16_t padding_of(const llvm::Instruction& access) {
  const llvm::MDNode* const groups = access.getMetadata(llvm::LLVMContext::MD_access_group);
  const llvm::NamedMDNode* const notes = access.getModule()->getNamedMetadata(kPaddingNotes);
  if (groups == nullptr || notes == nullptr) return has_lost_note(access, notes) ? kAnyByte : 0;
  std::uint16_t padding = 0;
  for (const llvm::MDNode* note : notes->operands()) {
    if (!contains(*groups, note->getOperand(0))) continue;
    if (number_of(*note, 2) == width_of(access)) return static_cast<std::uint16_t>(number_of(*note, 1));
    if (number_of(*note, 2) == kAnyWidth) padding = static_cast<std::uint16_t>(number_of(*note, 1));
  }
  return padding;
}

const llvm::MDNode* padding_note_of(const llvm::Instruction& access) {
  return llvm::isa<llvm::LoadInst>(access) ? access.getMetadata(llvm::LLVMContext::MD_access_group) : nullptr;
}

void note_padding_of_parts(llvm::Instruction& merged, llvm::ArrayRef<const llvm::MDNode*> parts) {
  const auto is_noted = [](const llvm::MDNode* note) { return note != nullptr; };
  if (llvm::none_of(parts, is_noted)) return;
  const llvm::MDNode* const none = group_of(*merged.getModule(), 0, kAnyWidth);
  const auto has_padding = [&](const llvm::MDNode* note) { return note != nullptr && note != none; };
  if (llvm::any_of(parts, has_padding)) {
    note_padding(merged, kAnyByte);
  } else {
    note_no_padding(merged);
  }
}

namespace {

// clang loads the word that a bit-field is in, clears the field's bits, adds the new ones unless they are 0, and stores the word
// to the same place. Its names tell that from a learner's own arithmetic with a word.
bool begins_bit_field_store(const llvm::LoadInst& load) {
  if (!begins_with(load.getName(), "bf.load") || !load.hasOneUse()) return false;
  const auto* const cleared = llvm::dyn_cast<llvm::BinaryOperator>(load.user_back());
  return cleared != nullptr && cleared->getOpcode() == llvm::Instruction::And &&
         begins_with(cleared->getName(), "bf.clear") &&
         llvm::any_of(cleared->users(), [&](const llvm::User* user) {
           return llvm::isa<llvm::StoreInst>(user) || begins_with(user->getName(), "bf.set");
         });
}

}  // namespace

void note_bit_field_stores(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load != nullptr && begins_bit_field_store(*load)) note_padding(*load, kAnyByte);
    }
  }
}

void remove_alias_types(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function))
      instruction.setMetadata(llvm::LLVMContext::MD_tbaa, nullptr);
  }
}

}  // namespace simtcc
