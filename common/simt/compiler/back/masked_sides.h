// Branches whose sides the code for several lanes goes through under a mask (vector_code.h), where lanes take different ones: they need not
// part. A side is one block that does nothing but compute, load and store.
#pragma once

#include "llvm.h"

namespace simtcc {

// A side that goes to `join` at once is null.
struct MaskedSides {
  llvm::BasicBlock* yes = nullptr;
  llvm::BasicBlock* no = nullptr;
  llvm::BasicBlock* join = nullptr;
};

// Makes one branch of the two of `a && b` or `a || b`, and of more, where such sides are behind them: b is computed in any case then.
void join_conditions(llvm::Function& function);

// The branches of a function at which lanes that take different sides need not part.
using MaskedBranches = llvm::DenseMap<const llvm::BranchInst*, MaskedSides>;
MaskedBranches masked_branches_of(const llvm::Function& function);

}  // namespace simtcc
