#include "passes/object_copies.h"

#include "passes/pieces.h"
#include "passes/struct_padding.h"

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

}  // namespace simtcc
