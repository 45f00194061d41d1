#include "passes/unrolling/unrolled_loops.h"

#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <algorithm>
#include <array>
#include <optional>

#include "passes/issue_costs/issue_costs.h"
#include "passes/runtime_calls.h"

namespace simtcc {
namespace {

// To nvcc's LLVM an address of shared memory that does not change is still computed in the loop when it unrolls.
bool has_address_from_outside(const llvm::Instruction& instruction, const llvm::Loop& loop) {
  const auto* const address =
      llvm::dyn_cast_or_null<llvm::GetElementPtrInst>(llvm::getLoadStorePointerOperand(&instruction));
  return address != nullptr && !loop.contains(address) && !address->hasAllConstantIndices();
}

bool is_shuffle(const llvm::Value* value) {
  const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
  return instruction != nullptr && is_call_of(*instruction, "simt_shuffle");
}

// What makes a number of 64 bits of a value that lanes exchange, and the value of the answer.
bool is_about_shuffle(const llvm::Instruction& instruction) {
  if (!llvm::isa<llvm::CastInst>(instruction)) return false;
  if (is_shuffle(instruction.getOperand(0))) return true;
  return llvm::any_of(instruction.users(), [](const llvm::User* user) {
    return is_shuffle(user) || (llvm::isa<llvm::CastInst>(user) && llvm::any_of(user->users(), is_shuffle));
  });
}

// How many loads or stores nvcc's LLVM makes of one of a float4 and its kin; 0: it is none.
unsigned words_of_vector(const llvm::Instruction& instruction) {
  constexpr unsigned kBitsOfWord = 32;
  if (llvm::getLoadStorePointerOperand(&instruction) == nullptr) return 0;
  const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  const llvm::Type* const type =
      store != nullptr ? store->getValueOperand()->getType() : instruction.getType();
  return type->isVectorTy()
             ? std::max(1U,
                        static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedSize()) / kBitsOfWord)
             : 0;
}

}  // namespace

bool packs_vector(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::BitCastInst>(instruction)) return instruction.getType()->isVectorTy();
  return llvm::isa<llvm::ShuffleVectorInst>(instruction) || llvm::isa<llvm::InsertElementInst>(instruction) ||
         llvm::isa<llvm::ExtractElementInst>(instruction);
}

unsigned size_to_nvcc(const llvm::Loop& loop, const llvm::TargetTransformInfo& target) {
  constexpr unsigned kShuffle = 2;
  constexpr unsigned kLeast = 3;
  unsigned size = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      if (instruction.isDebugOrPseudoInst() || is_about_shuffle(instruction) || packs_vector(instruction))
        continue;
      if (const std::optional<FunctionSize> function = function_size(instruction)) {
        size += function->instructions;
      } else if (const unsigned words = words_of_vector(instruction)) {
        size += words;
      } else if (llvm::isa<llvm::CallBase>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction)) {
        size += is_call_of(instruction, "simt_shuffle") ? kShuffle : 1;
      } else {
        size += code_size_of(instruction, target) + (has_address_from_outside(instruction, loop) ? 1 : 0);
      }
    }
  }
  return std::max(size, kLeast);
}

LoopAnalyses loop_analyses(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  return {analyses.getResult<llvm::LoopAnalysis>(function),
          analyses.getResult<llvm::DominatorTreeAnalysis>(function),
          analyses.getResult<llvm::ScalarEvolutionAnalysis>(function),
          analyses.getResult<llvm::AssumptionAnalysis>(function),
          analyses.getResult<llvm::TargetIRAnalysis>(function),
          analyses.getResult<llvm::OptimizationRemarkEmitterAnalysis>(function)};
}

void prepare_unrolling(llvm::Loop& loop, LoopAnalyses& with) {
  llvm::simplifyLoop(&loop, &with.dominators, &with.loops, &with.evolution, &with.assumptions, nullptr, true);
  llvm::formLCSSARecursively(loop, with.dominators, &with.loops, &with.evolution);
}

const llvm::ICmpInst* end_of(const llvm::Loop& loop) {
  const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(loop.getLoopLatch()->getTerminator());
  if (branch == nullptr || !branch->isConditional()) return nullptr;
  return llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
}

bool has_barrier(const llvm::Loop& loop) {
  return std::any_of(loop.block_begin(), loop.block_end(), [](const llvm::BasicBlock* block) {
    return std::any_of(block->begin(), block->end(), [](const llvm::Instruction& instruction) {
      return is_call_of(instruction, "simt_barrier");
    });
  });
}

bool stands_for_one(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::ZExtInst>(instruction)) return instruction.getOperand(0)->getType()->isIntegerTy(16);
  return llvm::isa<llvm::PHINode>(instruction) && instruction.getType()->isIntegerTy(16);
}

bool is_unrolling_decided(const llvm::Loop& loop) {
  constexpr std::array<const char*, 5> kUnrollingDecided{"simt.keep_rolled", "llvm.loop.unroll.disable",
                                                         "llvm.loop.unroll.enable", "llvm.loop.unroll.full",
                                                         "llvm.loop.unroll.count"};
  return std::any_of(kUnrollingDecided.begin(), kUnrollingDecided.end(), [&](const char* property) {
    return llvm::findOptionMDForLoop(&loop, property) != nullptr;
  });
}

bool unroll_in_part(llvm::Loop& loop, unsigned count, bool is_forced, LoopAnalyses& with) {
  if (with.evolution.getSmallConstantTripCount(&loop) != 0) return false;
  prepare_unrolling(loop, with);
  if (!loop.isLoopSimplifyForm()) return true;
  llvm::UnrollLoopOptions options{};
  options.Count = count;
  options.Force = is_forced;
  options.Runtime = true;
  options.AllowExpensiveTripCount = true;
  llvm::Loop* rest = nullptr;
  const auto result = llvm::UnrollLoop(&loop, options, &with.loops, &with.evolution, &with.dominators,
                                       &with.assumptions, &with.target, &with.remarks, true, &rest);
  if (result != llvm::LoopUnrollResult::PartiallyUnrolled) return true;
  llvm::addStringMetadataToLoop(&loop, "llvm.loop.unroll.disable", 1);  // for LLVM; ptxas may
  llvm::addStringMetadataToLoop(&loop, kUnrolledForSize, 1);
  return true;
}

}  // namespace simtcc
