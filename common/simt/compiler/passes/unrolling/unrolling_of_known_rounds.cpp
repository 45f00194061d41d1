#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Utils/LoopRotationUtils.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <algorithm>
#include <optional>

#include "passes/issue_costs/header_code.h"
#include "passes/issue_costs/issue_costs.h"
#include "passes/unrolling/unrolled_loops.h"
#include "passes/unrolling/unrolling.h"

namespace simtcc {
namespace {

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

  // 0 if it is not known, or too many. A loop may also be left where the machine stops the kernel, as for tiles that are not aligned.
  static unsigned rounds_of(llvm::Loop& loop, LoopAnalyses& with) {
    constexpr unsigned kMostRounds = 64;
    llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
    loop.getExitingBlocks(exiting);
    unsigned rounds = 0;
    for (llvm::BasicBlock* block : exiting) {
      const unsigned of_exit = with.evolution.getSmallConstantTripCount(&loop, block);
      if (of_exit != 0 && (rounds == 0 || of_exit < rounds)) rounds = of_exit;
    }
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
      prepare_unrolling(*loop, with);
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
        prepare_unrolling(*loop, with);
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

// So many rounds at once of a known number that nvcc's LLVM makes of a loop: a power of two that divides the number, if the size allows, and
// else one with a test in the middle (CUDA 13.0, sm_90: 980 small kernels).
unsigned count_of_known(unsigned rounds, unsigned size) {
  constexpr unsigned kMost = 201;
  unsigned allowed = 32;
  while (allowed > 1 && allowed * (size - kOfRound) > kMost) allowed /= 2;
  unsigned count = allowed;
  while (rounds % count != 0) count /= 2;
  return count > 1 ? count : allowed;
}

// Tells LLVM so many rounds at once; of 1, to leave the loop alone, which ptxas need not.
void ask_for(llvm::Loop& loop, unsigned count) {
  if (count > 1) {
    llvm::addStringMetadataToLoop(&loop, "llvm.loop.unroll.count", count);
  } else {
    llvm::addStringMetadataToLoop(&loop, "llvm.loop.unroll.disable", 1);
  }
  llvm::addStringMetadataToLoop(&loop, kUnrolledForSize, 1);
}

// Numbers of 16 bits, which have a pass of their own: they are larger here than anything that nvcc counts.
bool has_short_floats(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(),
                      [](const llvm::BasicBlock* block) { return llvm::any_of(*block, is_of_short_float); });
}

// Decides on loops of a known number of rounds, before LLVM unrolls them completely. It looks what would become of up to ten rounds; more it
// takes for larger than nvcc's does. And functions are small to it, while to nvcc's their code is in the loop.
struct UnrollWholeLoopsPass : llvm::PassInfoMixin<UnrollWholeLoopsPass> {
  static llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& /*analyses*/,
                                     llvm::LoopStandardAnalysisResults& with, llvm::LPMUpdater& /*updater*/) {
    constexpr unsigned kMostSimulated = 10;
    constexpr unsigned kSpared = 5;  // of a round, once all are apart
    const unsigned rounds = loop.isInnermost() ? with.SE.getSmallConstantTripCount(&loop) : 0;
    if (rounds < 2 || is_unrolling_decided(loop) || has_short_floats(loop))
      return llvm::PreservedAnalyses::all();
    const unsigned size = size_to_nvcc(loop, with.TTI);
    if (rounds > kMostSimulated && rounds * (std::max(size, kSpared) - kSpared) <= kMostUnrolledWhole) {
      llvm::addStringMetadataToLoop(&loop, "llvm.loop.unroll.full", 1);
    } else if (is_of_other_size(loop)) {
      if (rounds * (size - kOfRound) > kMostUnrolledWhole) {
        ask_for(loop, count_of_known(rounds, size));
      } else {
        llvm::addStringMetadataToLoop(&loop, "llvm.loop.unroll.full", 1);
      }
    }
    return llvm::PreservedAnalyses::all();
  }

 private:
  static bool is_of_other_size(const llvm::Loop& loop) {
    return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) {
      return llvm::any_of(*block, [](const llvm::Instruction& instruction) {
        const std::optional<FunctionSize> function = function_size(instruction);
        return packs_vector(instruction) || (function && function->instructions > 1);
      });
    });
  }
};

// The same for what LLVM has not unrolled completely by the time that it unrolls in part.
struct UnrollKnownRoundsPass : llvm::PassInfoMixin<UnrollKnownRoundsPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    LoopAnalyses with = loop_analyses(function, analyses);
    for (llvm::Loop* loop : with.loops.getLoopsInPreorder()) {
      if (!loop->isInnermost() || is_unrolling_decided(*loop) || has_short_floats(*loop)) continue;
      const unsigned rounds = with.evolution.getSmallConstantTripCount(loop);
      if (rounds > 1) ask_for(*loop, count_of_known(rounds, size_to_nvcc(*loop, with.target)));
    }
    return llvm::PreservedAnalyses::all();
  }
};

// Asks LLVM to unroll a loop of a few rounds around a barrier, which is an intrinsic to nvcc's LLVM. To this one it is a call, so that
// it does not look what would become of the rounds: of k_fft<8> and k_fft<10> (agreement/timing/launches.cu), whose rounds divide by
// a power of two that is known then, nvcc made one stretch of code.
struct UnrollAroundBarriersPass : llvm::PassInfoMixin<UnrollAroundBarriersPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    constexpr unsigned kMostRounds = 10;  // that LLVM looks at one by one
    constexpr unsigned kMost = 450;       // LLVM's limit is 300, and more where rounds become simpler
    LoopAnalyses with = loop_analyses(function, analyses);
    for (llvm::Loop* loop : with.loops.getLoopsInPreorder()) {
      const unsigned rounds = with.evolution.getSmallConstantTripCount(loop);
      if (!loop->isInnermost() || rounds < 2 || rounds > kMostRounds || is_unrolling_decided(*loop) ||
          !has_barrier(*loop) || rounds * size_of(*loop) > kMost)
        continue;
      llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.full", 1);
    }
    return llvm::PreservedAnalyses::all();
  }

 private:
  // As LLVM counts: what becomes no instruction is left out.
  static unsigned size_of(const llvm::Loop& loop) {
    unsigned size = 0;
    for (const llvm::BasicBlock* block : loop.blocks()) {
      size += static_cast<unsigned>(llvm::count_if(*block, [](const llvm::Instruction& instruction) {
        return !llvm::isa<llvm::PHINode>(instruction) && !llvm::isa<llvm::CastInst>(instruction) &&
               !llvm::isa<llvm::GetElementPtrInst>(instruction) && !instruction.isDebugOrPseudoInst();
      }));
    }
    return size;
  }
};

// Keeps LLVM from unrolling a loop around others in part, which nvcc's does not: of a loop around a `while` and one around a
// row of a sparse matrix, of 64 rounds or of a number known at run time only, CUDA 13.0 made one copy.
struct KeepOuterLoopsPass : llvm::PassInfoMixin<KeepOuterLoopsPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    constexpr unsigned kMostRounds = 10;  // that LLVM looks at one by one
    LoopAnalyses with = loop_analyses(function, analyses);
    for (llvm::Loop* loop : with.loops.getLoopsInPreorder()) {
      if (loop->isInnermost() || is_unrolling_decided(*loop)) continue;
      const unsigned rounds = with.evolution.getSmallConstantTripCount(loop);
      if (rounds == 0 || rounds > kMostRounds)
        llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.disable", 1);
    }
    return llvm::PreservedAnalyses::all();
  }
};

}  // namespace

void add_unrolling_of_known_rounds(llvm::FunctionPassManager& passes) {
  passes.addPass(UnrollLocalArraysPass());
  passes.addPass(UnrollOuterLoopsPass());
}

void add_unrolling_of_whole_loops(llvm::LoopPassManager& passes) { passes.addPass(UnrollWholeLoopsPass()); }

void add_partial_unrolling_of_known_rounds(llvm::FunctionPassManager& passes) {
  passes.addPass(KeepOuterLoopsPass());
  passes.addPass(UnrollAroundBarriersPass());
  passes.addPass(UnrollKnownRoundsPass());
}

}  // namespace simtcc
