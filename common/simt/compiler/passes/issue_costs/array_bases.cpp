#include "passes/issue_costs/array_bases.h"

#include <llvm/ADT/PostOrderIterator.h>

#include "passes/issue_costs/predication.h"
#include "passes/issue_costs/repeated_values.h"
#include "passes/issue_costs/shared_addresses.h"
#include "passes/passes.h"
#include "passes/shared_memory.h"

namespace simtcc {
namespace {

constexpr const char* kBasesNote = "simt.array_bases";

// The arrays in shared memory that the value is in, or an address that is a constant.
void find_arrays(const llvm::Value& value, llvm::SmallSetVector<const llvm::GlobalVariable*, 4>& arrays,
                 unsigned depth = 0) {
  constexpr unsigned kDeepest = 6;
  if (const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
    if (variable->getAddressSpace() == kSharedSpace) arrays.insert(variable);
    return;
  }
  const auto* const expression = llvm::dyn_cast<llvm::ConstantExpr>(&value);
  if (expression == nullptr || depth >= kDeepest) return;
  for (const llvm::Use& operand : expression->operands()) find_arrays(*operand.get(), arrays, depth + 1);
}

class ArrayBases {
 public:
  ArrayBases(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
      : function_(function),
        loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
        dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)) {}

  void run() {
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function_);
    for (llvm::BasicBlock* block : order) {
      for (llvm::Instruction& instruction : *block) {
        if (llvm::isa<llvm::PHINode>(instruction) || llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) continue;
        llvm::SmallSetVector<const llvm::GlobalVariable*, 4> arrays;
        for (const llvm::Use& operand : instruction.operands()) find_arrays(*operand.get(), arrays);
        for (const llvm::GlobalVariable* array : arrays) visit(*array, instruction);
        if (const llvm::Argument* const argument = argument_of(instruction)) visit(*argument, instruction);
      }
    }
    for (const auto& [instruction, slots] : slots_) {
      llvm::LLVMContext& context = instruction->getContext();
      llvm::Metadata* const number =
          llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), slots));
      instruction->setMetadata(kBasesNote, llvm::MDNode::get(context, number));
    }
  }

 private:
  using Blocks = llvm::SmallVector<const llvm::BasicBlock*, 8>;

  void visit(const llvm::GlobalVariable& array, llvm::Instruction& use) {
    const auto* const element = llvm::dyn_cast<llvm::GetElementPtrInst>(&use);
    const bool is_indexed = element != nullptr && !element->hasAllConstantIndices();
    // LLVM computes an address ahead of the branch around a short block.
    const llvm::BasicBlock& block = is_indexed ? *home_of(*use.getParent()) : *use.getParent();
    Blocks& found = of_arrays_[&array];
    if (is_found(found, block)) return;
    const llvm::BasicBlock* const ahead = ahead_of_loops(block);
    if (is_found(found, *ahead)) return;
    found.push_back(ahead);
    constexpr unsigned kFirst = 3;
    constexpr unsigned kOther = 2;  // IADD3 and LEA; where the place is known, it is part of the access
    const unsigned slots = !is_found(of_any_, *ahead) ? kFirst : is_indexed ? kOther : 0;
    of_any_.push_back(ahead);
    auto& at = ahead == use.getParent() ? use : const_cast<llvm::Instruction&>(*ahead->getTerminator());
    if (slots != 0) slots_[&at] += slots;
  }

  // The argument that an address is computed from; null: it is none.
  static const llvm::Argument* argument_of(const llvm::Instruction& instruction) {
    const auto* const element = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
    if (element == nullptr || element->hasAllConstantIndices() || slots_of_shared(instruction) == 0U)
      return nullptr;
    return llvm::dyn_cast<llvm::Argument>(element->getPointerOperand());
  }

  void visit(const llvm::Argument& argument, llvm::Instruction& use) {
    Blocks& found = of_arguments_[&argument];
    const llvm::BasicBlock& block = *use.getParent();
    if (is_found(found, block)) return;
    // What a kernel begins with counts each argument once (issue_sum.h).
    const bool is_counted = found.empty() && loops_.getLoopFor(&block) == nullptr;
    found.push_back(&block);
    if (!is_counted && is_guarded(block) && !is_addressed_beside(argument, block)) ++slots_[&use];
  }

  // Whether the code that the predicated block is part of needs the pointer too.
  static bool is_addressed_beside(const llvm::Argument& argument, const llvm::BasicBlock& predicated) {
    const llvm::BasicBlock* const home = home_of(predicated);
    const llvm::BasicBlock* const behind = predicated.getSingleSuccessor();
    return llvm::any_of(argument.users(), [&](const llvm::User* user) {
      const auto* const address = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
      return address != nullptr && (address->getParent() == home || address->getParent() == behind);
    });
  }

  static bool is_guarded(const llvm::BasicBlock& block) {
    const llvm::BasicBlock* const before = block.getSinglePredecessor();
    const auto* const branch =
        before == nullptr ? nullptr : llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
    return branch != nullptr && branch->isConditional() && is_predicated(*branch);
  }

  bool is_found(const Blocks& found, const llvm::BasicBlock& block) const {
    return llvm::any_of(
        found, [&](const llvm::BasicBlock* before) { return dominators_.dominates(before, &block); });
  }

  // Out of loops without barriers, and out of others only what all rounds come to.
  const llvm::BasicBlock* ahead_of_loops(const llvm::BasicBlock& block) const {
    const llvm::BasicBlock* ahead = &block;
    while (const llvm::Loop* const loop = loops_.getLoopFor(ahead)) {
      const llvm::BasicBlock* const before = loop->getLoopPredecessor();
      const llvm::BasicBlock* const latch = loop->getLoopLatch();
      if (before == nullptr || latch == nullptr) break;
      if (!dominators_.dominates(ahead, latch) && has_barrier(*loop)) break;
      ahead = before;
    }
    return ahead;
  }
  static bool has_barrier(const llvm::Loop& loop) {
    return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) {
      return llvm::any_of(*block, [](const llvm::Instruction& one) {
        const auto* const call = llvm::dyn_cast<llvm::CallInst>(&one);
        return call != nullptr && call->getCalledFunction() != nullptr &&
               begins_with(call->getCalledFunction()->getName(), "simt_barrier");
      });
    });
  }

  llvm::Function& function_;
  llvm::LoopInfo& loops_;
  llvm::DominatorTree& dominators_;
  llvm::DenseMap<const llvm::GlobalVariable*, Blocks> of_arrays_;  // where each array's begin was found
  Blocks of_any_;
  llvm::DenseMap<const llvm::Argument*, Blocks> of_arguments_;
  llvm::MapVector<llvm::Instruction*, unsigned> slots_;
};

}  // namespace

void note_array_bases(llvm::Module& module) {
  llvm::PassBuilder builder;
  Analyses analyses(builder);
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) ArrayBases(function, analyses.functions).run();
  }
}

unsigned slots_for_array_bases(const llvm::Instruction& instruction) {
  const llvm::MDNode* const node = instruction.getMetadata(kBasesNote);
  if (node == nullptr) return 0;
  return static_cast<unsigned>(
      llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(0))->getZExtValue());
}

}  // namespace simtcc
