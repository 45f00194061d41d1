// What a stretch of code costs an SM's schedulers: for each place, the instructions that a warp issues on its way there from
// the place before, and the cycles that these take one after another where each waits for the last.
//
// LLVM's instructions stand for those of SASS: casts and address arithmetic that one IMAD.WIDE does are counted as ptxas
// makes them. The instructions that an H200 executed of
// 174 launches are in data/h200_times.csv.
#pragma once

#include "llvm.h"

namespace simtcc {

struct IssueCost {
  unsigned slots = 0;    // warp instructions, or issue slots that a slower one keeps others from
  unsigned latency = 0;  // cycles until its result can be used
  // Of a sum: cycles of the longest chain behind a value that was loaded, from its arrival on.
  unsigned behind_loads = 0;

  // Before a step that waits for loads, only what is behind them takes time: the rest is done by the time they arrive.
  unsigned latency_before(bool waits_for_loads) const { return waits_for_loads ? behind_loads : latency; }
};

IssueCost issue_cost_of(const llvm::Instruction& instruction);

// Adds up instructions in program order, until somebody takes the sum.
class IssueSum {
 public:
  void add(const llvm::Instruction& instruction);
  // What every kernel begins with: the stack's pointer, the descriptor of global memory, a load of each argument.
  void add_entry(const llvm::Function& kernel);
  // The sum so far; the next begins with nothing.
  IssueCost take();

 private:
  IssueCost sum_;
  bool in_short_floats(const llvm::Instruction& instruction);

  bool in_short_floats_ =
      false;                // whether the last instruction is of the machine's headers for numbers of 16 bits
  unsigned roundings_ = 0;  // tenths of an instruction for numbers of 16 bits that are not counted yet
  unsigned alu_ = 0;        // instructions for the unit of integers
  llvm::DenseMap<const llvm::Value*, unsigned> depths_;  // cycles from the beginning until the value is known
  llvm::DenseSet<const llvm::Value*> loaded_;            // values that loads are waited for, anywhere before
  llvm::DenseMap<const llvm::Value*, unsigned> behind_loads_;  // cycles from the last of these loads' arrival
};

// Whether the machine's headers computed a number of 16 bits by it, for which a GPU has instructions.
bool is_of_short_float(const llvm::Instruction& instruction);

// The registers of a thread, of 32 bits: the most that are live at a time, and those that every kernel needs. ptxas may
// find fewer, or spill.
unsigned registers_of(llvm::Function& function);

}  // namespace simtcc
