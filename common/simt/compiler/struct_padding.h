// Which bytes of a copied structure are padding: nobody writes them, and a copy of the whole structure reads
// them all the same.
#pragma once

#include "llvm.h"

namespace simtcc {

// Of a copy of `bytes` bytes: which of these belong to members of what is copied.
class CopiedMembers {
 public:
  CopiedMembers(const llvm::MemCpyInst& copy, std::uint64_t bytes);

  // Of `piece` bytes from `offset` on, at most 16: bit i: byte i belongs to no member.
  std::uint16_t padding(std::uint64_t offset, std::uint64_t piece) const;

 private:
  void add(llvm::Type* type, std::uint64_t offset, std::uint64_t alignment);

  const llvm::DataLayout& layout_;
  llvm::SmallVector<bool, 128> is_member_;
};

// On the load of such a piece, for padding_of() once it has been optimised.
void note_padding(llvm::LoadInst& load, std::uint16_t padding);
std::uint16_t padding_of(const llvm::Instruction& instruction);

}  // namespace simtcc
