#include "passes/copied_members.h"

#include <llvm/ADT/StringExtras.h>

namespace simtcc {
namespace {

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

// "S" of "struct.space::S", "struct.S.base" and "class.S.12".
std::string declared_name(llvm::StringRef name) {
  name = name.split('.').second;
  const auto [stem, number] = name.rsplit('.');
  if (!number.empty() && llvm::all_of(number, llvm::isDigit)) name = stem;
  name.consume_back(".base");
  const std::size_t scope = name.rfind("::");
  return (scope == llvm::StringRef::npos ? name : name.substr(scope + 2)).str();
}

// Whether the source declares a member or base that has one of these bytes.
bool has_member_in(const llvm::DICompositeType& structure, std::uint64_t offset, std::uint64_t bytes) {
  return llvm::any_of(structure.getElements(), [&](const llvm::DINode* element) {
    const auto* const member = llvm::dyn_cast<llvm::DIDerivedType>(element);
    if (member == nullptr || member->isStaticMember()) return false;
    const std::uint64_t begin = member->getOffsetInBits();
    const std::uint64_t size = member->getTag() == llvm::dwarf::DW_TAG_inheritance
                                   ? member->getBaseType()->getSizeInBits()
                                   : member->getSizeInBits();
    return begin < 8 * (offset + bytes) && 8 * offset < begin + size;
  });
}

}  // namespace

DeclaredStructures::DeclaredStructures(const llvm::Module& module) {
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (const llvm::DIType* type : finder.types()) {
    const auto* const structure = llvm::dyn_cast<llvm::DICompositeType>(type);
    if (structure != nullptr && !structure->isForwardDecl() && !structure->getName().empty())
      by_name_.emplace(structure->getName().split('<').first.str(), structure);
  }
}

const llvm::DICompositeType* DeclaredStructures::find(const llvm::StructType& structure,
                                                      std::uint64_t bytes) const {
  if (structure.isLiteral() || !structure.hasName()) return nullptr;
  const bool may_be_shorter = structure.getName().contains(".base");  // without the padding at its end
  const llvm::DICompositeType* found = nullptr;
  const auto [first, last] = by_name_.equal_range(declared_name(structure.getName()));
  for (auto one = first; one != last; ++one) {
    const std::uint64_t declared = one->second->getSizeInBits() / 8;
    if (declared != bytes && !(may_be_shorter && declared > bytes)) continue;
    if (found != nullptr) return nullptr;
    found = one->second;
  }
  return found;
}

// Where neither the code nor clang's note says what is copied, any byte may be padding. Before LLVM 15 the pointers would say so.
CopiedMembers::CopiedMembers(const llvm::MemCpyInst& copy, std::uint64_t bytes,
                             const DeclaredStructures& declared)
    : layout_(copy.getModule()->getDataLayout()), declared_(declared) {
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
  const llvm::DICompositeType* const declared = declared_.find(structure, members.getSizeInBytes());
  for (unsigned i = 0; i < structure.getNumElements(); ++i) {
    llvm::Type* const member = structure.getElementType(i);
    const std::uint64_t at = offset + members.getElementOffset(i);
    if (declared != nullptr &&
        !has_member_in(*declared, members.getElementOffset(i), layout_.getTypeAllocSize(member)))
      continue;
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

}  // namespace simtcc
