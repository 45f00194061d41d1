// Which stores of a function leave one value, and which report what a thread found: abi::Place::stored_value. Races between such stores are
// none, since it does not matter which of them comes last.
#pragma once

#include "back/places.h"
#include "llvm.h"

namespace simtcc {

class StoredValues {
 public:
  // The dominators may be found later, but before the first number is looked up.
  StoredValues(bool is_kernel, const llvm::Value* context, const llvm::DominatorTree& dominators,
               Places& places)
      : is_kernel_(is_kernel), context_(context), dominators_(dominators), places_(places) {}

  // Two values that the compiler made of one are one. 0: nothing is known of the value.
  std::uint32_t number_of(const llvm::StoreInst& store);

 private:
  // Which threads surely have the same value.
  enum class Alike : std::uint8_t { nowhere, in_warp, everywhere };

  Alike alike_in(const llvm::Value& value, unsigned depth = 0) const;
  std::uint32_t number_of_place(const llvm::Value& pointer);
  bool is_report_of_one(const llvm::StoreInst& store) const;
  bool comes_from_data(const llvm::Value& value, unsigned depth = 0) const;

  bool is_kernel_;
  const llvm::Value* context_;
  const llvm::DominatorTree& dominators_;
  Places& places_;
  llvm::DenseMap<const llvm::Value*, std::uint32_t> numbers_;
};

}  // namespace simtcc
