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
};

IssueCost issue_cost_of(const llvm::Instruction& instruction);

// Adds up instructions in program order, until somebody takes the sum.
class IssueSum {
 public:
  void add(const llvm::Instruction& instruction);
  // The sum so far; the next begins with nothing.
  IssueCost take();

 private:
  IssueCost sum_;
  unsigned short_floats_ =
      0;  // instructions of the machine's headers for numbers of 16 bits that are not counted yet
  llvm::DenseMap<const llvm::Value*, unsigned> depths_;  // cycles from the beginning until the value is known
};

// The registers of a thread, of 32 bits: the most that are live at a time, and those that every kernel needs. ptxas may
// find fewer, or spill.
unsigned registers_of(llvm::Function& function);

}  // namespace simtcc
