#include <llvm/Transforms/Utils/LoopUtils.h>

#include <optional>

#include "passes/issue_costs/issue_costs.h"
#include "passes/runtime_calls.h"
#include "passes/unrolling/unrolled_loops.h"
#include "passes/unrolling/unrolling.h"

namespace simtcc {
namespace {

// Unrolls loops around calls whose number of rounds is known at run time only, by the size that nvcc's LLVM sees.
//
// Calls that lanes make together: to LLVM what remains of such a loop would be a branch of its own around them, and so it leaves them alone;
// nvcc unrolls them like any other: barriers, shuffles, votes, __syncwarp(), fences and atomic operations (45 small kernels; CUDA 13.0,
// sm_90). And functions of mathematics, which are calls or single instructions here and code of that size there (2,600 small kernels).
struct UnrollAroundCallsPass : llvm::PassInfoMixin<UnrollAroundCallsPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    LoopAnalyses with = loop_analyses(function, analyses);
    bool changed = false;
    for (llvm::Loop* loop : with.loops.getLoopsInPreorder()) {
      if (!loop->isInnermost() || is_unrolling_decided(*loop) || !is_around_calls(*loop)) continue;
      const unsigned count = has_function_with_loop(*loop) ? 1 : count_for(size_to_nvcc(*loop, with.target));
      if (count > 1) {
        changed |= unroll_in_part(*loop, count, false, with);
      } else if (with.evolution.getSmallConstantTripCount(loop) == 0) {
        llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.disable", 1);
        if (!has_function_with_loop(*loop)) llvm::addStringMetadataToLoop(loop, kUnrolledForSize, 1);
      }
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }

 private:
  static bool is_around_calls(const llvm::Loop& loop) {
    bool is_around = false;
    for (const llvm::BasicBlock* block : loop.blocks()) {
      for (const llvm::Instruction& instruction : *block) {
        const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        is_around |= packs_vector(instruction);
        if (const std::optional<FunctionSize> function = function_size(instruction)) {
          is_around |= function->instructions > 1 || !llvm::isa<llvm::IntrinsicInst>(instruction);
        } else if (call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call)) {
          if (runtime_call(call->getCalledOperand()) == nullptr) return false;
          is_around |= call->isConvergent();
        }
      }
    }
    return is_around;
  }

  static bool has_function_with_loop(const llvm::Loop& loop) {
    return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) {
      return llvm::any_of(*block, [](const llvm::Instruction& instruction) {
        const std::optional<FunctionSize> function = function_size(instruction);
        return function && function->has_loop;
      });
    });
  }

  // Four, or two if four are too large. nvcc unrolled loops around 10 shuffles and additions by four, around 22 by two and around 24 not at all;
  // around a barrier and 22 products and sums by four, and around 24 by two; products by tiles of 4 x 4 by four, of 12 x 12 by two and of
  // 16 x 16 not at all.
  static unsigned count_for(unsigned size) {
    constexpr unsigned kMost = 190;
    for (unsigned count = 4; count > 1; count /= 2) {
      if ((size - kOfRound) * count + kOfRound <= kMost) return count;
    }
    return 1;
  }
};

}  // namespace

void add_unrolling_around_calls(llvm::FunctionPassManager& passes) {
  passes.addPass(UnrollAroundCallsPass());
}
}  // namespace simtcc
