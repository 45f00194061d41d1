// What a stretch of code costs an SM's schedulers: for each place, the instructions that a warp issues on its way there from
// the place before, and the cycles that these take one after another where each waits for the last.
//
// LLVM's instructions stand for those of SASS: casts and address arithmetic that one IMAD.WIDE does are counted as ptxas
// makes them. The instructions that an H200 executed of
// 174 launches are in data/h200_times.csv.
#pragma once

#include <optional>

#include "llvm.h"
#include "passes/registers.h"

namespace simtcc {

struct IssueCost {
  unsigned slots = 0;     // warp instructions
  unsigned latency = 0;   // cycles until its result can be used
  unsigned special = 0;   // cycles of the unit for reciprocals, roots, sines and conversions of doubles
  bool branches = false;  // nvcc's code for it branches: what follows cannot begin before its end
  unsigned doubles = 0;   // cycles of the unit for doubles
  unsigned floats = 0;    // of a sum's slots, those of the units for sums and products of floats
  // Of a sum: cycles of the unit that is busy longest, while other warps' instructions may go to other units.
  unsigned unit = 0;
  // Of a sum: cycles of the longest chain behind a value that was loaded, from its arrival on.
  unsigned behind_loads = 0;
  Spills spills = {};
};

// Cycles until an instruction can issue that depends on one of arithmetic: the number that is commonly given for recent chips.
constexpr unsigned kArithmetic = 4;

IssueCost issue_cost_of(const llvm::Instruction& instruction);
// Cycles that a warp alone takes for a sum, of which a chain waits for each other's results for so many. `accesses`: its last instruction
// goes to memory.
unsigned cycles_alone(const IssueCost& sum, unsigned chain, bool accesses);
// What of it calls cost: functions of mathematics, of the machine (shuffles, votes, fences, tensor cores) and LLVM's own (function_costs.cpp).
IssueCost call_cost(const llvm::CallInst& call);

// A function of mathematics as nvcc's LLVM sees it where it decides on unrolling: its code stands in the loop by then.
struct FunctionSize {
  unsigned instructions = 1;
  bool has_loop = false;  // for large angles and the like, so that the loop around it is not the innermost
};
// nullopt: the instruction is no such function.
std::optional<FunctionSize> function_size(const llvm::Instruction& instruction);

}  // namespace simtcc
