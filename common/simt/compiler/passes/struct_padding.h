// Which bytes of a copied structure are padding: nobody writes them, and a copy of the whole structure reads
// them all the same.
#pragma once

#include "llvm.h"

namespace simtcc {

// Tells which of the `bytes` bytes of a copy belong to members of what is copied.
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
