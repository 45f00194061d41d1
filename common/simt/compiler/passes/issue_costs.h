// What a stretch of code costs an SM's schedulers: for each place, the instructions that a warp issues on its way there from
// the place before, and the cycles that these take one after another where each waits for the last.
//
// LLVM's instructions stand for those of SASS: casts and address arithmetic that one IMAD.WIDE does are counted as ptxas
// makes them. The instructions that an H200 executed of
// 174 launches are in data/h200_times.csv.
#pragma once

#include "llvm.h"
#include "passes/registers.h"

namespace simtcc {

struct IssueCost {
  unsigned slots = 0;     // warp instructions
  unsigned latency = 0;   // cycles until its result can be used
  unsigned special = 0;   // cycles of the unit for reciprocals, roots, sines and conversions of doubles
  bool branches = false;  // nvcc's code for it branches: what follows cannot begin before its end
  unsigned doubles = 0;   // cycles of the unit for doubles
  // Of a sum: cycles of the unit that is busy longest, while other warps' instructions may go to other units.
  unsigned unit = 0;
  // Of a sum: cycles of the longest chain behind a value that was loaded, from its arrival on.
  unsigned behind_loads = 0;
  Spills spills = {};
};

// Cycles until an instruction can issue that depends on one of arithmetic: the number that is commonly given for recent chips.
constexpr unsigned kArithmetic = 4;

IssueCost issue_cost_of(const llvm::Instruction& instruction);

// A short block without `else` has no branch around it: ptxas predicates its instructions.
bool is_predicated(const llvm::BranchInst& branch);
bool is_short(const llvm::BasicBlock& guarded);
// The branch at the block's end, if ptxas keeps it; null: there is none, or it leaves a loop or the kernel.
const llvm::BranchInst* kept_branch(const llvm::BasicBlock& block, const llvm::LoopInfo& loops);
// Whether the block is a side of such a branch, or where sides meet: ptxas orders no instructions across its begin.
bool begins_behind_branch(const llvm::BasicBlock& block, const llvm::LoopInfo& loops);

// Adds up instructions in program order, until somebody takes the sum.
class IssueSum {
 public:
  void add(const llvm::Instruction& instruction);
  // The innermost loop around what comes next; null: none.
  void set_loop(const llvm::Loop* loop) { loop_ = loop; }
  // A round of a loop begins: its chains are not those of the code before it. Nothing may be left to take.
  void begin_chains();
  // The branch at the end of a block that a loop may end behind, once all else of the block was added.
  void add_loop_branch(const llvm::Instruction& branch, bool closes_round);
  // A branch that ptxas keeps, around code or to one of two sides, once all else of its block was added.
  void add_branch(const llvm::BranchInst& branch, bool is_uniform);
  // What a block's end costs beyond its instructions: constants that values begin with where ways meet or a loop begins, and the barrier
  // around a loop that lanes may leave one after another.
  void add_moves(const llvm::BasicBlock& block, bool parts_in_loop);
  // The block is predicated by the condition.
  void guard(const llvm::BasicBlock& block, const llvm::Value* condition);
  // Nothing that comes is issued before what was added.
  void end_block();
  // What every kernel begins with: the stack's pointer, the descriptor of global memory, a load of each argument.
  void add_entry(const llvm::Function& kernel);
  void add(const Spills& spills) {
    sum_.spills.stores += spills.stores;
    sum_.spills.loads += spills.loads;
    sum_.spills.frame = std::max(sum_.spills.frame, spills.frame);
  }
  // The sum since the last was taken. Of chains, what they have become longer by: those of several steps run beside each other.
  IssueCost take();
  // The same, before a step that waits for loads of lower levels (load_waits.h). At another level than the last one's, chains
  // begin anew.
  IssueCost take_before(std::uint32_t level);

 private:
  IssueCost sum_;  // but for chains
  std::uint32_t level_ = 0;
  unsigned longest_ = 0;  // chain, in cycles; and what of it was taken
  unsigned taken_ = 0;
  unsigned longest_behind_loads_ = 0;
  unsigned taken_behind_loads_ = 0;
  bool in_short_floats(const llvm::Instruction& instruction);
  bool divides_again(const llvm::Instruction& instruction);

  bool in_short_floats_ =
      false;                // whether the last instruction is of the machine's headers for numbers of 16 bits
  unsigned roundings_ = 0;  // tenths of an instruction for numbers of 16 bits that are not counted yet
  unsigned alu_ = 0;        // instructions for the unit of integers
  unsigned products_ = 0;   // of integers
  unsigned special_ = 0;    // cycles of the special unit
  unsigned doubles_ = 0;    // cycles of the unit for doubles
  unsigned branched_ = 0;   // cycles until the end of the last one that branches
  unsigned branched_behind_loads_ = 0;  // the same, from the last of the loads' arrival that it waited for
  void delay(unsigned depth, unsigned behind_loads);

  bool is_known_early(const llvm::Value* condition) const;

  const llvm::Loop* loop_ = nullptr;
  bool began_anew_ = false;  // chains, since the round of the loop began
  const llvm::BasicBlock* divided_in_ = nullptr;
  llvm::SmallPtrSet<const llvm::Value*, 4> divisors_;  // of integers, in that block
  // Of predicated blocks: cycles until what decides them is known to what it predicates.
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> guards_;
  llvm::DenseMap<const llvm::Value*, unsigned> depths_;  // cycles from the beginning until the value is known
  llvm::DenseSet<const llvm::Value*> loaded_;            // values that loads are waited for, anywhere before
  llvm::DenseMap<const llvm::Value*, unsigned> behind_loads_;  // cycles from the last of these loads' arrival
};

// Whether it is part of a function that our headers make of others, with branches where a GPU's has none.
bool is_of_header_function(const llvm::Instruction& instruction);

// Whether the machine's headers computed a number of 16 bits by it, for which a GPU has instructions.
bool is_of_short_float(const llvm::Instruction& instruction);

}  // namespace simtcc
