// Copies of whole objects: they become whole loads and stores before optimisation, pieces where they are too
// wide for one access, and each piece knows which of its bytes are padding.
#pragma once

#include "llvm.h"
#include "passes/copied_members.h"

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

}  // namespace simtcc
