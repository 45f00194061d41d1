#include "passes/passes.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/SeparateConstOffsetFromGEP.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Scalar/StraightLineStrengthReduce.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/LoopRotationUtils.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include "front/annotations.h"
#include "front/kernels.h"
#include "front/source_lines.h"
#include "llvm.h"
#include "passes/copied_members.h"
#include "passes/issue_costs.h"
#include "passes/merged_accesses.h"
#include "passes/pointer_bases.h"
#include "passes/unused_loads.h"

namespace simtcc {
namespace {

// The size that an unrolled loop may have for nvcc, as LLVM counts: it unrolled loops of up to 168 to 176, and none of 200 and more.
constexpr unsigned kMostUnrolled = 198;

constexpr const char* kUnrolledForSize = "simt.unrolled_for_size";

// Accesses that newer LLVM leaves out and nvcc does not.
//
// - From LLVM 17 on `first[i] = in[i]; second[i] = in[i];` loads once, whatever the pointers point to: if the
//   store changed in[i], then to the value that it had. nvcc loads twice (measured: store_twice of
//   agreement/kernels). A freeze between a load and the store of its value keeps LLVM from seeing that.
// - From LLVM 18 on a store to `__constant__` memory is none. It is a mistake that the machine reports.

// Wants address spaces to be known.
struct KeptAccessesPass : llvm::PassInfoMixin<KeptAccessesPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

void keep_clobbering(llvm::StoreInst& store) {
  auto* const load = llvm::dyn_cast<llvm::LoadInst>(store.getValueOperand());
  // Storing a value back to where it was loaded from is no store at all, for nvcc neither.
  if (load == nullptr || load->getPointerOperand() == store.getPointerOperand()) return;
  store.setOperand(0, llvm::IRBuilder<>(&store).CreateFreeze(load));
}

llvm::PreservedAnalyses KeptAccessesPass::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (store == nullptr) continue;
    if (store->getPointerAddressSpace() == kConstantSpace) store->setVolatile(true);
    if (kLoadsSeeThroughStores) keep_clobbering(*store);
  }
  return llvm::PreservedAnalyses::none();
}

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

struct LoopAnalyses {
  llvm::LoopInfo& loops;
  llvm::DominatorTree& dominators;
  llvm::ScalarEvolution& evolution;
  llvm::AssumptionCache& assumptions;
  const llvm::TargetTransformInfo& target;
  llvm::OptimizationRemarkEmitter& remarks;
};

LoopAnalyses loop_analyses(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  return {analyses.getResult<llvm::LoopAnalysis>(function),
          analyses.getResult<llvm::DominatorTreeAnalysis>(function),
          analyses.getResult<llvm::ScalarEvolutionAnalysis>(function),
          analyses.getResult<llvm::AssumptionAnalysis>(function),
          analyses.getResult<llvm::TargetIRAnalysis>(function),
          analyses.getResult<llvm::OptimizationRemarkEmitterAnalysis>(function)};
}

// Divisions and square roots that round correctly have a way of their own for numbers that are hard, and are calls there.
bool is_call(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const auto* const intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  const bool may_be_hard = instruction.getOpcode() == llvm::Instruction::FDiv ||
                           (intrinsic != nullptr && intrinsic->getIntrinsicID() == llvm::Intrinsic::sqrt);
  return may_be_hard ? !instruction.hasAllowReassoc() : call != nullptr && intrinsic == nullptr;
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
    const unsigned cost = issue_cost_of(instruction).slots;
    slots += cost + (llvm::isa<llvm::IntrinsicInst>(instruction) && cost >= kFunction ? kFunction / 2 : 0);
  }
  return slots;
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
    bool has_unrolled = false;
    for (llvm::Loop* loop : with.loops.getLoopsInPreorder()) {
      if (!loop->isInnermost() || has_told(loop->getLoopID())) continue;
      const unsigned size = size_of(*loop);
      if (size != 0 && 2 * size <= kMostUnrolled)
        has_unrolled |= unroll_loop(*loop, 4 * size > kMostUnrolled ? 2 : 4, with);
    }
    return has_unrolled ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }

 private:
  static bool unroll_loop(llvm::Loop& loop, unsigned count, LoopAnalyses& with) {
    llvm::simplifyLoop(&loop, &with.dominators, &with.loops, &with.evolution, &with.assumptions, nullptr,
                       true);
    llvm::formLCSSARecursively(loop, with.dominators, &with.loops, &with.evolution);
    if (!loop.isLoopSimplifyForm() || with.evolution.getSmallConstantTripCount(&loop) != 0) return false;
    llvm::UnrollLoopOptions options{};
    options.Count = count;
    options.Force = true;
    options.Runtime = true;
    options.AllowExpensiveTripCount = true;
    llvm::Loop* rest = nullptr;
    const auto result = llvm::UnrollLoop(&loop, options, &with.loops, &with.evolution, &with.dominators,
                                         &with.assumptions, &with.target, &with.remarks, true, &rest);
    if (result != llvm::LoopUnrollResult::PartiallyUnrolled) return false;
    llvm::addStringMetadataToLoop(&loop, "llvm.loop.unroll.disable");  // for LLVM; ptxas may
    llvm::addStringMetadataToLoop(&loop, kUnrolledForSize);
    return true;
  }

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

  // As LLVM counts, with what nvcc's headers make of a number of 16 bits; 0 if the loop has none.
  static unsigned size_of(const llvm::Loop& loop) {
    constexpr unsigned kConversion = 2;  // the bits, and the assembly that converts them
    unsigned size = 0;
    bool has_short = false;
    for (const llvm::BasicBlock* block : loop.blocks()) {
      for (const llvm::Instruction& instruction : *block) {
        const bool is_short = is_of_short_float(instruction);
        has_short |= is_short;
        if (is_short) {
          size += stands_for_one(instruction) ? kConversion : 0U;
        } else if (!llvm::isa<llvm::PHINode>(instruction) && !llvm::isa<llvm::CastInst>(instruction) &&
                   !llvm::isa<llvm::GetElementPtrInst>(instruction) && !instruction.isDebugOrPseudoInst()) {
          ++size;
        }
      }
    }
    return has_short ? size : 0;
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

// Aligns arrays as nvcc does: one of 16 bytes or more begins at a multiple of 16, so that its elements can be
// moved together (measured: agreement/kernels/local_arrays.cu).
void align_local_arrays(llvm::Function& function) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  const llvm::Align widest(16);
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* const alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (alloca == nullptr || alloca->getAlign() >= widest) continue;
    if (layout.getTypeAllocSize(alloca->getAllocatedType()) >= widest.value()) alloca->setAlignment(widest);
  }
}

void inline_all(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    note_loops(function);
    align_local_arrays(function);
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    const bool can_be = function.hasLocalLinkage() && !is_recursive(function);
    if (can_be) {
      function.addFnAttr(llvm::Attribute::AlwaysInline);
    } else {
      function.removeFnAttr(llvm::Attribute::AlwaysInline);
    }
  }
  llvm::PassBuilder builder;
  Analyses analyses(builder);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::AlwaysInlinerPass());
  passes.addPass(llvm::GlobalDCEPass());
  passes.run(module, analyses.modules);
}

// Loops with several ways in, as a switch or goto into a loop makes, get one: each way round is to ask the
// machine.
struct OneWayIntoLoopsPass : llvm::PassInfoMixin<OneWayIntoLoopsPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&function);
    if (!llvm::containsIrreducibleCFG<const llvm::BasicBlock*>(
            order, analyses.getResult<llvm::LoopAnalysis>(function)))
      return llvm::PreservedAnalyses::all();
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::LowerSwitchPass());
    passes.addPass(llvm::FixIrreduciblePass());
    return passes.run(function, analyses);
  }
};

// Asks LLVM to unroll loops of a known number of rounds that index a local array by their counter, as if they had `#pragma unroll`:
// once every index is known, the array's elements are registers. nvcc unrolls such loops far beyond its usual size (the 6 x 6 x 6
// rounds of batched_small and the 8 x 8 results of sgemm_8x8, agreement/timing/outside.cu: no access to local memory on an H200).
struct UnrollLocalArraysPass : llvm::PassInfoMixin<UnrollLocalArraysPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    LoopAnalyses with = loop_analyses(function, analyses);
    for (llvm::Loop* loop : with.loops.getLoopsInPreorder()) {
      if (loop->getLoopID() != nullptr && decides(*loop)) continue;
      if (are_rounds_known(*loop, with) && indexes_local_array(*loop, with) && size_of(*loop, with) <= kMost)
        llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.full", 1);
    }
    return llvm::PreservedAnalyses::all();
  }

 private:
  static constexpr unsigned kMost = 8192;  // instructions, before anything is simplified

  static bool decides(const llvm::Loop& loop) {
    constexpr std::array<const char*, 5> kDecided{"simt.keep_rolled", "llvm.loop.unroll.disable",
                                                  "llvm.loop.unroll.enable", "llvm.loop.unroll.full",
                                                  "llvm.loop.unroll.count"};
    return std::any_of(kDecided.begin(), kDecided.end(), [&](const char* property) {
      return llvm::findOptionMDForLoop(&loop, property) != nullptr;
    });
  }

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

struct NoteUnusedLoadsPass : llvm::PassInfoMixin<NoteUnusedLoadsPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (is_kernel(function)) note_unused_loads(function);
    return llvm::PreservedAnalyses::all();
  }
};

struct MergeWithPaddingPass : llvm::PassInfoMixin<MergeWithPaddingPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    const PaddingNotes notes(function);
    const llvm::PreservedAnalyses preserved = MergeAccessesPass().run(function, analyses);
    notes.give_to_merged(function);
    return preserved;
  }
};

// The passes that LLVM's back end for NVIDIA's GPUs runs before it selects instructions.
llvm::FunctionPassManager merging_passes() {
  llvm::FunctionPassManager passes;
  passes.addPass(UnrollAgainPass());
  passes.addPass(llvm::InferAddressSpacesPass());
  passes.addPass(AnswerQuestionsPass());
  passes.addPass(llvm::InstCombinePass());  // notes alignments
  passes.addPass(llvm::SeparateConstOffsetFromGEPPass());
  passes.addPass(llvm::StraightLineStrengthReducePass());
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(MergeWithPaddingPass());
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::ADCEPass());
  passes.addPass(OneWayIntoLoopsPass());
  return passes;
}

// Suppresses the remark on a loop that has `#pragma unroll` and cannot be unrolled: nvcc says nothing either.
class NoWordOfLoops : public llvm::DiagnosticHandler {
 public:
  bool handleDiagnostics(const llvm::DiagnosticInfo& about) override {
    return about.getKind() == llvm::DK_OptimizationFailure;
  }
};

}  // namespace

bool is_recursive(llvm::Function& function) {
  llvm::SmallPtrSet<llvm::Function*, 8> seen;
  llvm::SmallVector<llvm::Function*, 8> open{&function};
  while (!open.empty()) {
    for (llvm::Instruction& instruction : llvm::instructions(*open.pop_back_val())) {
      auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      llvm::Function* const callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee == &function) return true;
      if (callee != nullptr && !callee->isDeclaration() && seen.insert(callee).second) open.push_back(callee);
    }
  }
  return false;
}

std::unique_ptr<llvm::TargetMachine> gpu_model() {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  // nvcc unrolls loops whose number of rounds is known at run time only by four; LLVM would by eight.
  // Measured: agreement/kernels/unrolling.cu. It compares counters with bounds, where newer LLVM would count
  // rounds; and it computes the number of rounds even where that takes some instructions.
  const std::string most_unrolled = "-unroll-partial-threshold=" + std::to_string(kMostUnrolled);
  const char* const options[] = {"simtcc",
                                 "-unroll-max-count=4",
                                 most_unrolled.c_str(),
                                 "-scev-cheap-expansion-budget=40",
                                 "-disable-lftr",
                                 "-disable-vector-combine",
                                 "-hoist-common-insts=true",
                                 "-sink-common-insts=false"};
  llvm::cl::ParseCommandLineOptions(static_cast<int>(std::size(options)), options);
  std::string problem;
  const char* const triple = "nvptx64-nvidia-cuda";
  const llvm::Target* const target = llvm::TargetRegistry::lookupTarget(triple, problem);
  if (target == nullptr) throw std::runtime_error("this LLVM knows no NVIDIA GPUs: " + problem);
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, "sm_70", "+ptx63", llvm::TargetOptions(), llvm::Reloc::PIC_));
}

void optimise(llvm::Module& module, llvm::TargetMachine& gpu) {
  module.getContext().setDiagnosticHandler(std::make_unique<NoWordOfLoops>());
  inline_all(module);
  for (llvm::Function& function : module) {
    note_lines(function);
    note_ways(function);
  }

  llvm::PipelineTuningOptions options;
  options.LoopVectorization = false;
  options.SLPVectorization = false;
  options.LoopInterleaving = false;
  llvm::PassBuilder builder(&gpu, options);
  // LLVM unrolls right behind this point.
  builder.registerVectorizerStartEPCallback([](llvm::FunctionPassManager& late, llvm::OptimizationLevel) {
    late.addPass(UnrollShortFloatsPass());
  });
  Analyses analyses(builder);
  llvm::ModulePassManager passes;
  // The memory that a pointer points to is found first, because all other passes can use what is known of
  // shared arrays.
  llvm::FunctionPassManager first;
  first.addPass(scalars_for_aggregates());
  first.addPass(NoteUnusedLoadsPass());
  first.addPass(llvm::EarlyCSEPass());
  first.addPass(llvm::InferAddressSpacesPass());
  first.addPass(AnswerQuestionsPass());
  first.addPass(KeptAccessesPass());
  first.addPass(UnrollLocalArraysPass());
  first.addPass(UnrollOuterLoopsPass());
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(first)));
  passes.addPass(builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3));
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(merging_passes()));
  passes.addPass(llvm::GlobalDCEPass());
  passes.run(module, analyses.modules);
}

}  // namespace simtcc
