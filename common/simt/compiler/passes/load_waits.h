// How often a thread must wait for loads from global memory before it can begin another one: what the machine
// counts bytes in flight by.
//
// A GPU issues a thread's instructions in order, and goes on past a load until something needs its value. So
// loads are on their way together unless one must wait for another:
//   - its address, or the branch that it lies behind, is computed from the other's value;
//   - a store of the other's value comes first, and the load may read what it stores (no __restrict__);
//   - a barrier comes first, and before it somebody must have stored the other's value; __threadfence() waits
//   for
//     all loads. A barrier by itself waits for none (measured: docs/measurements/h200/in_flight.md).
// A compiler may order them otherwise in no other way than that: each load gets the number of waits, one
// after the other, that must come before it. Loads of one number can be on their way at once.
//
// Numbers begin at 0 with the function, and again with each round of a loop as it was unrolled: what one
// round loads has arrived before the next.
#pragma once

#include "llvm.h"

namespace simtcc {

// Notes them, as metadata, in all functions. Before contexts are added: `__restrict__` is an attribute of
// parameters.
void note_load_waits(llvm::Module& module);

// 0 where nothing was noted.
std::uint32_t load_waits_of(const llvm::Instruction& instruction);

// The same number for every access and call of the machine, where loads from all memories are waited for, not only those
// from global memory: an instruction begins when all loads have arrived whose arrival is not behind its level. The model of time orders a
// warp's accesses by it. Levels are numbered in steps (abi::kLevelsAStep).
std::uint32_t level_of(const llvm::Instruction& instruction);
// The level from which on what the load brings is there; 0: nothing was noted.
std::uint32_t arrival_of(const llvm::Instruction& instruction);

}  // namespace simtcc
