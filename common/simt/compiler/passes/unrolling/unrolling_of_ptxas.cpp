#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <algorithm>

#include "front/kernels.h"
#include "passes/issue_costs/header_code.h"
#include "passes/issue_costs/issue_costs.h"
#include "passes/passes.h"
#include "passes/runtime_calls.h"
#include "passes/shared_memory.h"
#include "passes/unrolling/unrolled_loops.h"
#include "passes/unrolling/unrolling.h"

namespace simtcc {
namespace {

// Divisions and square roots that round correctly have a way of their own for numbers that are hard, and are calls there. Barriers and
// shuffles are instructions.
bool is_call(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const auto* const intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (is_call_of(instruction, "simt_barrier") || is_call_of(instruction, "simt_shuffle")) return false;
  const bool may_be_hard = instruction.getOpcode() == llvm::Instruction::FDiv ||
                           (intrinsic != nullptr && intrinsic->getIntrinsicID() == llvm::Intrinsic::sqrt);
  return may_be_hard ? !instruction.hasAllowReassoc() : call != nullptr && intrinsic == nullptr;
}

bool calls_anything(const llvm::Loop& loop) {
  return std::any_of(loop.block_begin(), loop.block_end(), [](const llvm::BasicBlock* block) {
    return std::any_of(block->begin(), block->end(), is_call);
  });
}

// The block behind an `if` without `else` at the block's end; null if it ends in another way.
llvm::BasicBlock* guarded_by(const llvm::BasicBlock& block) {
  const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch == nullptr || !branch->isConditional()) return nullptr;
  for (unsigned side = 0; side < 2; ++side) {
    llvm::BasicBlock* const guarded = branch->getSuccessor(side);
    if (guarded->getSinglePredecessor() == &block &&
        guarded->getSingleSuccessor() == branch->getSuccessor(1 - side))
      return guarded;
  }
  return nullptr;
}

// Whether the block ends with an `if` around so few instructions, addresses among them, that it counts for nothing where unrolling is
// decided: ptxas unrolled spmv_ell of agreement/timing/outside.cu by 16, and k_diagonals of held_out.cu, with more behind its `if`, by
// four.
bool guards_few(const llvm::BasicBlock& block) {
  constexpr unsigned kFew = 6;
  const llvm::BasicBlock* const guarded = guarded_by(block);
  return guarded != nullptr && llvm::count_if(*guarded, [](const llvm::Instruction& instruction) {
                                 return !llvm::isa<llvm::CastInst>(instruction) &&
                                        !llvm::isa<llvm::PHINode>(instruction) &&
                                        !instruction.isTerminator() && !instruction.isDebugOrPseudoInst();
                               }) <= kFew;
}

// What an instruction counts for where unrolling is decided: an address one for each index, a sum of 64 bits two. The limits below were
// found that way; issue_cost_of() knows more of addresses.
unsigned counted_slots(const llvm::Instruction& instruction) {
  if (const auto* const element = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    return static_cast<unsigned>(llvm::count_if(
        element->indices(), [](const llvm::Use& index) { return !llvm::isa<llvm::Constant>(index.get()); }));
  }
  if (llvm::isa<llvm::BranchInst>(instruction))
    return instruction.getNumSuccessors() > 1 && !guards_few(*instruction.getParent()) ? 1 : 0;
  const unsigned slots = issue_cost_of(instruction).slots;
  const bool is_wide_sum =
      instruction.getOpcode() == llvm::Instruction::Add && instruction.getType()->isIntegerTy(64);
  return is_wide_sum && slots != 0 ? 2 : slots;
}

// What a block of the loop issues, without counters and addresses that run in equal steps: one pointer stands for all of them.
unsigned slots_in(llvm::BasicBlock& block, const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  // A function such as expf() is more to ptxas than what is issued for it: four of them it does not unroll again.
  constexpr unsigned kFunction = 7;
  unsigned slots = 0;
  for (llvm::Instruction& instruction : block) {
    if (evolution.isSCEVable(instruction.getType())) {
      const llvm::SCEV* const value = evolution.getSCEV(&instruction);
      if (llvm::isa<llvm::SCEVAddRecExpr>(value) || evolution.isLoopInvariant(value, &loop)) continue;
    }
    if (is_of_short_float(instruction)) {
      slots += stands_for_one(instruction) ? 1U : 0U;
      continue;
    }
    const unsigned cost = counted_slots(instruction);
    slots += cost + (llvm::isa<llvm::IntrinsicInst>(instruction) && cost >= kFunction ? kFunction / 2 : 0);
  }
  return slots;
}

// Whether ptxas makes one block of the loop: it is one, or has a few short `if`s without `else`, which ptxas predicates. It did so
// with up to four, of up to two loads and an addition each, and left alone loops with eight, with an `else`, with an `if` in
// an `if`, and with four loads in one (CUDA 13.0, sm_90).
bool becomes_one_block(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  constexpr unsigned kMostGuarded = 4;
  constexpr unsigned kMostSlots = 6;
  unsigned guarded = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    if (block == loop.getLoopLatch()) continue;
    if (block->getSingleSuccessor() != nullptr) continue;
    llvm::BasicBlock* const behind = guarded_by(*block);
    if (behind == nullptr || behind == loop.getLoopLatch()) return false;
    if (slots_in(*behind, loop, evolution) > kMostSlots) return false;
    ++guarded;
  }
  return guarded <= kMostGuarded;
}

// A loop with `#pragma unroll`; loops that hold what is left of others are marked so too.
bool must_stay(const llvm::Loop& loop) {
  const auto has = [&](const char* property) {
    return llvm::findOptionMDForLoop(&loop, property) != nullptr;
  };
  return has("simt.keep_rolled") || (has("llvm.loop.unroll.disable") && !has(kUnrolledForSize));
}

// The counter that a side of the comparison at a loop's end is; null: it is none.
const llvm::SCEVAddRecExpr* counter_in(llvm::Value* side, llvm::ScalarEvolution& evolution) {
  return llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(side));
}

// By how much it grows or shrinks each round; 0: that is known at run time only.
std::uint64_t step_of(const llvm::SCEVAddRecExpr& counter, llvm::ScalarEvolution& evolution) {
  const auto* const step = llvm::dyn_cast<llvm::SCEVConstant>(counter.getStepRecurrence(evolution));
  return step == nullptr ? 0 : step->getAPInt().abs().getLimitedValue();
}

// Whether the first value is so many of the steps that the index makes in each of the loop's four copies, and nothing is added.
bool begins_at_steps(const llvm::SCEVAddRecExpr& index, llvm::ScalarEvolution& evolution) {
  constexpr unsigned kCopies = 4;
  const auto times = [&](const llvm::SCEV* value, unsigned factor) {
    return evolution.getMulExpr(value, evolution.getConstant(value->getType(), factor));
  };
  const llvm::SCEV* const start = times(index.getStart(), kCopies);
  for (unsigned copy = 0; copy < kCopies; ++copy) {
    if (start == times(index.getStepRecurrence(evolution), copy)) return true;
  }
  return false;
}

// Whether it is for shared memory alone, whose addresses have 32 bits themselves.
bool is_index_of_shared(const llvm::Instruction& index) {
  return llvm::all_of(index.users(), [](const llvm::User* user) {
    const auto* const element = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
    return element != nullptr && element->getPointerAddressSpace() == kSharedSpace;
  });
}

// An index of 32 bits that may overflow, as unsigned ones do that are computed: no address can run along with it, and LLVM has made one of it
// and the counter from the other. A product with what is known at run time only is none (31 small loops; CUDA 13.0, sm_90).
bool has_index_of_its_own(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      if (!llvm::isa<llvm::ZExtInst>(instruction) || !instruction.getType()->isIntegerTy(64)) continue;
      const llvm::SCEVAddRecExpr* const index = counter_in(instruction.getOperand(0), evolution);
      if (index == nullptr || counter_in(&instruction, evolution) != nullptr) continue;
      if (is_index_of_shared(instruction)) continue;
      if (step_of(*index, evolution) != 0 || !begins_at_steps(*index, evolution)) return true;
    }
  }
  return false;
}

bool counts_by_one(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  const llvm::ICmpInst* const end = end_of(loop);
  return end != nullptr && llvm::any_of(end->operands(), [&](const llvm::Use& side) {
           const llvm::SCEVAddRecExpr* const counter = counter_in(side.get(), evolution);
           return counter != nullptr && step_of(*counter, evolution) == 1;
         });
}

// Whether the loop has so few instructions that ptxas unrolls it: up to 20 without memory, with it up to 47, of which a load counts
// for one and a half; with accesses to shared memory alone it goes up to 88. (Loops of 2 to 20 loads and additions, of 8 to 14
// multiplications, of 2 to 10 loads by two pointers; CUDA 13.0, sm_90.) Of products by tiles, around barriers, it unrolls one with tiles
// of 16 x 16 whose counter is the tile's first column, and neither one that counts tiles, nor one of 24 x 24, nor one that nvcc has
// unrolled by two.
bool is_small(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  constexpr unsigned kWithoutMemory = 20;
  constexpr unsigned kWithMemory = 47;
  constexpr unsigned kWithSharedMemory = 96;
  constexpr unsigned kWithBarrier = 61;
  constexpr unsigned kCounting = 3;  // the counter, the comparison and the branch
  unsigned size = kCounting;
  unsigned accesses = 0;
  unsigned shared = 0;
  for (llvm::BasicBlock* block : loop.blocks()) {
    size += slots_in(*block, loop, evolution);
    for (const llvm::Instruction& instruction : *block) {
      const llvm::Value* const pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr || pointer->getType()->getPointerAddressSpace() == kConstantSpace) continue;
      ++accesses;
      if (pointer->getType()->getPointerAddressSpace() == kSharedSpace) ++shared;
    }
  }
  if (2 * shared > accesses && has_barrier(loop))
    return size + (counts_by_one(loop, evolution) ? 1U : 0U) <= kWithBarrier;
  if (2 * shared > accesses) return size <= kWithSharedMemory;
  return accesses == 0 ? size <= kWithoutMemory : size + accesses / 2 <= kWithMemory;
}

// Whether a counter of 64 bits was one of 32 bits in the source, and LLVM widened it: its bound says so. One that the source widens, as
// `i < (size_t)n` does, keeps its sign.
bool was_narrow(const llvm::SCEV* bound) {
  return llvm::SCEVExprContains(bound, [](const llvm::SCEV* part) {
    const auto* const cast = llvm::dyn_cast<llvm::SCEVZeroExtendExpr>(part);
    return cast != nullptr && cast->getOperand()->getType()->isIntegerTy(32);
  });
}

// Whether a counter of 32 bits that begins anywhere and grows is widened and then multiplied, as in `a[(size_t)row * columns]`: nvcc's LLVM
// counts in 64 bits then and compares the lower half, in which ptxas sees no counter. If it begins at a constant, rounds are counted
// apart (CUDA 13.0, sm_90: 39 small loops).
bool multiplies_widened_counter(const llvm::Loop& loop, std::uint64_t step,
                                llvm::ScalarEvolution& evolution) {
  const auto is_widened_counter = [&](llvm::Value* value) {
    if (!llvm::isa<llvm::SExtInst>(value) && !llvm::isa<llvm::ZExtInst>(value)) return false;
    const llvm::SCEVAddRecExpr* const counter =
        counter_in(llvm::cast<llvm::CastInst>(value)->getOperand(0), evolution);
    return counter != nullptr && counter->getLoop() == &loop && counter->getType()->isIntegerTy(32) &&
           !llvm::isa<llvm::SCEVConstant>(counter->getStart()) && step_of(*counter, evolution) == step &&
           evolution.isKnownPositive(counter->getStepRecurrence(evolution));
  };
  return llvm::any_of(loop.blocks(), [&](llvm::BasicBlock* block) {
    return llvm::any_of(*block, [&](llvm::Instruction& instruction) {
      return instruction.getOpcode() == llvm::Instruction::Mul &&
             llvm::any_of(instruction.operands(),
                          [&](const llvm::Use& operand) { return is_widened_counter(operand.get()); });
    });
  });
}

// Whether the loop ends at a comparison of a counter that runs in equal steps with what does not change.
bool counts_towards_a_bound(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  const llvm::ICmpInst* const end = end_of(loop);
  if (end == nullptr) return false;
  for (unsigned side = 0; side < 2; ++side) {
    const llvm::SCEVAddRecExpr* const counter = counter_in(end->getOperand(side), evolution);
    if (counter == nullptr || !counter->isAffine() || step_of(*counter, evolution) == 0) continue;
    const llvm::SCEV* const bound = evolution.getSCEV(end->getOperand(1 - side));
    if (!evolution.isLoopInvariant(bound, &loop)) continue;
    if (!end->isEquality()) return !multiplies_widened_counter(loop, step_of(*counter, evolution), evolution);
    const bool is_wide = end->getOperand(side)->getType()->isIntegerTy(64);
    if (!(is_wide && !was_narrow(bound)) && !has_index_of_its_own(loop, evolution)) return true;
  }
  return false;
}

// Lets LLVM count the rounds of a loop that ends when its counter passes a bound, as if the counter never overflowed on the way there.
void trust_counter(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  auto* const end =
      const_cast<llvm::ICmpInst*>(end_of(loop));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  if (end == nullptr || end->isEquality()) return;
  bool is_new = false;
  for (llvm::Value* const side : end->operands()) {
    const auto* const next = llvm::dyn_cast<llvm::BinaryOperator>(side);
    const bool is_next = next != nullptr && next->getOpcode() == llvm::Instruction::Add;
    if (!is_next && !llvm::isa<llvm::PHINode>(side)) continue;
    const auto* const counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(side));
    if (counter == nullptr || counter->getLoop() != &loop) continue;
    // An unsigned counter that runs down is the sum with a large number, which overflows in every round. A signed one that LLVM compares as if
    // it were unsigned is never below zero there.
    if (!end->isSigned() && !evolution.isKnownNonNegative(counter->getStepRecurrence(evolution))) {
      if (!counter->hasNoSignedWrap()) continue;
      end->setPredicate(end->getSignedPredicate());
    }
    evolution.setNoWrapFlags(
        const_cast<llvm::SCEVAddRecExpr*>(counter),  // NOLINT(cppcoreguidelines-pro-type-const-cast)
        end->isSigned() ? llvm::SCEV::FlagNSW : llvm::SCEV::FlagNUW);
    is_new = true;
  }
  if (is_new) evolution.forgetLoop(&loop);
}

// Whether the loop loads from and stores to memory that is not shared, and is still as it was written. ptxas does not unroll it then: what it
// stores might be what it loads next (`__restrict__` or not; CUDA 13.0, sm_90). If nvcc's LLVM has unrolled it, ptxas does so once more.
bool loads_and_stores_once(const llvm::Loop& loop) {
  bool loads = false;
  llvm::SmallPtrSet<const llvm::DILocation*, 8> stores;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      const llvm::Value* const pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr || pointer->getType()->getPointerAddressSpace() == kSharedSpace) continue;
      loads |= llvm::isa<llvm::LoadInst>(instruction);
      const bool is_copy =
          llvm::isa<llvm::StoreInst>(instruction) && !stores.insert(instruction.getDebugLoc().get()).second;
      if (is_copy) return false;
    }
  }
  return loads && !stores.empty();
}

// Unrolls the loop to so many rounds at once. The rounds that remain are in a loop behind it, which is
// returned.
llvm::Loop* unroll(llvm::Loop& loop, unsigned count, LoopAnalyses& with) {
  llvm::Loop* rest = nullptr;
  const bool done =
      llvm::UnrollRuntimeLoopRemainder(&loop, count, true, true, false, false, &with.loops, &with.evolution,
                                       &with.dominators, &with.assumptions, &with.target, true, &rest);
  if (!done) return nullptr;
  llvm::UnrollLoopOptions options{};
  options.Count = count;
  options.Force = true;
  options.AllowExpensiveTripCount = true;
  llvm::UnrollLoop(&loop, options, &with.loops, &with.evolution, &with.dominators, &with.assumptions,
                   &with.target, &with.remarks, true);
  for (llvm::BasicBlock* block : loop.blocks()) {
    if (block != loop.getLoopLatch() && loop.isLoopExiting(block))
      block->getTerminator()->setMetadata(kNeverLeavesNote, llvm::MDNode::get(block->getContext(), {}));
  }
  return rest;
}

// Unrolls loops as ptxas does, after LLVM has unrolled what nvcc's own LLVM would.
//
// ptxas unrolls an innermost loop of one block whose counter runs in equal steps towards a bound, if it is small: four rounds
// as long as more than three are left, then two, then one. It does not ask whether the counter might overflow, as LLVM does where its
// step is unsigned (cooperative groups: `i += warp.size()`), but leaves a loop whose step is known at run time only. Where LLVM
// has unrolled a loop, its counter is compared for equality; ptxas still sees a counter in it if no address needs a second
// counter of 32 bits in the same steps. Seen in the machine code of agreement/kernels/unrolling.cu and divergence.cu, of
// agreement/timing/launches.cu, and of loops of many sizes (CUDA 13.0, sm_90). Which lanes are together in such a loop depends on it, and
// so does how many requests there are.
struct UnrollAgainPass : llvm::PassInfoMixin<UnrollAgainPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    LoopAnalyses with = loop_analyses(function, analyses);
    llvm::SmallVector<llvm::Loop*, 8> candidates;
    for (llvm::Loop* loop : with.loops.getLoopsInPreorder()) {
      if (!loop->isInnermost() || loop->getLoopLatch() == nullptr) continue;
      if (must_stay(*loop) || calls_anything(*loop) || !becomes_one_block(*loop, with.evolution)) continue;
      if (loads_and_stores_once(*loop)) continue;
      if (counts_towards_a_bound(*loop, with.evolution) && is_small(*loop, with.evolution))
        candidates.push_back(loop);
    }
    for (llvm::Loop* loop : candidates) {
      prepare_unrolling(*loop, with);
      trust_counter(*loop, with.evolution);
      if (llvm::Loop* const rest = unroll(*loop, 4, with)) unroll(*rest, 2, with);
    }
    return candidates.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
  }
};

}  // namespace

void add_unrolling_of_ptxas(llvm::FunctionPassManager& passes) { passes.addPass(UnrollAgainPass()); }

}  // namespace simtcc
