#include <llvm/Transforms/Utils/LoopUtils.h>

#include <algorithm>

#include "front/annotations.h"
#include "passes/issue_costs/header_code.h"
#include "passes/issue_costs/predication.h"
#include "passes/passes.h"
#include "passes/runtime_calls.h"
#include "passes/unrolling/unrolled_loops.h"
#include "passes/unrolling/unrolling.h"

namespace simtcc {
namespace {

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
      if (size.in_part != 0 && 2 * size.in_part <= kMostUnrolled && is_counted(*loop, with.evolution))
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

  // Whether LLVM knows how many rounds the loop takes, or would but for an overflow of its counter.
  static bool is_counted(llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
    if (!llvm::isa<llvm::SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop))) return true;
    const llvm::ICmpInst* const end = loop.getLoopLatch() == nullptr ? nullptr : end_of(loop);
    return end != nullptr && llvm::any_of(end->operands(), [&](const llvm::Use& side) {
             const auto* const counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(side.get()));
             return counter != nullptr &&
                    llvm::isa<llvm::SCEVConstant>(counter->getStepRecurrence(evolution));
           });
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

// That C++ lets a compiler take for granted that a loop ends, for LLVM, and a note of it that LLVM does not know.
constexpr const char* kEnds = "llvm.loop.mustprogress";
constexpr const char* kEndsForNvcc = "simt.mustprogress";

// Lets LLVM count the rounds of `for (int i = …; i < n; i += step)` whose step is known at run time only, as threads of a grid take their share
// of an array: the step might be zero, and so LLVM has to know that the loop ends. nvcc divides by such a step and unrolls, if the counter
// and the step are signed, the bound itself is not reached (`<`), the first value is no counter of a loop around, and the loop stores to memory but has neither atomic operations nor
// anything in assembler nor a way out in its middle (CUDA 13.0, sm_90: 42 small kernels).
struct TrustUnknownStepsPass : llvm::PassInfoMixin<TrustUnknownStepsPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    LoopAnalyses with = loop_analyses(function, analyses);
    for (llvm::Loop* loop : with.loops.getLoopsInPreorder()) {
      if (!loop->isInnermost() || loop->getLoopLatch() == nullptr || is_unrolling_decided(*loop)) continue;
      if (llvm::findOptionMDForLoop(loop, kEndsForNvcc) == nullptr ||
          !has_unknown_step(*loop, with.evolution))
        continue;
      llvm::addStringMetadataToLoop(loop, kEnds, 1);
      with.evolution.forgetLoop(loop);
    }
    return llvm::PreservedAnalyses::all();
  }

 private:
  static bool has_unknown_step(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
    const llvm::ICmpInst* const end = end_of(loop);
    if (end == nullptr) return false;
    const llvm::CmpInst::Predicate goes_on =
        loop.getLoopLatch()->getTerminator()->getSuccessor(0) == loop.getHeader()
            ? end->getPredicate()
            : end->getInversePredicate();
    if (goes_on != llvm::CmpInst::ICMP_SLT && goes_on != llvm::CmpInst::ICMP_SGT) return false;
    return llvm::any_of(end->operands(), [&](const llvm::Use& side) {
      const auto* const counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(side.get()));
      return counter != nullptr && counter->getLoop() == &loop && counter->isAffine() &&
             !llvm::isa<llvm::SCEVConstant>(counter->getStepRecurrence(evolution)) &&
             !llvm::SCEVExprContains(counter->getStart(), [](const llvm::SCEV* part) {
               return llvm::isa<llvm::SCEVAddRecExpr>(part);
             });
    });
  }
};

// Takes that back. An endless loop is a fault that the machine reports.
struct ForgetThatLoopsEndPass : llvm::PassInfoMixin<ForgetThatLoopsEndPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& /*analyses*/) {
    for (llvm::BasicBlock& block : function) {
      llvm::Instruction& end = *block.getTerminator();
      const llvm::MDNode* const loop = end.getMetadata(llvm::LLVMContext::MD_loop);
      if (loop == nullptr) continue;
      llvm::SmallVector<llvm::Metadata*, 4> kept{nullptr};
      for (unsigned i = 1; i < loop->getNumOperands(); ++i) {
        if (property_of(loop->getOperand(i)).name != kEnds) kept.push_back(loop->getOperand(i));
      }
      if (kept.size() == loop->getNumOperands()) continue;
      llvm::MDNode* const node = llvm::MDNode::getDistinct(function.getContext(), kept);
      node->replaceOperandWith(0, node);
      end.setMetadata(llvm::LLVMContext::MD_loop, node);
    }
    return llvm::PreservedAnalyses::all();
  }
};

}  // namespace

namespace {

// Loops whose number of rounds nvcc does not know, though nothing in them changes it: `i < end[row]` is loaded anew in each round, since
// __ldg() and its kin, shuffles, votes and __dp4a() are assembler to it or may change memory, and nothing is moved ahead of these. Neither
// nvcc nor ptxas unrolls such a loop. Of a __restrict__ pointer the bound is known to stay the same; around __ldg() and its kin ptxas alone
// sees that then (CUDA 13.0, sm_90: 32 small kernels).
class LoopsToLoadedBounds {
 public:
  explicit LoopsToLoadedBounds(llvm::Function& function) {
    if (llvm::none_of(llvm::instructions(function),
                      [](const llvm::Instruction& one) { return keeps_loads_behind(one); }))
      return;
    dominators_.recalculate(function);
    loops_.analyze(dominators_);
  }

  // Whether anything in the loop is assembler to nvcc's LLVM or goes to other lanes.
  bool has_assembler(const llvm::Instruction& latch) const {
    const llvm::Loop* const loop = loops_.getLoopFor(latch.getParent());
    return loop != nullptr && has(*loop, keeps_loads_behind);
  }

  enum class Known { by_both, by_ptxas, by_none };
  // Who knows how many rounds the loop takes that goes on at the branch.
  Known rounds_are_known(const llvm::Instruction& latch) const {
    const llvm::Loop* const loop = loops_.getLoopFor(latch.getParent());
    if (loop == nullptr || latch.getSuccessor(0) != loop->getHeader()) return Known::by_both;
    const auto* const test = llvm::dyn_cast<llvm::BranchInst>(loop->getHeader()->getTerminator());
    if (test == nullptr || !test->isConditional()) return Known::by_both;
    const Bound bound = bound_in(*test->getCondition());
    const bool around_cached = has(*loop, is_cached_load);
    if (bound == Bound::none || (!around_cached && !has(*loop, keeps_loads_behind))) return Known::by_both;
    if (bound == Bound::loaded) return Known::by_none;
    return around_cached ? Known::by_ptxas : Known::by_both;
  }

 private:
  enum class Bound { none, restricted, loaded };

  static bool calls(const llvm::Instruction& instruction, llvm::ArrayRef<const char*> names) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* const callee = call == nullptr ? nullptr : call->getCalledFunction();
    return callee != nullptr &&
           llvm::any_of(names, [&](const char* name) { return callee->getName().contains(name); });
  }
  static bool is_cached_load(const llvm::Instruction& instruction) {
    return calls(instruction, {"5__ldg", "6__ldca", "6__ldcg", "6__ldcs", "6__ldlu", "6__ldcv"});
  }
  static bool keeps_loads_behind(const llvm::Instruction& instruction) {
    return is_cached_load(instruction) ||
           calls(instruction, {"__shfl_", "__ballot_sync", "__any_sync", "__all_sync", "__match_",
                               "__reduce_", "__activemask", "__syncwarp", "__dp4a"});
  }
  static bool has(const llvm::Loop& loop, bool (*property)(const llvm::Instruction&)) {
    return llvm::any_of(loop.blocks(),
                        [=](const llvm::BasicBlock* block) { return llvm::any_of(*block, property); });
  }

  // Before anything is optimised, a variable is a place in memory: an alloca.
  static Bound bound_in(const llvm::Value& value) {
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || llvm::isa<llvm::AllocaInst>(instruction)) return Bound::none;
    if (is_cached_load(*instruction)) return Bound::loaded;
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
      const llvm::Value* const base = load->getPointerOperand()->stripInBoundsOffsets();
      if (llvm::isa<llvm::AllocaInst>(base)) return Bound::none;
      const auto* const pointer = llvm::dyn_cast<llvm::LoadInst>(base);
      return pointer != nullptr && is_restricted(*pointer->getPointerOperand()) ? Bound::restricted
                                                                                : Bound::loaded;
    }
    Bound found = Bound::none;
    for (const llvm::Use& operand : instruction->operands())
      found = std::max(found, bound_in(*operand.get()));
    return found;
  }
  static bool is_restricted(const llvm::Value& variable) {
    return llvm::any_of(variable.users(), [&](const llvm::User* user) {
      const auto* const store = llvm::dyn_cast<llvm::StoreInst>(user);
      const auto* const given =
          store == nullptr ? nullptr : llvm::dyn_cast<llvm::Argument>(store->getValueOperand());
      return given != nullptr && given->hasNoAliasAttr();
    });
  }

  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
};

}  // namespace

// An endless loop is a fault that the machine reports: the optimiser must not take it for impossible. And
// what ptxas must leave alone is noted by a name of its own, since LLVM marks loops that it has unrolled as if
// nobody wanted that.
void note_loops(llvm::Function& function) {
  function.removeFnAttr(llvm::Attribute::MustProgress);
  llvm::LLVMContext& context = function.getContext();
  const auto property = [&](const char* name) {
    return llvm::MDNode::get(context, llvm::MDString::get(context, name));
  };
  const LoopsToLoadedBounds to_loaded_bounds(function);
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const llvm::MDNode* const loop = instruction.getMetadata(llvm::LLVMContext::MD_loop);
    if (loop == nullptr) continue;
    llvm::SmallVector<llvm::Metadata*, 4> kept{nullptr};
    for (unsigned i = 1; i < loop->getNumOperands(); ++i) {
      const LoopProperty one = property_of(loop->getOperand(i));
      if (one.name != kEnds) {
        kept.push_back(loop->getOperand(i));
      } else if (!to_loaded_bounds.has_assembler(instruction)) {
        kept.push_back(property(kEndsForNvcc));
      }
      if (decides_unrolling(one)) kept.push_back(property("simt.keep_rolled"));
    }
    const LoopsToLoadedBounds::Known known = to_loaded_bounds.rounds_are_known(instruction);
    if (known != LoopsToLoadedBounds::Known::by_both) {
      kept.push_back(property("llvm.loop.unroll.disable"));
      kept.push_back(
          property(known == LoopsToLoadedBounds::Known::by_ptxas ? kUnrolledForSize : "simt.keep_rolled"));
    }
    llvm::MDNode* const node = llvm::MDNode::getDistinct(context, kept);
    node->replaceOperandWith(0, node);
    instruction.setMetadata(llvm::LLVMContext::MD_loop, node);
  }
}

void add_unrolling_before_llvm(llvm::FunctionPassManager& passes) {
  passes.addPass(TrustUnknownStepsPass());
  passes.addPass(UnrollShortFloatsPass());
  add_partial_unrolling_of_known_rounds(passes);
  add_unrolling_around_calls(passes);
}

void add_end_of_unrolling_of_nvcc(llvm::FunctionPassManager& passes) {
  passes.addPass(ForgetThatLoopsEndPass());
}

}  // namespace simtcc
