#include "passes/unrolling.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Transforms/Utils/LoopRotationUtils.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include "front/annotations.h"
#include "passes/issue_costs.h"
#include "passes/passes.h"
#include "passes/runtime_calls.h"
#include "passes/shared_memory.h"
#include "passes/unrolled_loops.h"
#include "passes/unrolling_around_barriers.h"

namespace simtcc {
namespace {

// Unrolls loops as ptxas does, after LLVM has unrolled what nvcc's own LLVM would.
//
// ptxas unrolls an innermost loop of one block whose counter runs in equal steps towards a bound, if it is small: four rounds
// as long as more than three are left, then two, then one. It leaves a loop whose step is known at run time only. Where LLVM
// has unrolled a loop, its counter is compared for equality; ptxas still sees a counter in it if no address needs a second
// counter of 32 bits, as unsigned indices do that are computed: LLVM then computes one of the two from the other. Seen in the machine code of
// agreement/kernels/unrolling.cu and divergence.cu, of agreement/timing/launches.cu, and of loops of many sizes (CUDA 13.0,
// sm_90). Which lanes are together in such a loop depends on it, and so does how many requests there are.

class UnrollAgainPass : public llvm::PassInfoMixin<UnrollAgainPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

// Divisions and square roots that round correctly have a way of their own for numbers that are hard, and are calls there.
bool is_call(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const auto* const intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  const bool may_be_hard = instruction.getOpcode() == llvm::Instruction::FDiv ||
                           (intrinsic != nullptr && intrinsic->getIntrinsicID() == llvm::Intrinsic::sqrt);
  if (may_be_hard) return !instruction.hasAllowReassoc();
  // Loops with a barrier ptxas unrolls like others (CUDA 13.0, sm_90).
  if (is_call_of(instruction, "simt_barrier") || is_call_of(instruction, "simt_sync_warp")) return false;
  return call != nullptr && intrinsic == nullptr;
}

bool calls_anything(const llvm::Loop& loop) {
  return std::any_of(loop.block_begin(), loop.block_end(), [](const llvm::BasicBlock* block) {
    return std::any_of(block->begin(), block->end(), is_call);
  });
}

// Of the many instructions for one of a GPU's for numbers of 16 bits: where the bits of a number are taken, and where a
// result is rounded.
bool stands_for_one(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::ZExtInst>(instruction)) return instruction.getOperand(0)->getType()->isIntegerTy(16);
  return llvm::isa<llvm::PHINode>(instruction) && instruction.getType()->isIntegerTy(16);
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

// An index of 32 bits that runs with the loop and may overflow, as unsigned ones do that are computed: no address can run
// along with it.
bool has_index_of_its_own(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      if (!llvm::isa<llvm::ZExtInst>(instruction) || !instruction.getType()->isIntegerTy(64)) continue;
      const bool runs = llvm::isa<llvm::SCEVAddRecExpr>(evolution.getSCEV(instruction.getOperand(0)));
      if (runs && !llvm::isa<llvm::SCEVAddRecExpr>(evolution.getSCEV(&instruction))) return true;
    }
  }
  return false;
}

// Whether the loop has so few instructions that ptxas unrolls it: up to 20 without memory, with it up to 47, of which a load counts
// for one and a half; with accesses to shared memory alone it goes up to 88. (Loops of 2 to 20 loads and additions, of 8 to 14
// multiplications, of 2 to 10 loads by two pointers; CUDA 13.0, sm_90.)
bool is_small(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  constexpr unsigned kWithoutMemory = 20;
  constexpr unsigned kWithMemory = 47;
  constexpr unsigned kWithSharedMemory = 96;
  constexpr unsigned kCounting = 3;  // the counter, the comparison and the branch
  unsigned size = kCounting;
  unsigned accesses = 0;
  unsigned shared = 0;
  for (llvm::BasicBlock* block : loop.blocks()) {
    size += slots_in(*block, loop, evolution);
    for (const llvm::Instruction& instruction : *block) {
      const llvm::Value* const pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr) continue;
      ++accesses;
      if (pointer->getType()->getPointerAddressSpace() == kSharedSpace) ++shared;
    }
  }
  if (2 * shared > accesses) return size <= kWithSharedMemory;
  return accesses == 0 ? size <= kWithoutMemory : size + accesses / 2 <= kWithMemory;
}

// Whether a counter of 64 bits was one of 32 bits in the source: its bound says so.
bool was_narrow(const llvm::SCEV* bound) {
  return llvm::SCEVExprContains(bound, [](const llvm::SCEV* part) {
    const auto* const cast = llvm::dyn_cast<llvm::SCEVCastExpr>(part);
    return cast != nullptr && cast->getOperand()->getType()->isIntegerTy(32);
  });
}

// Whether the loop ends at a comparison of a counter that runs in equal steps with what does not change.
bool counts_towards_a_bound(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(loop.getLoopLatch()->getTerminator());
  if (branch == nullptr || !branch->isConditional()) return false;
  const auto* const compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
  if (compare == nullptr || (compare->isEquality() && has_index_of_its_own(loop, evolution))) return false;
  for (unsigned side = 0; side < 2; ++side) {
    const auto* const counter =
        llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(compare->getOperand(side)));
    const bool has_bound = evolution.isLoopInvariant(evolution.getSCEV(compare->getOperand(1 - side)), &loop);
    const bool is_wide = compare->getOperand(side)->getType()->isIntegerTy(64);
    if (compare->isEquality() && is_wide && !was_narrow(evolution.getSCEV(compare->getOperand(1 - side))))
      continue;
    if (counter != nullptr && counter->isAffine() && has_bound &&
        llvm::isa<llvm::SCEVConstant>(counter->getStepRecurrence(evolution))) {
      return true;
    }
  }
  return false;
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

llvm::PreservedAnalyses UnrollAgainPass::run(llvm::Function& function,
                                             llvm::FunctionAnalysisManager& analyses) {
  LoopAnalyses with = loop_analyses(function, analyses);
  llvm::SmallVector<llvm::Loop*, 8> candidates;
  for (llvm::Loop* loop : with.loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || loop->getLoopLatch() == nullptr) continue;
    if (must_stay(*loop) || calls_anything(*loop) || !becomes_one_block(*loop, with.evolution)) continue;
    if (counts_towards_a_bound(*loop, with.evolution) && is_small(*loop, with.evolution))
      candidates.push_back(loop);
  }
  for (llvm::Loop* loop : candidates) {
    llvm::simplifyLoop(loop, &with.dominators, &with.loops, &with.evolution, &with.assumptions, nullptr,
                       true);
    llvm::formLCSSARecursively(*loop, with.dominators, &with.loops, &with.evolution);
    if (llvm::Loop* const rest = unroll(*loop, 4, with)) unroll(*rest, 2, with);
  }
  return candidates.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

// Unrolls loops that compute with numbers of 16 bits, before LLVM looks at them. It counts the hundred instructions that stand
// for one of a GPU's, and would leave alone what nvcc unrolls.
class UnrollShortFloatsPass : public llvm::PassInfoMixin<UnrollShortFloatsPass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    LoopAnalyses with = loop_analyses(function, analyses);
    constexpr unsigned kMostWhole = 300;  // LLVM's -unroll-threshold at -O3…
    constexpr unsigned kOfRound = 2;      // …which leaves out what only goes round
    bool has_unrolled = false;
    for (llvm::Loop* loop : with.loops.getLoopsInPreorder()) {
      if (!loop->isInnermost() || has_told(loop->getLoopID())) continue;
      const Size size = size_of(*loop);
      const unsigned rounds = with.evolution.getSmallConstantTripCount(loop);
      if (size.whole > kOfRound && rounds != 0 && rounds * (size.whole - kOfRound) + kOfRound <= kMostWhole) {
        llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.full", 1);
        continue;
      }
      if (size.in_part != 0 && 2 * size.in_part <= kMostUnrolled)
        has_unrolled |= unroll_in_part(*loop, 4 * size.in_part > kMostUnrolled ? 2 : 4, true, with);
    }
    return has_unrolled ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }

 private:
  static bool has_told(const llvm::MDNode* properties) {
    for (unsigned i = 1; properties != nullptr && i < properties->getNumOperands(); ++i) {
      const auto* const property = llvm::dyn_cast<llvm::MDNode>(properties->getOperand(i));
      const auto* const name = property == nullptr || property->getNumOperands() == 0
                                   ? nullptr
                                   : llvm::dyn_cast<llvm::MDString>(property->getOperand(0));
      if (name != nullptr && begins_with(name->getString(), "llvm.loop.unroll")) return true;
    }
    return false;
  }

  // The call of a function like __hfma2(), which is one instruction for both numbers; null: it is part of none.
  static const llvm::DILocation* call_for_pairs(const llvm::Instruction& instruction) {
    const llvm::DILocation* called = nullptr;
    for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at != nullptr;
         at = at->getInlinedAt()) {
      const llvm::StringRef name = at->getScope()->getSubprogram()->getName();
      if (at->getFilename().contains("short_floats/") && begins_with(name, "__h") && name.back() == '2')
        called = at->getInlinedAt();
    }
    return called;
  }

  // As LLVM counts, with what nvcc's headers make of a number of 16 bits; 0 if the loop has none.
  struct Size {
    unsigned in_part =
        0;  // to compare with the limit for some rounds at once: what has no line of its own counts
    unsigned whole =
        0;  // with that for all: it belongs to what stands before it, and a pair's function is one
  };
  static Size size_of(const llvm::Loop& loop) {
    constexpr unsigned kConversion = 2;  // the bits, and the assembly that converts them
    Size size;
    bool has_short = false;
    llvm::SmallPtrSet<const llvm::DILocation*, 8> calls;
    bool follows_short = false;
    for (const llvm::BasicBlock* block : loop.blocks()) {
      for (const llvm::Instruction& instruction : *block) {
        const bool is_short = is_of_short_float(instruction);
        has_short |= is_short;
        if (instruction.getDebugLoc() && instruction.getDebugLoc().getLine() != 0) follows_short = is_short;
        const unsigned converts = stands_for_one(instruction) ? kConversion : 0U;
        const bool is_counted =
            !llvm::isa<llvm::PHINode>(instruction) && !llvm::isa<llvm::CastInst>(instruction) &&
            !llvm::isa<llvm::GetElementPtrInst>(instruction) && !instruction.isDebugOrPseudoInst();
        size.in_part += is_short ? converts : is_counted ? 1U : 0U;
        if (const llvm::DILocation* const call = follows_short ? call_for_pairs(instruction) : nullptr) {
          size.whole += calls.insert(call).second ? kConversion : 0U;
        } else {
          size.whole += follows_short ? converts : is_counted ? 1U : 0U;
        }
      }
    }
    return has_short ? size : Size{};
  }
};

// A property of a loop: ("llvm.loop.unroll.count", 4).
struct LoopProperty {
  llvm::StringRef name;
  const llvm::ConstantInt* value = nullptr;
};

LoopProperty property_of(const llvm::Metadata* operand) {
  LoopProperty property;
  const auto* const node = llvm::dyn_cast_or_null<llvm::MDNode>(operand);
  if (node == nullptr || node->getNumOperands() == 0) return property;
  if (const auto* const name = llvm::dyn_cast<llvm::MDString>(node->getOperand(0)))
    property.name = name->getString();
  if (node->getNumOperands() > 1)
    property.value = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node->getOperand(1));
  return property;
}

// `#pragma unroll`, with a number or without: LLVM does as it is told, and tells ptxas to leave the loop alone then.
bool decides_unrolling(const LoopProperty& property) {
  return property.name == "llvm.loop.unroll.disable" || property.name == "llvm.loop.unroll.enable" ||
         property.name == "llvm.loop.unroll.full" || property.name == "llvm.loop.unroll.count";
}

// Asks LLVM to unroll loops of a known number of rounds that index a local array by their counter, as if they had `#pragma unroll`:
// once every index is known, the array's elements are registers. nvcc unrolls such loops far beyond its usual size (the 6 x 6 x 6
// rounds of batched_small and the 8 x 8 results of sgemm_8x8, agreement/timing/outside.cu: no access to local memory on an H200).
struct UnrollLocalArraysPass : llvm::PassInfoMixin<UnrollLocalArraysPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    LoopAnalyses with = loop_analyses(function, analyses);
    for (llvm::Loop* loop : with.loops.getLoopsInPreorder()) {
      if (loop->getLoopID() != nullptr && is_unrolling_decided(*loop)) continue;
      if (are_rounds_known(*loop, with) && indexes_local_array(*loop, with) && size_of(*loop, with) <= kMost)
        llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.full", 1);
    }
    return llvm::PreservedAnalyses::all();
  }

 private:
  static constexpr unsigned kMost = 8192;  // instructions, before anything is simplified

  // 0 if it is not known, or too many.
  static unsigned rounds_of(llvm::Loop& loop, LoopAnalyses& with) {
    constexpr unsigned kMostRounds = 64;
    const unsigned rounds = with.evolution.getSmallConstantTripCount(&loop);
    return rounds > kMostRounds + 1 ? 0 : rounds;
  }

  // Of the loop and of all loops in it: what an inner one indexes stays unknown otherwise.
  static bool are_rounds_known(llvm::Loop& loop, LoopAnalyses& with) {
    return rounds_of(loop, with) != 0 && llvm::all_of(loop.getSubLoops(), [&](llvm::Loop* inner) {
             return are_rounds_known(*inner, with);
           });
  }

  static bool indexes_local_array(const llvm::Loop& loop, LoopAnalyses& with) {
    const auto is_indexed = [&](const llvm::Instruction& instruction) {
      const llvm::Value* const pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr || !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer)))
        return false;
      const llvm::SCEV* const address = with.evolution.getSCEV(
          const_cast<llvm::Value*>(pointer));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
      return llvm::SCEVExprContains(address, [&](const llvm::SCEV* part) {
        const auto* const runs = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part);
        return runs != nullptr && runs->getLoop() == &loop;
      });
    };
    return std::any_of(loop.block_begin(), loop.block_end(), [&](const llvm::BasicBlock* block) {
      return std::any_of(block->begin(), block->end(), is_indexed);
    });
  }

  // With all loops in it unrolled.
  static unsigned size_of(llvm::Loop& loop, LoopAnalyses& with) {
    unsigned size = 0;
    for (const llvm::BasicBlock* block : loop.blocks()) {
      if (with.loops.getLoopFor(block) == &loop) size += static_cast<unsigned>(block->sizeWithoutDebug());
    }
    for (llvm::Loop* inner : loop.getSubLoops()) size += size_of(*inner, with);
    return size * rounds_of(loop, with);
  }
};

// Unrolls a loop with `#pragma unroll` around loops whose number of rounds depends on it, before LLVM unrolls these by four.
// Then their rounds are known, and with them the indices of local arrays, which become registers.
struct UnrollOuterLoopsPass : llvm::PassInfoMixin<UnrollOuterLoopsPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    LoopAnalyses with = loop_analyses(function, analyses);
    bool changed = rotate_outer_loops(function, with);
    while (llvm::Loop* const loop = next_outer_loop(with)) {
      llvm::simplifyLoop(loop, &with.dominators, &with.loops, &with.evolution, &with.assumptions, nullptr,
                         true);
      llvm::formLCSSARecursively(*loop, with.dominators, &with.loops, &with.evolution);
      llvm::UnrollLoopOptions options{};
      options.Count = with.evolution.getSmallConstantTripCount(loop);
      options.Force = true;
      const auto result = llvm::UnrollLoop(loop, options, &with.loops, &with.evolution, &with.dominators,
                                           &with.assumptions, &with.target, &with.remarks, true);
      if (result != llvm::LoopUnrollResult::FullyUnrolled) break;
      changed = true;
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }

 private:
  static bool is_outer_to_unroll(const llvm::Loop& loop) {
    const bool is_asked_for = llvm::findOptionMDForLoop(&loop, "llvm.loop.unroll.enable") != nullptr ||
                              llvm::findOptionMDForLoop(&loop, "llvm.loop.unroll.full") != nullptr;
    return is_asked_for && !loop.isInnermost();
  }

  // Brings the test to the end of the round, where the number of rounds can be read off.
  static bool rotate_outer_loops(llvm::Function& function, LoopAnalyses& with) {
    constexpr unsigned kLargestHeader = 16;
    const llvm::SimplifyQuery query(function.getParent()->getDataLayout());
    bool changed = false;
    for (llvm::Loop* outer : with.loops.getLoopsInPreorder()) {
      if (!is_outer_to_unroll(*outer)) continue;
      for (llvm::Loop* loop : outer->getLoopsInPreorder()) {
        llvm::simplifyLoop(loop, &with.dominators, &with.loops, &with.evolution, &with.assumptions, nullptr,
                           true);
        llvm::formLCSSARecursively(*loop, with.dominators, &with.loops, &with.evolution);
        changed |= llvm::LoopRotation(loop, &with.loops, &with.target, &with.assumptions, &with.dominators,
                                      &with.evolution, nullptr, query, false, kLargestHeader, false);
      }
    }
    return changed;
  }

  static llvm::Loop* next_outer_loop(LoopAnalyses& with) {
    constexpr unsigned kMostRounds = 64;
    for (llvm::Loop* loop : with.loops.getLoopsInPreorder()) {
      const unsigned rounds = with.evolution.getSmallConstantTripCount(loop);
      if (!is_outer_to_unroll(*loop) || rounds < 2 || rounds > kMostRounds) continue;
      for (const llvm::Loop* inner : loop->getSubLoops()) {
        if (with.evolution.getSmallConstantTripCount(inner) == 0) return loop;
      }
    }
    return nullptr;
  }
};

}  // namespace

// An endless loop is a fault that the machine reports: the optimiser must not take it for impossible. And
// what ptxas must leave alone is noted by a name of its own, since LLVM marks loops that it has unrolled as if
// nobody wanted that.
void note_loops(llvm::Function& function) {
  function.removeFnAttr(llvm::Attribute::MustProgress);
  llvm::LLVMContext& context = function.getContext();
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const llvm::MDNode* const loop = instruction.getMetadata(llvm::LLVMContext::MD_loop);
    if (loop == nullptr) continue;
    llvm::SmallVector<llvm::Metadata*, 4> kept{nullptr};
    for (unsigned i = 1; i < loop->getNumOperands(); ++i) {
      const LoopProperty property = property_of(loop->getOperand(i));
      if (property.name != "llvm.loop.mustprogress") kept.push_back(loop->getOperand(i));
      if (decides_unrolling(property))
        kept.push_back(llvm::MDNode::get(context, llvm::MDString::get(context, "simt.keep_rolled")));
    }
    llvm::MDNode* const node = llvm::MDNode::getDistinct(context, kept);
    node->replaceOperandWith(0, node);
    instruction.setMetadata(llvm::LLVMContext::MD_loop, node);
  }
}

void add_unrolling_of_known_rounds(llvm::FunctionPassManager& passes) {
  passes.addPass(UnrollLocalArraysPass());
  passes.addPass(UnrollOuterLoopsPass());
}

void add_unrolling_before_llvm(llvm::FunctionPassManager& passes) {
  passes.addPass(UnrollShortFloatsPass());
  add_unrolling_around_barriers(passes);
}

void add_unrolling_of_ptxas(llvm::FunctionPassManager& passes) { passes.addPass(UnrollAgainPass()); }

}  // namespace simtcc
