// Values that a predicated block computes once more. Of `if (a) sum += p[i]; if (b) sum += p[i + 1];` LLVM computes the address of `p[i]`
// in both blocks, since neither lies behind the other on every way. ptxas predicates the two blocks, so that both are part of the code
// around them, and computes the address once.
//
// What comes out are notes at the instructions; they cost nothing (issue_costs.h). The program itself stays as it is.
#pragma once

#include "llvm.h"

namespace simtcc {

void note_repeated_values(llvm::Module& module);

// Whether the instruction computes an index or an address, from its operands alone.
bool is_of_addresses(const llvm::Instruction& instruction);

// The block that a predicated block is part of; any other is its own.
const llvm::BasicBlock* home_of(const llvm::BasicBlock& block);

bool is_repeated(const llvm::Instruction& instruction);

}  // namespace simtcc
