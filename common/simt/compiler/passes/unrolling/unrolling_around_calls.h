// Loops that nvcc's LLVM unrolls and the one here would not, or the other way round. To nvcc's a barrier or a shuffle is an intrinsic; here it is
// a call of the machine, and one that all lanes of a warp must make together. And nvcc's leaves alone a loop around another.
#pragma once

#include "llvm.h"

namespace simtcc {

void add_unrolling_around_calls(llvm::FunctionPassManager& passes);

}  // namespace simtcc
