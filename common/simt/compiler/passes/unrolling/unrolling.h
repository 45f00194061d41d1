// Loops are unrolled as nvcc and ptxas unroll them, where LLVM by itself would do otherwise.
#pragma once

#include <llvm/Transforms/Scalar/LoopPassManager.h>

#include "llvm.h"

namespace simtcc {

// The size that an unrolled loop may have for nvcc, as LLVM counts: it unrolled loops of up to 168 to 176, and none of 200 and more.
constexpr unsigned kMostUnrolled = 198;

// The size of all rounds together up to which nvcc's LLVM unrolls a loop completely, in the same instructions: with 1 to 200 additions in a
// round, 2 to 72 rounds became one stretch of code up to 400 to 416.
constexpr unsigned kMostUnrolledWhole = 406;

// Notes which loops ptxas must leave alone, before anything is optimised.
void note_loops(llvm::Function& function);

// Before LLVM's own passes: loops over local arrays, and outer loops, whose number of rounds is known.
void add_unrolling_of_known_rounds(llvm::FunctionPassManager& passes);
// Right before LLVM unrolls loops completely.
void add_unrolling_of_whole_loops(llvm::LoopPassManager& passes);
// Right before LLVM unrolls in part: loops over 16-bit floating-point numbers, which are one instruction each to a GPU and many to LLVM, those
// of a known number of rounds, and loops around calls.
void add_unrolling_before_llvm(llvm::FunctionPassManager& passes);
// Of these, what nvcc's LLVM unrolls otherwise than the one here: to nvcc's a barrier or a shuffle is an intrinsic, and here it is a call of
// the machine, which all lanes of a warp must make together; and nvcc's leaves alone a loop around another.
void add_partial_unrolling_of_known_rounds(llvm::FunctionPassManager& passes);
void add_unrolling_around_calls(llvm::FunctionPassManager& passes);
// After LLVM has unrolled: takes back what it was told for that alone.
void add_end_of_unrolling_of_nvcc(llvm::FunctionPassManager& passes);
// After LLVM's passes: what ptxas unrolls once more.
void add_unrolling_of_ptxas(llvm::FunctionPassManager& passes);

}  // namespace simtcc
