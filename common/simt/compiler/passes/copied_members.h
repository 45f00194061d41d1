// The bytes of a copied structure that nobody need have written: its padding, and a union's inactive members. Whoever copies the
// structure as a whole reads them all the same.
#pragma once

#include <map>

#include "llvm.h"

namespace simtcc {

// The module's structures as the source declares them, from debug information. That has no unnamed bit-fields, which nobody can
// write, and which are members like others in LLVM's types.
class DeclaredStructures {
 public:
  explicit DeclaredStructures(const llvm::Module& module);
  // Null: not known, as where several templates' instances have its name and size.
  const llvm::DICompositeType* find(const llvm::StructType& structure, std::uint64_t bytes) const;

 private:
  std::multimap<std::string, const llvm::DICompositeType*> by_name_;
};

// Tells which of the `bytes` bytes of a copy belong to members of what is copied.
class CopiedMembers {
 public:
  CopiedMembers(const llvm::MemCpyInst& copy, std::uint64_t bytes, const DeclaredStructures& declared);

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
  const DeclaredStructures& declared_;
  llvm::SmallVector<Field, 16> fields_;
  llvm::SmallVector<bool, 128> is_member_;
};

}  // namespace simtcc
