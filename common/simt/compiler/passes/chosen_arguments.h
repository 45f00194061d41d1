// Reads of `p == nullptr ? own : *p`, where `own` is a member of a structure that the kernel was passed by value.
//
// LLVM makes one load of it, from an address that is the argument's or another. On a GPU the argument is in constant memory and the
// other in global memory: nvcc loads from either in a branch of its own, and so must we. An argument is no array of the machine's.
// And of `c == 0 ? own.x : c == 1 ? own.y : own.z` one load from an address that several branches lead to: the verifier cannot follow it.
#pragma once

#include "llvm.h"

namespace simtcc {

// Splits such loads, of `? :` and of what comes together behind branches.
void split_chosen_arguments(llvm::Module& module);

}  // namespace simtcc
