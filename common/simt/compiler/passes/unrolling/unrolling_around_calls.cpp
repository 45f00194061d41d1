#include <llvm/Transforms/Utils/LoopUtils.h>

#include <algorithm>

#include "passes/runtime_calls.h"
#include "passes/unrolling/unrolled_loops.h"
#include "passes/unrolling/unrolling.h"

namespace simtcc {
namespace {

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

// Unrolls loops around barriers, shuffles and other calls that lanes make together, whose number of rounds is known at run time only.
// To LLVM what remains of such a loop would be a branch of its own around these calls, and so it leaves them alone; nvcc unrolls them
// like any other: barriers, shuffles, votes, __syncwarp(), fences and atomic operations (45 small kernels; CUDA 13.0, sm_90).
struct UnrollAroundCallsPass : llvm::PassInfoMixin<UnrollAroundCallsPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    LoopAnalyses with = loop_analyses(function, analyses);
    bool changed = false;
    for (llvm::Loop* loop : with.loops.getLoopsInPreorder()) {
      if (!loop->isInnermost() || is_unrolling_decided(*loop) || !are_lanes_together(*loop)) continue;
      const unsigned count = count_for(size_of(*loop, with.target));
      if (count > 1) changed |= unroll_in_part(*loop, count, false, with);
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }

 private:
  static bool are_lanes_together(const llvm::Loop& loop) {
    bool together = false;
    for (const llvm::BasicBlock* block : loop.blocks()) {
      for (const llvm::Instruction& instruction : *block) {
        const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) continue;
        if (runtime_call(call->getCalledOperand()) == nullptr) return false;
        together |= call->isConvergent();
      }
    }
    return together;
  }

  // Four, or two if four are too large. nvcc unrolled loops around 10 shuffles and additions by four, around 22 by two and around 24 not at all;
  // around a barrier and 22 products and sums by four, and around 24 by two; products by tiles of 4 x 4 by four, of 12 x 12 by two and of
  // 16 x 16 not at all.
  static unsigned count_for(unsigned size) {
    constexpr unsigned kOfRound = 2;
    constexpr unsigned kMost = 190;
    for (unsigned count = 4; count > 1; count /= 2) {
      if ((size - kOfRound) * count + kOfRound <= kMost) return count;
    }
    return 1;
  }

  // To nvcc's LLVM an address of shared memory that does not change is still computed in the loop when it unrolls.
  static bool has_address_from_outside(const llvm::Instruction& instruction, const llvm::Loop& loop) {
    const auto* const address =
        llvm::dyn_cast_or_null<llvm::GetElementPtrInst>(llvm::getLoadStorePointerOperand(&instruction));
    return address != nullptr && !loop.contains(address) && !address->hasAllConstantIndices();
  }

  // What makes a number of 64 bits of a value that lanes exchange, and the value of the answer.
  static bool is_about_shuffle(const llvm::Instruction& instruction) {
    if (!llvm::isa<llvm::CastInst>(instruction)) return false;
    if (is_shuffle(instruction.getOperand(0))) return true;
    return llvm::any_of(instruction.users(), [](const llvm::User* user) {
      return is_shuffle(user) || (llvm::isa<llvm::CastInst>(user) && llvm::any_of(user->users(), is_shuffle));
    });
  }
  static bool is_shuffle(const llvm::Value* value) {
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
    return instruction != nullptr && is_call_of(*instruction, "simt_shuffle");
  }

  static unsigned size_of(const llvm::Loop& loop, const llvm::TargetTransformInfo& target) {
    constexpr unsigned kShuffle = 2;
    unsigned size = 0;
    for (const llvm::BasicBlock* block : loop.blocks()) {
      for (const llvm::Instruction& instruction : *block) {
        if (instruction.isDebugOrPseudoInst() || is_about_shuffle(instruction)) continue;
        const bool is_call =
            llvm::isa<llvm::CallBase>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction);
        if (is_call) {
          size += is_call_of(instruction, "simt_shuffle") ? kShuffle : 1;
        } else {
          size += code_size_of(instruction, target) + (has_address_from_outside(instruction, loop) ? 1 : 0);
        }
      }
    }
    return std::max(size, 3U);
  }
};

}  // namespace

void add_unrolling_around_calls(llvm::FunctionPassManager& passes) {
  passes.addPass(KeepOuterLoopsPass());
  passes.addPass(UnrollAroundBarriersPass());
  passes.addPass(UnrollAroundCallsPass());
}

}  // namespace simtcc
