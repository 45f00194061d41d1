// Adds up what instructions cost, and follows the chains of what waits for each other's results.
#pragma once

#include "llvm.h"
#include "passes/issue_costs/issue_costs.h"

namespace simtcc {

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
  // A branch or switch that ptxas keeps, around code or to one of several sides, once all else of its block was added.
  void add_branch(const llvm::Instruction& branch, bool is_uniform);
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

}  // namespace simtcc
