#include "passes/passes.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Support/MathExtras.h>

#include "front/source_lines.h"
#include "passes/object_copies.h"
#include "passes/padding_notes.h"
#include "passes/shared_memory.h"

namespace simtcc {
namespace {

// The widest piece at `offset` of an object of that alignment with `left` bytes to go.
std::uint64_t piece_at(std::uint64_t offset, std::uint64_t left, std::uint64_t alignment) {
  std::uint64_t piece = std::min(kWidestPiece, alignment);
  while (piece > left || offset % piece != 0) piece /= 2;
  return piece;
}

llvm::Type* type_of_bytes(llvm::LLVMContext& context, std::uint64_t bytes) {
  if (bytes == kWidestPiece) return llvm::FixedVectorType::get(llvm::Type::getInt32Ty(context), 4);
  return llvm::Type::getIntNTy(context, static_cast<unsigned>(bytes * 8));
}

void keep_line(llvm::Instruction& made, const llvm::Instruction& from) {
  made.setDebugLoc(from.getDebugLoc());
  if (llvm::MDNode* const line = from.getMetadata("simt.line")) made.setMetadata("simt.line", line);
}

// ------------------------------------------------------------------------------- copies of whole objects

void copy_in_pieces(llvm::MemTransferInst& copy, std::uint64_t bytes) {
  llvm::IRBuilder<> builder(&copy);
  const std::uint64_t from_alignment = copy.getSourceAlign().valueOrOne().value();
  const std::uint64_t to_alignment = copy.getDestAlign().valueOrOne().value();
  const std::uint64_t alignment = std::min(from_alignment, to_alignment);
  const std::uint16_t padding = padding_of(copy);
  // All loads first: the objects may overlap (memmove).
  llvm::SmallVector<std::pair<std::uint64_t, llvm::Value*>, 16> pieces;
  for (std::uint64_t offset = 0; offset < bytes;) {
    const std::uint64_t piece = piece_at(offset, bytes - offset, alignment);
    llvm::Type* const type = type_of_bytes(copy.getContext(), piece);
    llvm::LoadInst* const load = builder.CreateAlignedLoad(
        type, at_offset(builder, copy.getRawSource(), offset, type), llvm::Align(piece), copy.isVolatile());
    keep_line(*load, copy);
    if (padding != 0) note_padding(*load, padding);
    pieces.emplace_back(offset, load);
    offset += piece;
  }
  for (const auto& [offset, value] : pieces) {
    llvm::Value* const place = at_offset(builder, copy.getRawDest(), offset, value->getType());
    const std::uint64_t piece = copy.getModule()->getDataLayout().getTypeStoreSize(value->getType());
    keep_line(*builder.CreateAlignedStore(value, place, llvm::Align(piece), copy.isVolatile()), copy);
  }
  copy.eraseFromParent();
}

void set_in_pieces(llvm::MemSetInst& set, std::uint64_t bytes) {
  llvm::IRBuilder<> builder(&set);
  const std::uint64_t alignment = std::min<std::uint64_t>(8, set.getDestAlign().valueOrOne().value());
  for (std::uint64_t offset = 0; offset < bytes;) {
    const std::uint64_t piece = piece_at(offset, bytes - offset, alignment);
    llvm::Type* const type = type_of_bytes(set.getContext(), piece);
    llvm::Value* value = builder.CreateZExt(set.getValue(), type);
    const std::uint64_t ones = ~std::uint64_t{0} / 0xFF;  // 0x0101…: spreads a byte over the piece
    value = builder.CreateMul(value, llvm::ConstantInt::get(type, ones));
    llvm::Value* const place = at_offset(builder, set.getRawDest(), offset, type);
    keep_line(*builder.CreateAlignedStore(value, place, llvm::Align(piece), set.isVolatile()), set);
    offset += piece;
  }
  set.eraseFromParent();
}

llvm::SmallPtrSet<const llvm::Instruction*, 32> accesses_of(llvm::Function& function) {
  llvm::SmallPtrSet<const llvm::Instruction*, 32> accesses;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (llvm::getLoadStorePointerOperand(&instruction) != nullptr) accesses.insert(&instruction);
  }
  return accesses;
}

// What a copy says of the accesses of the loop that LLVM makes of it, which carry nothing themselves.
struct CopyNotes {
  explicit CopyNotes(const llvm::MemIntrinsic& copy)
      : location(copy.getDebugLoc()), line(copy.getMetadata("simt.line")), padding(padding_of(copy)) {}
  llvm::DebugLoc location;
  llvm::MDNode* line;
  std::uint16_t padding;

  void give_to(llvm::Instruction& access) const {
    access.setDebugLoc(location);
    access.setMetadata("simt.line", line);
    if (padding != 0) note_padding(access, padding);
  }
};

// Objects in different address spaces do not overlap, unless a generic pointer points to one of them: not one to a local array.
bool may_overlap(const llvm::MemMoveInst& move) {
  const unsigned from = move.getSourceAddressSpace();
  const unsigned to = move.getDestAddressSpace();
  if (from == to) return true;
  const llvm::Value* const generic = from == 0 ? move.getRawSource() : move.getRawDest();
  return (from == 0 || to == 0) && !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(generic));
}

// LLVM's loop compares both addresses, which only works in the same address space.
void expand_move_as_loop(llvm::MemMoveInst& move, const llvm::TargetTransformInfo& gpu) {
  llvm::IRBuilder<> builder(&move);
  const auto generic = [&](llvm::Value* pointer) {
    return builder.CreatePointerBitCastOrAddrSpaceCast(pointer, byte_pointer(move.getContext()));
  };
  if (move.getSourceAddressSpace() == move.getDestAddressSpace()) return expand_move(&move, gpu);
  if (may_overlap(move)) {
    auto* const same = llvm::cast<llvm::MemMoveInst>(
        builder.CreateMemMove(generic(move.getRawDest()), move.getDestAlign(), generic(move.getRawSource()),
                              move.getSourceAlign(), move.getLength(), move.isVolatile()));
    expand_move(same, gpu);
    same->eraseFromParent();
  } else {
    auto* const copy = llvm::cast<llvm::MemCpyInst>(
        builder.CreateMemCpy(move.getRawDest(), move.getDestAlign(), move.getRawSource(),
                             move.getSourceAlign(), move.getLength(), move.isVolatile()));
    llvm::expandMemCpyAsLoop(copy, gpu);
    copy->eraseFromParent();
  }
}

void lower_copy(llvm::MemIntrinsic& intrinsic, const llvm::TargetTransformInfo& gpu) {
  const auto* const length = llvm::dyn_cast<llvm::ConstantInt>(intrinsic.getLength());
  if (length != nullptr && length->getZExtValue() <= kMostCopiedInPieces) {
    if (auto* const copy = llvm::dyn_cast<llvm::MemTransferInst>(&intrinsic))
      return copy_in_pieces(*copy, length->getZExtValue());
    return set_in_pieces(llvm::cast<llvm::MemSetInst>(intrinsic), length->getZExtValue());
  }
  llvm::Function& function = *intrinsic.getFunction();
  const CopyNotes notes(intrinsic);
  const auto before = accesses_of(function);
  if (auto* const copy = llvm::dyn_cast<llvm::MemCpyInst>(&intrinsic)) {
    llvm::expandMemCpyAsLoop(copy, gpu);
  } else if (auto* const move = llvm::dyn_cast<llvm::MemMoveInst>(&intrinsic)) {
    expand_move_as_loop(*move, gpu);
  } else {
    llvm::expandMemSetAsLoop(llvm::cast<llvm::MemSetInst>(&intrinsic));
  }
  intrinsic.eraseFromParent();
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (llvm::getLoadStorePointerOperand(&instruction) != nullptr && before.count(&instruction) == 0)
      notes.give_to(instruction);
  }
}

void lower_copies(llvm::Function& function, const llvm::TargetTransformInfo& gpu) {
  llvm::SmallVector<llvm::MemIntrinsic*, 8> copies;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* const copy = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) copies.push_back(copy);
  }
  for (llvm::MemIntrinsic* copy : copies) lower_copy(*copy, gpu);
}

// ------------------------------------------------------------------------------------- odd widths

// An integer as wide as a value.
llvm::Type* integer_like(llvm::Type* type, const llvm::DataLayout& layout) {
  return llvm::Type::getIntNTy(type->getContext(),
                               static_cast<unsigned>(layout.getTypeStoreSizeInBits(type)));
}

bool is_aggregate(llvm::Type* type) { return type->isStructTy() || type->isArrayTy(); }

// A load of a whole structure: its members one by one.
llvm::Value* load_members(llvm::IRBuilder<>& builder, llvm::LoadInst& load, llvm::Type* type,
                          std::uint64_t offset) {
  if (!is_aggregate(type)) {
    llvm::LoadInst* const member =
        builder.CreateAlignedLoad(type, at_offset(builder, load.getPointerOperand(), offset, type),
                                  llvm::commonAlignment(load.getAlign(), offset), load.isVolatile());
    keep_line(*member, load);
    return member;
  }
  const llvm::DataLayout& layout = load.getModule()->getDataLayout();
  llvm::Value* whole = llvm::UndefValue::get(type);
  const unsigned members =
      type->isStructTy() ? type->getStructNumElements() : static_cast<unsigned>(type->getArrayNumElements());
  for (unsigned i = 0; i < members; ++i) {
    llvm::Type* const inner =
        type->isStructTy() ? type->getStructElementType(i) : type->getArrayElementType();
    const std::uint64_t at =
        type->isStructTy() ? layout.getStructLayout(llvm::cast<llvm::StructType>(type))->getElementOffset(i)
                           : i * layout.getTypeAllocSize(inner);
    whole = builder.CreateInsertValue(whole, load_members(builder, load, inner, offset + at), i);
  }
  return whole;
}

void store_members(llvm::IRBuilder<>& builder, llvm::StoreInst& store, llvm::Value* value,
                   std::uint64_t offset) {
  const llvm::DataLayout& layout = store.getModule()->getDataLayout();
  llvm::Type* const type = value->getType();
  if (!is_aggregate(type)) {
    keep_line(
        *builder.CreateAlignedStore(value, at_offset(builder, store.getPointerOperand(), offset, type),
                                    llvm::commonAlignment(store.getAlign(), offset), store.isVolatile()),
        store);
    return;
  }
  const unsigned members =
      type->isStructTy() ? type->getStructNumElements() : static_cast<unsigned>(type->getArrayNumElements());
  for (unsigned i = 0; i < members; ++i) {
    llvm::Type* const inner =
        type->isStructTy() ? type->getStructElementType(i) : type->getArrayElementType();
    const std::uint64_t at =
        type->isStructTy() ? layout.getStructLayout(llvm::cast<llvm::StructType>(type))->getElementOffset(i)
                           : i * layout.getTypeAllocSize(inner);
    store_members(builder, store, builder.CreateExtractValue(value, i), offset + at);
  }
}

// Pieces of a value that is no power of two bytes wide, is wider than 16, or may be at an odd place (a load
// of 8 bytes from a packed structure).
bool needs_pieces(llvm::Type* type, std::uint64_t alignment, const llvm::DataLayout& layout) {
  const std::uint64_t bytes = layout.getTypeStoreSize(type);
  return !llvm::isPowerOf2_64(bytes) || bytes > kWidestPiece || alignment < bytes;
}

void load_in_pieces(llvm::LoadInst& load) {
  const llvm::DataLayout& layout = load.getModule()->getDataLayout();
  llvm::IRBuilder<> builder(&load);
  const std::uint64_t bytes = layout.getTypeStoreSize(load.getType());
  llvm::Type* const whole_type = integer_like(load.getType(), layout);
  llvm::Value* whole = llvm::ConstantInt::get(whole_type, 0);
  const std::uint16_t padding = padding_of(load);
  for (std::uint64_t offset = 0; offset < bytes;) {
    const std::uint64_t piece =
        std::min<std::uint64_t>(8, piece_at(offset, bytes - offset, load.getAlign().value()));
    llvm::Type* const type = type_of_bytes(load.getContext(), piece);
    llvm::LoadInst* const part =
        builder.CreateAlignedLoad(type, at_offset(builder, load.getPointerOperand(), offset, type),
                                  llvm::Align(piece), load.isVolatile());
    keep_line(*part, load);
    if (padding != 0)
      note_padding(*part, padding == kAnyByte ? kAnyByte : static_cast<std::uint16_t>(padding >> offset));
    whole = builder.CreateOr(whole, builder.CreateShl(builder.CreateZExt(part, whole_type), offset * 8));
    offset += piece;
  }
  const unsigned bits = static_cast<unsigned>(layout.getTypeSizeInBits(load.getType()));
  llvm::Value* value = builder.CreateTrunc(whole, builder.getIntNTy(bits));
  value = load.getType()->isPointerTy() ? builder.CreateIntToPtr(value, load.getType())
                                        : builder.CreateBitCast(value, load.getType());
  load.replaceAllUsesWith(value);
  load.eraseFromParent();
}

void store_in_pieces(llvm::StoreInst& store) {
  const llvm::DataLayout& layout = store.getModule()->getDataLayout();
  llvm::IRBuilder<> builder(&store);
  llvm::Value* value = store.getValueOperand();
  const std::uint64_t bytes = layout.getTypeStoreSize(value->getType());
  const unsigned bits = static_cast<unsigned>(layout.getTypeSizeInBits(value->getType()));
  value = value->getType()->isPointerTy() ? builder.CreatePtrToInt(value, builder.getIntNTy(bits))
                                          : builder.CreateBitCast(value, builder.getIntNTy(bits));
  value = builder.CreateZExt(value, integer_like(store.getValueOperand()->getType(), layout));
  for (std::uint64_t offset = 0; offset < bytes;) {
    const std::uint64_t piece =
        std::min<std::uint64_t>(8, piece_at(offset, bytes - offset, store.getAlign().value()));
    llvm::Type* const type = type_of_bytes(store.getContext(), piece);
    llvm::Value* const part = builder.CreateTrunc(builder.CreateLShr(value, offset * 8), type);
    keep_line(*builder.CreateAlignedStore(part, at_offset(builder, store.getPointerOperand(), offset, type),
                                          llvm::Align(piece), store.isVolatile()),
              store);
    offset += piece;
  }
  store.eraseFromParent();
}

void lower_widths(llvm::Function& function) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  llvm::SmallVector<llvm::Instruction*, 64> accesses;
  const auto collect = [&] {
    accesses.clear();
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (llvm::isa<llvm::LoadInst>(instruction) || llvm::isa<llvm::StoreInst>(instruction))
        accesses.push_back(&instruction);
    }
  };
  collect();
  for (llvm::Instruction* access : accesses) {
    llvm::IRBuilder<> builder(access);
    auto* const load = llvm::dyn_cast<llvm::LoadInst>(access);
    auto* const store = llvm::dyn_cast<llvm::StoreInst>(access);
    if (load != nullptr && is_aggregate(load->getType())) {
      load->replaceAllUsesWith(load_members(builder, *load, load->getType(), 0));
      load->eraseFromParent();
    } else if (store != nullptr && is_aggregate(store->getValueOperand()->getType())) {
      store_members(builder, *store, store->getValueOperand(), 0);
      store->eraseFromParent();
    }
  }
  collect();
  for (llvm::Instruction* access : accesses) {
    auto* const load = llvm::dyn_cast<llvm::LoadInst>(access);
    auto* const store = llvm::dyn_cast<llvm::StoreInst>(access);
    if (load != nullptr && needs_pieces(load->getType(), load->getAlign().value(), layout)) {
      load_in_pieces(*load);
    } else if (store != nullptr &&
               needs_pieces(store->getValueOperand()->getType(), store->getAlign().value(), layout)) {
      store_in_pieces(*store);
    }
  }
}

}  // namespace

void lower_accesses(llvm::Module& module, llvm::TargetMachine& gpu) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    expand_constant_expressions(function);
    lower_copies(function, gpu.getTargetTransformInfo(function));
    lower_widths(function);
  }
}

}  // namespace simtcc
