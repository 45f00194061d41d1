// Loops are unrolled as nvcc and ptxas unroll them, where LLVM by itself would do otherwise.
#pragma once

#include "llvm.h"

namespace simtcc {

// The size that an unrolled loop may have for nvcc, as LLVM counts: it unrolled loops of up to 168 to 176, and none of 200 and more.
constexpr unsigned kMostUnrolled = 198;

// Notes which loops ptxas must leave alone, before anything is optimised.
void note_loops(llvm::Function& function);

// Before LLVM's own passes: loops over local arrays, and outer loops, whose number of rounds is known.
void add_unrolling_of_known_rounds(llvm::FunctionPassManager& passes);
// Right before LLVM unrolls: loops over 16-bit floating-point numbers, which are one instruction each to a GPU and many to LLVM, and
// loops around barriers, shuffles and the like.
void add_unrolling_before_llvm(llvm::FunctionPassManager& passes);
// Of these, what nvcc's LLVM unrolls and the one here would not, or the other way round: to nvcc's a barrier or a shuffle is an intrinsic, and
// here it is a call of the machine, which all lanes of a warp must make together; and nvcc's leaves alone a loop around another.
void add_unrolling_around_calls(llvm::FunctionPassManager& passes);
// After LLVM's passes: what ptxas unrolls once more.
void add_unrolling_of_ptxas(llvm::FunctionPassManager& passes);

}  // namespace simtcc
