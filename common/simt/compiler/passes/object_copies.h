// Copies of whole structures become whole loads and stores, as wide as their alignment allows: a float4 is
// one access of 16 bytes to nvcc, however few of its components are used. Left to itself LLVM would take them
// apart.
#pragma once

#include "llvm.h"

namespace simtcc {

// Runs before optimisation.
void make_copies_whole(llvm::Module& module);

}  // namespace simtcc
