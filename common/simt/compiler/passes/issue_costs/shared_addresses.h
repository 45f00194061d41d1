// Addresses that take no instructions of their own, because another address is a register already. LLVM's back end for NVIDIA's GPUs and
// ptxas find them after what is seen here: strength reduction, and the constants that an access adds to its address.
//
// - Of two addresses that are a constant apart, the second is the first and a constant, which is part of the access.
// - What stays the same in all rounds of a loop is computed ahead of it.
// - What runs in equal steps with a loop is the round before's address and the step: a sum, or IMAD.WIDE.
//
// An index that only such addresses need is not computed at all. What comes out are notes at the instructions (issue_costs.h); the
// program itself stays as it is.
#pragma once

#include <optional>

#include "llvm.h"

namespace simtcc {

void note_shared_addresses(llvm::Module& module);

// The instructions that the address takes in spite of what is said above, or its index; nothing: as many as any other.
std::optional<unsigned> slots_of_shared(const llvm::Instruction& instruction);

// The instructions for addresses that are computed ahead of the loop which begins behind this branch.
unsigned slots_ahead_of_loop(const llvm::BranchInst& branch);

}  // namespace simtcc
