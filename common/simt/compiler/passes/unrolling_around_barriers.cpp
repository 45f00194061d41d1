#include "passes/unrolling_around_barriers.h"

#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <algorithm>
#include <array>

#include "passes/runtime_calls.h"
#include "passes/unrolled_loops.h"

namespace simtcc {
namespace {

bool has_barrier(const llvm::Loop& loop) {
  return std::any_of(loop.block_begin(), loop.block_end(), [](const llvm::BasicBlock* block) {
    return std::any_of(block->begin(), block->end(), [](const llvm::Instruction& instruction) {
      return is_call_of(instruction, "simt_barrier");
    });
  });
}

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

// Unrolls a loop with barriers in it, which are intrinsics to nvcc's LLVM. To this one they are calls that all lanes of a warp must make
// together, and it would make no loop for the rounds that are left over. (nvcc's unrolls loops with shuffles, votes and atomic operations as
// well. The model would take the loads of such rounds to begin together, and atomic operations of several places to be less crowded.)
struct UnrollRoundsOfBarriersPass : llvm::PassInfoMixin<UnrollRoundsOfBarriersPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    // Loops of 24 to 50 products and sums, with one or two such operations (the PTX of CUDA 13.0, sm_90).
    constexpr unsigned kMostByFour = 52;
    constexpr unsigned kMostByTwo = 95;
    LoopAnalyses with = loop_analyses(function, analyses);
    bool has_unrolled = false;
    for (llvm::Loop* loop : with.loops.getLoopsInPreorder()) {
      if (!loop->isInnermost() || is_unrolling_decided(*loop)) continue;
      const unsigned size = size_around_barriers(*loop);
      if (size != 0 && size <= kMostByTwo && steps_by_constant(*loop, with.evolution))
        has_unrolled |= unroll_in_part(*loop, size <= kMostByFour ? 4 : 2, false, with);
    }
    return has_unrolled ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }

 private:
  // Whether the number of rounds is found without a division by what is known at run time only, such as the block's size.
  static bool steps_by_constant(llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
    const llvm::SCEV* const rounds = evolution.getBackedgeTakenCount(&loop);
    return !llvm::isa<llvm::SCEVCouldNotCompute>(rounds) &&
           !llvm::SCEVExprContains(rounds, [](const llvm::SCEV* part) {
             const auto* const division = llvm::dyn_cast<llvm::SCEVUDivExpr>(part);
             return division != nullptr && !llvm::isa<llvm::SCEVConstant>(division->getRHS());
           });
  }

  static bool is_of_barriers(const llvm::Instruction& instruction) {
    return is_call_of(instruction, "simt_barrier") || is_call_of(instruction, "simt_sync_warp") ||
           is_call_of(instruction, "simt_fence");
  }

  static bool is_division(const llvm::Instruction& instruction) {
    switch (instruction.getOpcode()) {
      case llvm::Instruction::UDiv:
      case llvm::Instruction::SDiv:
      case llvm::Instruction::URem:
      case llvm::Instruction::SRem:
      case llvm::Instruction::FDiv:
        return true;
      default:
        return false;
    }
  }

  // Of one operation as of any instruction. 0 if the loop has no barrier, or calls something else.
  static unsigned size_around_barriers(const llvm::Loop& loop) {
    constexpr unsigned kDivision = 4;  // as LLVM has it
    unsigned size = 0;
    for (const llvm::BasicBlock* block : loop.blocks()) {
      for (const llvm::Instruction& instruction : *block) {
        if (llvm::isa<llvm::PHINode>(instruction) || llvm::isa<llvm::CastInst>(instruction) ||
            llvm::isa<llvm::GetElementPtrInst>(instruction) || instruction.isDebugOrPseudoInst())
          continue;
        if (llvm::isa<llvm::CallBase>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction) &&
            !is_of_barriers(instruction))
          return 0;
        size += is_division(instruction) ? kDivision : 1;
      }
    }
    return has_barrier(loop) ? size : 0;
  }
};

}  // namespace

void add_unrolling_around_barriers(llvm::FunctionPassManager& passes) {
  passes.addPass(KeepOuterLoopsPass());
  passes.addPass(UnrollAroundBarriersPass());
  passes.addPass(UnrollRoundsOfBarriersPass());
}

}  // namespace simtcc
