// Where a module is changed, and the changes: each gives false where there is nothing of its kind.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <array>
#include <vector>

#include "mutations.h"

namespace simt_fuzz {

using namespace llvm;  // NOLINT(google-build-using-namespace): the names of LLVM's instructions

inline std::size_t below(Random& random, std::size_t count) { return random() % count; }

template <class Range>
auto pick(Random& random, Range& from) -> decltype(from[0]) {
  return from[below(random, from.size())];
}

// A function and what is in it, at a point of its code.
struct Site {
  Random& random;
  Module& module;
  Function& function;
  std::vector<Instruction*> all;
  Instruction* at;

  template <class Kind>
  Kind* any() const {
    std::vector<Kind*> found;
    for (Instruction* instruction : all) {
      if (auto* const one = dyn_cast<Kind>(instruction)) found.push_back(one);
    }
    return found.empty() ? nullptr : pick(random, found);
  }

  // A value of the type: one of the function's, or a constant that is likely to hurt.
  Value* value_of(Type* type) const {
    std::vector<Value*> values;
    for (Argument& argument : function.args()) values.push_back(&argument);
    for (Instruction* instruction : all) values.push_back(instruction);
    std::vector<Value*> fitting;
    for (Value* value : values) {
      if (value->getType() == type) fitting.push_back(value);
    }
    if (!fitting.empty() && below(random, 4) != 0) return pick(random, fitting);
    if (type->isIntegerTy()) return ConstantInt::get(type, interesting());
    if (below(random, 2) == 0 && type->isFirstClassType() && !type->isTokenTy() && !type->isLabelTy())
      return UndefValue::get(type);
    return type->isVoidTy() || !type->isFirstClassType() || type->isLabelTy() || type->isTokenTy() ||
                   type->isMetadataTy()
               ? nullptr
               : Constant::getNullValue(type);
  }

  std::uint64_t interesting() const {
    constexpr std::array<std::uint64_t, 16> kNumbers{0,  1,  2,  3,   4,   8,    16,        24,
                                                     31, 32, 64, 255, 256, 4096, 1U << 30U, ~0ULL};
    return below(random, 3) == 0 ? random() : pick(random, kNumbers);
  }
  std::uint64_t near(std::uint64_t number) const {
    switch (below(random, 6)) {
      case 0:
        return number + 1;
      case 1:
        return number - 1;
      case 2:
        return number ^ (std::uint64_t{1} << below(random, 64));
      case 3:
        return number * 2;
      case 4:
        return number + 8 * (below(random, 9) - 4);
      default:
        return interesting();
    }
  }
};

inline void forget(Instruction* instruction, Value* instead) {
  if (!instruction->getType()->isVoidTy()) instruction->replaceAllUsesWith(instead);
  instruction->eraseFromParent();
}

// --- details.cpp: types, calls, what is noted of them, and variables
bool change_width(Site& site);
bool redirect_call(Site& site);
bool change_access(Site& site);
bool add_note(Site& site);
bool add_attribute(Site& site);
bool change_variable(Site& site);

}  // namespace simt_fuzz
