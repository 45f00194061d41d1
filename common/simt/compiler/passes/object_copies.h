// Copies of whole objects: they become whole loads and stores before optimisation, pieces where they are too
// wide for one access, and each piece knows which of its bytes are padding.
#pragma once

#include "llvm.h"

namespace simtcc {

// Runs before optimisation. Copies of whole structures become whole loads and stores, as wide as their
// alignment allows, where a shared array is on one side each side as its own does: a float4 is one access of 16 bytes to nvcc, however few of its components are used. Left
// to itself LLVM would take them apart.
void make_copies_whole(llvm::Module& module);

// A piece of a copy is what one access moves.
inline constexpr std::uint64_t kWidestPiece = 16;          // bytes
inline constexpr std::uint64_t kMostCopiedInPieces = 128;  // bytes: nvcc makes loops of longer copies

// `pointer` and so many bytes, as a pointer to `type`.
inline llvm::Value* at_offset(llvm::IRBuilder<>& builder, llvm::Value* pointer, std::uint64_t offset,
                              llvm::Type* type) {
  const unsigned space = pointer->getType()->getPointerAddressSpace();
  llvm::Value* const bytes =
      builder.CreatePointerCast(pointer, llvm::PointerType::get(builder.getInt8Ty(), space));
  llvm::Value* const place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), bytes, offset);
  return builder.CreatePointerCast(place, llvm::PointerType::get(type, space));
}

// Tells which of the `bytes` bytes of a copy belong to members of what is copied. The others are padding:
// nobody writes them, and a copy of the whole structure reads them all the same.
class CopiedMembers {
 public:
  CopiedMembers(const llvm::MemCpyInst& copy, std::uint64_t bytes);

  // Returns the padding of `piece` bytes from `offset` on, at most 16: bit i is set if byte i belongs to no
  // member.
  std::uint16_t padding(std::uint64_t offset, std::uint64_t piece) const;

 private:
  void add(llvm::Type* type, std::uint64_t offset, std::uint64_t alignment);

  const llvm::DataLayout& layout_;
  llvm::SmallVector<bool, 128> is_member_;
};

// Notes the padding on the load of a piece. padding_of() returns it when the load has been optimised.
void note_padding(llvm::LoadInst& load, std::uint16_t padding);
std::uint16_t padding_of(const llvm::Instruction& instruction);

}  // namespace simtcc
