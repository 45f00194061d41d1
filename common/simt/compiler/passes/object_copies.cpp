#include "passes/object_copies.h"

#include "front/annotations.h"
#include "passes/padding_notes.h"

namespace simtcc {
namespace {

// A vector of bytes: LLVM does not take apart what is loaded as a vector, and any member is some of its
// bytes.
llvm::Type* vector_of_bytes(llvm::LLVMContext& context, std::uint64_t bytes) {
  return llvm::FixedVectorType::get(llvm::Type::getInt8Ty(context), static_cast<unsigned>(bytes));
}

// How wide the accesses of either side of a copy are.
struct Pieces {
  std::uint64_t load = 1;
  std::uint64_t store = 1;
};

// The bytes from `offset` on of a vector of bytes.
llvm::Value* part_of(llvm::IRBuilder<>& builder, llvm::Value* value, std::uint64_t offset,
                     std::uint64_t bytes) {
  llvm::SmallVector<int, 16> mask;
  for (std::uint64_t i = 0; i < bytes; ++i) mask.push_back(static_cast<int>(offset + i));
  return builder.CreateShuffleVector(value, mask);
}

// One vector of two of the same length.
llvm::Value* joined(llvm::IRBuilder<>& builder, llvm::Value* first, llvm::Value* second) {
  const auto* const type = llvm::cast<llvm::FixedVectorType>(first->getType());
  llvm::SmallVector<int, 16> mask;
  for (unsigned i = 0; i < 2 * type->getNumElements(); ++i) mask.push_back(static_cast<int>(i));
  return builder.CreateShuffleVector(first, second, mask);
}

class WholeCopy {
 public:
  WholeCopy(llvm::MemCpyInst& copy, const CopiedMembers& members, Pieces pieces)
      : copy_(copy), builder_(&copy), members_(members), pieces_(pieces) {}

  // The wider of the two is moved at a time.
  void make(std::uint64_t bytes) {
    const std::uint64_t step = std::max(pieces_.load, pieces_.store);
    for (std::uint64_t offset = 0; offset < bytes; offset += step) store(offset, step, load(offset, step));
    copy_.eraseFromParent();
  }

 private:
  llvm::Value* load(std::uint64_t offset, std::uint64_t bytes) {
    if (bytes > pieces_.load)
      return joined(builder_, load(offset, bytes / 2), load(offset + bytes / 2, bytes / 2));
    llvm::Type* const type = vector_of_bytes(copy_.getContext(), bytes);
    llvm::LoadInst* const value = builder_.CreateAlignedLoad(
        type, at_offset(builder_, copy_.getRawSource(), offset, type), llvm::Align(bytes));
    note_padding(*value, members_.padding(offset, bytes));
    return value;
  }

  void store(std::uint64_t offset, std::uint64_t bytes, llvm::Value* value) {
    for (std::uint64_t at = 0; at < bytes; at += pieces_.store) {
      llvm::Value* const part = pieces_.store == bytes ? value : part_of(builder_, value, at, pieces_.store);
      llvm::StoreInst* const stored = builder_.CreateAlignedStore(
          part, at_offset(builder_, copy_.getRawDest(), offset + at, part->getType()),
          llvm::Align(pieces_.store));
      note_padding(*stored, members_.padding(offset + at, pieces_.store));
    }
  }

  llvm::MemCpyInst& copy_;
  llvm::IRBuilder<> builder_;
  const CopiedMembers& members_;
  const Pieces pieces_;
};

// What clang knows of a side of an assignment. Of an element of a variable it gives the alignment that it can prove there, though
// the program casts the address to a type that is aligned more strictly; of what a pointer points to it gives that type's.
bool is_in_variable(const llvm::Value* pointer) {
  const llvm::Value* const object = llvm::getUnderlyingObject(pointer);
  return llvm::isa<llvm::AllocaInst>(object) || llvm::isa<llvm::GlobalVariable>(object);
}

// Or an element of one.
bool is_member(const llvm::Value* pointer) {
  while (const auto* const cast = llvm::dyn_cast<llvm::Operator>(pointer)) {
    const auto* const element = llvm::dyn_cast<llvm::GEPOperator>(cast);
    if (element != nullptr && element->getNumIndices() > 1 && element->getSourceElementType()->isStructTy())
      return true;
    if (element == nullptr && cast->getOpcode() != llvm::Instruction::BitCast) return false;
    pointer = cast->getOperand(0);
  }
  return false;
}

// A local variable of the type that is copied.
bool is_whole_variable(const llvm::Value* pointer, std::uint64_t bytes) {
  const auto* const local = llvm::dyn_cast<llvm::AllocaInst>(pointer->stripPointerCasts());
  if (local == nullptr || !local->getAllocatedType()->isStructTy()) return false;
  return local->getModule()->getDataLayout().getTypeAllocSize(local->getAllocatedType()) == bytes;
}

// Before LLVM 15 a pointer says what it points to, so that a cast to one of CUDA's vector types is seen. Returns that type's
// alignment (CUDA C++ Programming Guide, "Built-in Vector Types"), or 1.
std::uint64_t alignment_of_cast([[maybe_unused]] const llvm::Value* pointer) {
#if LLVM_VERSION_MAJOR < 15
  const auto* const cast = llvm::dyn_cast<llvm::BitCastOperator>(pointer);
  if (cast == nullptr) return 1;
  const auto* const type = llvm::dyn_cast<llvm::StructType>(cast->getSrcTy()->getPointerElementType());
  if (type == nullptr || type->isLiteral() || !type->hasName()) return 1;
  llvm::StringRef name = type->getName();
  if (!name.consume_front("struct.")) return 1;
  constexpr const char* kOf16Bytes[] = {"float4", "int4", "uint4", "double2", "longlong2", "ulonglong2"};
  constexpr const char* kOf8Bytes[] = {"float2", "int2", "uint2", "short4", "ushort4"};
  const auto is_named = [&](const char* one) { return name == one; };
  if (llvm::any_of(kOf16Bytes, is_named)) return 16;
  if (llvm::any_of(kOf8Bytes, is_named)) return 8;
#endif
  return 1;
}

// The alignment of the type that is copied, as far as the code tells: nvcc believes that both sides have it.
std::uint64_t type_alignment(const llvm::MemCpyInst& copy, std::uint64_t bytes) {
  const llvm::Value* const from = copy.getRawSource();
  const llvm::Value* const to = copy.getRawDest();
  std::uint64_t found = 1;
  const auto look_at = [&](const llvm::Value* pointer, std::uint64_t alignment) {
    if (is_whole_variable(pointer, bytes) || (!is_in_variable(pointer) && !is_member(pointer)))
      found = std::max(found, alignment);
  };
  look_at(from, copy.getSourceAlign().valueOrOne().value());
  look_at(to, copy.getDestAlign().valueOrOne().value());
  if (is_in_variable(from) && is_in_variable(to))
    found = std::max({found, alignment_of_cast(from), alignment_of_cast(to)});
  return found;
}

// What a function returns is a local variable of its caller.
bool is_local(const llvm::Value* pointer) {
  const llvm::Value* const object = llvm::getUnderlyingObject(pointer);
  const auto* const argument = llvm::dyn_cast<llvm::Argument>(object);
  return llvm::isa<llvm::AllocaInst>(object) ||
         (argument != nullptr && (argument->hasStructRetAttr() || argument->hasByValAttr()));
}

bool is_in_global_variable(const llvm::Value* pointer) {
  return llvm::isa<llvm::GlobalVariable>(llvm::getUnderlyingObject(pointer));
}

// An array that the program declares in a function, and none of clang's own temporaries.
bool is_declared_array(const llvm::Value* pointer) {
  const auto* const local = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
  if (local == nullptr || !local->getAllocatedType()->isArrayTy()) return false;
  auto* const noted = llvm::LocalAsMetadata::getIfExists(const_cast<llvm::AllocaInst*>(local));
  if (noted == nullptr) return false;
  const auto* const as_value = llvm::MetadataAsValue::getIfExists(local->getContext(), noted);
  return as_value != nullptr && llvm::any_of(as_value->users(), [](const llvm::User* user) {
           return llvm::isa<llvm::DbgDeclareInst>(user);
         });
}

// Whether the pieces of the two sides differ: where one is a shared array, or what becomes registers: a local array, or one in a structure.
bool has_pieces_of_each_side(const llvm::MemCpyInst& copy) {
  const llvm::Value* const from = copy.getRawSource();
  const llvm::Value* const to = copy.getRawDest();
  if (is_in_global_variable(from) || is_in_global_variable(to)) return true;
  if (is_member(from) || is_member(to))
    return is_member(from) != is_member(to) && !(is_local(from) && is_local(to));
  // A pointer in another function may point to a variable of the caller, which as a vector would not become registers.
  if (!is_kernel(*copy.getFunction())) return false;
  return is_local(from) ? !is_local(to) && is_declared_array(from) : is_declared_array(to);
}

// Else both are registers or what pointers point to, whose alignment clang takes from the type. A local variable is taken apart as
// the other side is, and never wider than it is aligned.
Pieces pieces_of(const llvm::MemCpyInst& copy, std::uint64_t bytes) {
  const std::uint64_t of_source = copy.getSourceAlign().valueOrOne().value();
  const std::uint64_t of_target = copy.getDestAlign().valueOrOne().value();
  if (!has_pieces_of_each_side(copy)) {
    const std::uint64_t piece = std::min({kWidestPiece, of_source, of_target});
    return {piece, piece};
  }
  const std::uint64_t of_type = type_alignment(copy, bytes);
  const auto piece = [&](const llvm::Value* pointer, std::uint64_t alignment) {
    const bool is_taken_apart = is_local(pointer) || is_member(pointer);
    return std::min(kWidestPiece, is_taken_apart ? alignment : std::max(of_type, alignment));
  };
  Pieces pieces{piece(copy.getRawSource(), of_source), piece(copy.getRawDest(), of_target)};
  if (is_local(copy.getRawSource())) pieces.load = std::min(pieces.load, pieces.store);
  if (is_local(copy.getRawDest())) pieces.store = std::min(pieces.load, pieces.store);
  return pieces;
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
      auto* const copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction);
      if (copy == nullptr) continue;
      const bool is_constant = llvm::isa<llvm::ConstantInt>(copy->getLength());
      if (llvm::isa<llvm::MemCpyInst>(copy) && is_constant && !copy->isVolatile()) {
        copies.push_back(llvm::cast<llvm::MemCpyInst>(copy));
      } else {
        note_padding(*copy, kAnyByte);  // memcpy() has pointers to void: what it copies may be padded
      }
    }
  }
  const DeclaredStructures declared(module);
  for (llvm::MemCpyInst* copy : copies) {
    const std::uint64_t bytes = llvm::cast<llvm::ConstantInt>(copy->getLength())->getZExtValue();
    const Pieces pieces = pieces_of(*copy, bytes);
    const std::uint64_t step = std::max(pieces.load, pieces.store);
    const CopiedMembers members(*copy, bytes, declared);
    if (step > 1 && bytes != 0 && bytes <= kMostCopiedInPieces && bytes % step == 0) {
      WholeCopy(*copy, members, pieces).make(bytes);
      continue;
    }
    note_padding(*copy, members.has_padding() ? kAnyByte : 0);
    copy->setMetadata(llvm::LLVMContext::MD_tbaa_struct, nullptr);
  }
}

}  // namespace simtcc
