// Copies of objects, piece by piece: a piece is what one access moves.
#pragma once

#include "llvm.h"

namespace simtcc {

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
