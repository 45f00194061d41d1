// The bytes of a copied structure that nobody need have written: its padding, a union's inactive members, and the bits beside a
// bit-field. Whoever copies the structure as a whole reads them all the same, and so does the first store to a bit-field. The
// loads that may read them carry a note, which says which of their bytes these are; the machine reports no read of them.
#pragma once

#include "llvm.h"

namespace simtcc {

// Removes what clang notes on single accesses for alias analysis by type, which nvcc does without. What it notes on copies tells
// members from padding, and stays until make_copies_whole() has seen it.
void remove_alias_types(llvm::Module& module);

// Tells which of the `bytes` bytes of a copy belong to members of what is copied.
class CopiedMembers {
 public:
  CopiedMembers(const llvm::MemCpyInst& copy, std::uint64_t bytes);

  // Returns the padding of `piece` bytes from `offset` on, at most 16: bit i is set if byte i belongs to no
  // member.
  std::uint16_t padding(std::uint64_t offset, std::uint64_t piece) const;

  bool has_padding() const { return llvm::is_contained(is_member_, false); }

 private:
  struct Field {
    std::uint64_t offset;
    std::uint64_t bytes;
  };

  void read_fields(const llvm::MDNode& fields, bool is_type_known);
  void add(llvm::Type* type, std::uint64_t offset);
  void add_members(llvm::StructType& structure, std::uint64_t offset);
  void remove_gaps();

  const llvm::DataLayout& layout_;
  llvm::SmallVector<Field, 16> fields_;
  llvm::SmallVector<bool, 128> is_member_;
};

// Each byte of a load may be padding.
inline constexpr std::uint16_t kAnyByte = 0xFFFF;

// Notes the padding on the load of a piece, or kAnyByte on a copy that becomes loads later. padding_of() returns it when the load
// has been optimised. What the optimiser made of several such loads, or of a part of one, has kAnyByte: a piece without padding of
// a structure that has some needs a note too.
void note_padding(llvm::Instruction& access, std::uint16_t padding);
void note_no_padding(llvm::Instruction& access);
std::uint16_t padding_of(const llvm::Instruction& access);

// The note of a load, for note_padding_of_parts(); null: it has none, or is no load.
const llvm::MDNode* padding_note_of(const llvm::Instruction& access);
// Notes the padding of a load that was made of several with these notes. LLVM's pass that merges neighbours drops them.
void note_padding_of_parts(llvm::Instruction& merged, llvm::ArrayRef<const llvm::MDNode*> parts);

// A store to a bit-field loads the bits beside it, which need not have been written.
void note_bit_field_stores(llvm::Module& module);

}  // namespace simtcc
