#include "passes/issue_costs/issue_sum.h"

#include <algorithm>

#include "passes/issue_costs/address_costs.h"
#include "passes/issue_costs/arithmetic_costs.h"
#include "passes/issue_costs/array_bases.h"
#include "passes/issue_costs/header_code.h"
#include "passes/issue_costs/predication.h"
#include "passes/issue_costs/repeated_values.h"

namespace simtcc {
namespace {

// What a branch or a predicated instruction takes behind the comparison that decides it, beyond what arithmetic would wait for that: ptxas
// lets 13 cycles pass between the two, where sums wait for each other for 4. The branch itself keeps its warp for 5 more (the stall counts of
// machine code: CUDA 13.0, sm_90), and for about 10 where it is taken: a round of 28 cycles by these counts took 34 on an H200
// (sieve_1m of agreement/timing/unseen.cu, one warp a scheduler).
constexpr unsigned kDecided = 9;
constexpr unsigned kPassedBranch = 5;
constexpr unsigned kTakenBranch = 10;

// The unit for logic, comparisons and choices (sums and shifts to the left have another way, IMAD) takes a warp in two cycles,
// where a scheduler issues an instruction each (64 results a cycle and SM: CUDA C++ Programming Guide, "Arithmetic
// Instructions", compute capability 9.0).
constexpr unsigned kAluCycles = 2;
bool is_least_or_largest(const llvm::CallInst& call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  return chooses(call) || id == llvm::Intrinsic::minnum || id == llvm::Intrinsic::maxnum;
}
bool is_for_alu(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::And:
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor:
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr:
    case llvm::Instruction::ICmp:
    case llvm::Instruction::FCmp:
    case llvm::Instruction::Select:
      return true;
    case llvm::Instruction::Call:
      return is_least_or_largest(llvm::cast<llvm::CallInst>(instruction));
    default:
      return false;
  }
}

// There are two units for sums and products of floats, so that a warp alone can issue one in each cycle.
bool is_for_floats(const llvm::Instruction& instruction) {
  const llvm::Type* const type = instruction.getType()->getScalarType();
  if (!type->isFloatTy() && !type->isHalfTy()) return false;
  switch (instruction.getOpcode()) {
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
    case llvm::Instruction::FMul:
    case llvm::Instruction::FNeg:
      return true;
    case llvm::Instruction::Call: {
      const llvm::Intrinsic::ID id = llvm::cast<llvm::CallInst>(instruction).getIntrinsicID();
      return id == llvm::Intrinsic::fma || id == llvm::Intrinsic::fmuladd;
    }
    default:
      return false;
  }
}

// IMAD has half of what multiplies floats: a warp in two cycles as well (four_chains_integer_multiply_add of
// agreement/timing/mechanisms.cu: 2.07). IMAD.HI of a division by a constant takes as long as two.
unsigned products_in(const llvm::Instruction& instruction) {
  const bool has_variable =
      instruction.getNumOperands() > 1 && !llvm::isa<llvm::Constant>(instruction.getOperand(1));
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Mul:
      return has_variable ? 1 : 0;
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem: {
      if (issue_cost_of(instruction).slots == kLongDivision) return kLongDivisionProducts;
      const auto* const divisor = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
      if (divisor == nullptr || divisor->getValue().isPowerOf2() || is_wide(instruction.getType())) return 0;
      if (is_found_by_another(instruction)) return 1;
      return is_remainder(instruction) ? 3 : 2;
    }
    default:
      return 0;
  }
}

// Whether it is arithmetic of what a round begins with, and of what stays the same.
bool comes_from_counters(const llvm::Value& value, unsigned depth = 0) {
  constexpr unsigned kDeepest = 5;
  const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || llvm::isa<llvm::PHINode>(instruction)) return true;
  if (depth > kDeepest || instruction->mayReadOrWriteMemory() || llvm::isa<llvm::CallBase>(instruction))
    return false;
  return llvm::all_of(instruction->operands(), [&](const llvm::Use& operand) {
    return comes_from_counters(*operand.get(), depth + 1);
  });
}

// Whether no way through the loop's rounds passes the instruction by.
bool runs_in_each_round(const llvm::Instruction& instruction, const llvm::Loop& loop) {
  const llvm::BasicBlock* const block = instruction.getParent();
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen{block};
  llvm::SmallVector<const llvm::BasicBlock*, 16> open;
  const auto add = [&](const llvm::BasicBlock* next) {
    if (loop.contains(next) && seen.insert(next).second) open.push_back(next);
  };
  add(loop.getHeader());
  while (!open.empty()) {
    const llvm::BasicBlock* const at = open.pop_back_val();
    if (at == loop.getLoopLatch()) return false;
    for (const llvm::BasicBlock* next : llvm::successors(at)) add(next);
  }
  return true;
}

// What a division takes once its divisor's reciprocal is known (the rounds of loops around one, nvcc 13.0 for sm_90).
IssueCost next_division(const llvm::Instruction& division) {
  const bool leaves_rest = is_remainder(division);
  if (is_signed_division(division)) return {leaves_rest ? 12U : 14U, 56};
  return {leaves_rest ? 8U : 9U, 48};
}

}  // namespace

void IssueSum::add(const llvm::Instruction& instruction) {
  IssueCost cost = issue_cost_of(instruction);
  if (divides_again(instruction)) cost = next_division(instruction);
  const bool rounds = is_rounding(instruction);
  if (rounds) {
    roundings_ += kTenthsOfRounding;
    cost = {roundings_ / 10, kRoundingLatency};
    roundings_ %= 10;
  } else if (in_short_floats(instruction) && !instruction.mayReadOrWriteMemory()) {
    cost = is_widened_short_float(instruction) ? IssueCost{1, kRoundingLatency} : IssueCost{};
  }
  if (is_for_alu(instruction)) alu_ += cost.slots;
  if (is_for_floats(instruction)) sum_.floats += cost.slots;
  if (!is_repeated(instruction) && !is_of_byte_products(instruction)) products_ += products_in(instruction);
  special_ += cost.special;
  doubles_ += cost.doubles;
  unsigned depth = branched_;
  unsigned behind_loads = branched_behind_loads_;
  bool waits = false;
  // What a round begins with, the round before has found.
  const auto* const phi = rounds ? nullptr : llvm::dyn_cast<llvm::PHINode>(&instruction);
  const bool begins_round = phi != nullptr && loop_ != nullptr && loop_->getHeader() == phi->getParent();
  if (phi != nullptr && !begins_round) {
    for (const llvm::BasicBlock* from : phi->blocks()) depth = std::max(depth, guards_.lookup(from));
  } else if (instruction.mayReadOrWriteMemory()) {
    depth = std::max(depth, guards_.lookup(instruction.getParent()));
  }
  for (const llvm::Value* operand : instruction.operands()) {
    const auto* const known = loaded_.find(operand) == loaded_.end() ? nullptr : operand;
    waits |= known != nullptr;
    if (begins_round) continue;
    depth = std::max(depth, depths_.lookup(operand));
    if (known != nullptr) behind_loads = std::max(behind_loads, behind_loads_.lookup(operand));
  }
  depth += cost.latency;
  if (depth != 0) depths_[&instruction] = depth;
  sum_.slots += cost.slots + slots_for_array_bases(instruction);
  longest_ = std::max(longest_, depth);
  if (cost.branches) branched_ = depth;
  const bool is_load = llvm::isa<llvm::LoadInst>(instruction);
  if (waits || is_load) loaded_.insert(&instruction);
  const bool is_behind_branch = branched_behind_loads_ != 0 && cost.latency != 0;
  if ((!waits && !is_behind_branch) || is_load) return;
  behind_loads += cost.latency;
  behind_loads_[&instruction] = behind_loads;
  if (cost.branches) branched_behind_loads_ = behind_loads;
  longest_behind_loads_ = std::max(longest_behind_loads_, behind_loads);
}

void IssueSum::add_loop_branch(const llvm::Instruction& branch, bool closes_round) {
  const unsigned left = closes_round ? kTakenBranch : kPassedBranch;
  unsigned decided = 0;
  unsigned decided_behind_loads = 0;
  if (branch.getNumSuccessors() > 1 && !is_known_early(branch.getOperand(0))) {
    const llvm::Value* const condition = branch.getOperand(0);
    decided = depths_.lookup(condition) + kDecided;
    if (loaded_.contains(condition)) decided_behind_loads = behind_loads_.lookup(condition) + kDecided;
  }
  longest_ = std::max(longest_, decided) + left;
  if (decided_behind_loads != 0)
    longest_behind_loads_ = std::max(longest_behind_loads_, decided_behind_loads) + left;
}

// Whether nothing but the loop's counters decides, and a wait or a barrier of the round passed meanwhile.
bool IssueSum::is_known_early(const llvm::Value* condition) const {
  return began_anew_ && comes_from_counters(*condition);
}

// A branch that all lanes take the same way, and where its ways meet again (BSSY, BRA, BSYNC), whichever way that is; where all lanes
// of the block decide alike there is BRA alone. A guarded stretch of shared loads took 204 cycles a round, the same without the branch
// 165, and a round that passed it by 46 where an empty one takes 29; with a condition for the whole block 191 and 33 (H200, CUDA 13.0).
void IssueSum::add_branch(const llvm::Instruction& branch, bool is_uniform) {
  constexpr unsigned kWays = 20;
  constexpr unsigned kUniform = 8;
  const llvm::Value* const condition = &condition_of(branch);
  const unsigned left = (is_uniform ? kUniform : kWays) + (is_known_early(condition) ? 0 : kDecided);
  const bool is_switch = llvm::isa<llvm::SwitchInst>(branch);
  const unsigned decided =
      is_known_early(condition)
          ? 0
          : depths_.lookup(is_switch ? static_cast<const llvm::Value*>(&branch) : condition);
  const unsigned behind_loads = loaded_.contains(condition) ? behind_loads_.lookup(condition) + left : 0;
  constexpr unsigned kAround = 2;  // BSSY and BSYNC
  if (!is_uniform) sum_.slots += kAround;
  // The side that stands first ends with a branch around the other.
  const bool has_else = llvm::all_of(llvm::successors(branch.getParent()), [](const llvm::BasicBlock* side) {
    return side->getUniquePredecessor() != nullptr;
  });
  delay(std::max(branched_, decided) + left + (has_else ? kTakenBranch : 0), behind_loads);
}

namespace {

// Whether a predicated block only passes on a value that was there before: a predicated MOV, where a sum of its own would be written to the
// register at once. A constant on the way past the block is moved anyway, and of two values SEL chooses.
bool is_moved_by_predicate(const llvm::BasicBlock& block, const llvm::PHINode& phi) {
  const llvm::BasicBlock* const before = block.getSinglePredecessor();
  const auto* const branch =
      before == nullptr ? nullptr : llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
  if (branch == nullptr || !branch->isConditional() || !is_predicated(*branch)) return false;
  const auto is_passed_on = [&](const llvm::BasicBlock& from) {
    const auto* const made = llvm::dyn_cast<llvm::Instruction>(phi.getIncomingValueForBlock(&from));
    return made == nullptr || made->getParent() != &from;
  };
  if (llvm::isa<llvm::Constant>(phi.getIncomingValueForBlock(&block)) || !is_passed_on(block)) return false;
  const bool has_other_side = phi.getBasicBlockIndex(before) < 0;
  const llvm::BasicBlock* const other =
      has_other_side ? branch->getSuccessor(branch->getSuccessor(0) == &block ? 1 : 0) : before;
  if (llvm::isa<llvm::Constant>(phi.getIncomingValueForBlock(other))) return false;
  return !has_other_side || !is_passed_on(*other) || branch->getSuccessor(0) == &block;
}

// Whether the next round begins with a value while the one of this round is still there: what another value of the round began with, or what
// is compared with it. Both have registers then, and one is moved.
bool is_moved_to_next_round(const llvm::PHINode& phi, const llvm::Value& next) {
  const auto* const other = llvm::dyn_cast<llvm::PHINode>(&next);
  if (other != nullptr && other != &phi && other->getParent() == phi.getParent()) return true;
  return llvm::isa<llvm::Instruction>(next) && llvm::any_of(phi.users(), [&](const llvm::User* user) {
           const auto* const comparison = llvm::dyn_cast<llvm::CmpInst>(user);
           return comparison != nullptr &&
                  (comparison->getOperand(0) == &next || comparison->getOperand(1) == &next);
         });
}

unsigned registers_of(const llvm::Type* type) { return is_wide(type) || is_double(type) ? 2 : 1; }

}  // namespace

// MOV or IMAD.MOV for each; BSSY and BSYNC around such a loop (happy_numbers and walk_cubes of agreement/timing/practice.cu).
void IssueSum::add_moves(const llvm::BasicBlock& block, bool parts_in_loop) {
  constexpr unsigned kAround = 2;
  if (parts_in_loop) sum_.slots += kAround;
  if (is_of_short_float(*block.getTerminator()) || is_of_header_function(*block.getTerminator())) return;
  for (const llvm::BasicBlock* next : llvm::successors(&block)) {
    if (next->getSinglePredecessor() != nullptr) continue;
    for (const llvm::PHINode& phi : next->phis()) {
      const llvm::Value* const value = phi.getIncomingValueForBlock(&block);
      const bool is_number = phi.getType()->isIntegerTy() || phi.getType()->isFloatingPointTy();
      if (is_number && !phi.getType()->isIntegerTy(1) && llvm::isa<llvm::Constant>(value) &&
          !llvm::isa<llvm::UndefValue>(value))
        ++sum_.slots;
      const bool closes_round = loop_ != nullptr && loop_->getHeader() == next && loop_->contains(&block);
      if (!is_number || phi.getType()->isIntegerTy(1)) continue;
      if (is_moved_by_predicate(block, phi) || (closes_round && is_moved_to_next_round(phi, *value)))
        sum_.slots += registers_of(phi.getType());
    }
  }
}

void IssueSum::end_block() {
  branched_ = std::max(branched_, longest_ - std::min(longest_, kArithmetic));
  if (longest_behind_loads_ == 0) return;
  branched_behind_loads_ =
      std::max(branched_behind_loads_, longest_behind_loads_ - std::min(longest_behind_loads_, kArithmetic));
}

// Nothing that comes begins before.
void IssueSum::delay(unsigned depth, unsigned behind_loads) {
  began_anew_ = true;
  branched_ = depth;
  longest_ = std::max(longest_, depth);
  if (behind_loads == 0) return;
  branched_behind_loads_ = behind_loads;
  longest_behind_loads_ = std::max(longest_behind_loads_, behind_loads);
}

// What a division needs of its divisor, the next by the same one in its block needs too. Where all rounds of a loop divide by
// one number, nvcc finds it ahead of the loop; not where only some rounds come to the division, as it moves nothing out of a branch
// that may never be taken.
bool IssueSum::divides_again(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem:
      break;
    default:
      return false;
  }
  const llvm::Value* const divisor = instruction.getOperand(1);
  if (llvm::isa<llvm::Constant>(divisor) || is_wide(divisor->getType())) return false;
  if (loop_ != nullptr && loop_->isLoopInvariant(divisor) && runs_in_each_round(instruction, *loop_))
    return !is_found_by_another(instruction);
  if (divided_in_ != instruction.getParent()) divisors_.clear();
  divided_in_ = instruction.getParent();
  return !divisors_.insert(divisor).second && !is_found_by_another(instruction);
}

// What the optimiser made anew has no line: it belongs to what stands before it.
bool IssueSum::in_short_floats(const llvm::Instruction& instruction) {
  const llvm::DebugLoc& where = instruction.getDebugLoc();
  if (where && where.getLine() != 0) in_short_floats_ = is_of_short_float(instruction);
  return in_short_floats_;
}

void IssueSum::add_entry(const llvm::Function& kernel) {
  constexpr unsigned kAlways = 2;
  sum_.slots += kAlways;
  for (const llvm::Argument& argument : kernel.args()) sum_.slots += argument.use_empty() ? 0U : 1U;
}

IssueCost IssueSum::take() {
  IssueCost taken = std::exchange(sum_, {});
  taken.unit = std::max({kAluCycles * std::exchange(alu_, 0), kAluCycles * std::exchange(products_, 0),
                         std::exchange(special_, 0), std::exchange(doubles_, 0)});
  taken.latency = longest_ - std::exchange(taken_, longest_);
  taken.behind_loads = longest_behind_loads_ - std::exchange(taken_behind_loads_, longest_behind_loads_);
  return taken;
}

IssueCost IssueSum::take_before(std::uint32_t level) {
  const IssueCost taken = take();
  const bool begins_anew = level != level_ || level == UINT32_MAX;
  if (begins_anew) begin_chains();
  began_anew_ |= begins_anew;
  level_ = level;
  return taken;
}

// Its accesses, and what others take from it; ptxas computes the rest without waiting for the predicate.
void IssueSum::guard(const llvm::BasicBlock& block, const llvm::Value* condition) {
  guards_[&block] = std::max(branched_, depths_.lookup(condition)) + kDecided;
}

void IssueSum::begin_chains() {
  guards_.clear();
  depths_.clear();
  behind_loads_.clear();
  branched_ = branched_behind_loads_ = 0;
  longest_ = taken_ = 0;
  longest_behind_loads_ = taken_behind_loads_ = 0;
  began_anew_ = false;
}

}  // namespace simtcc