#include "passes/chosen_arguments.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace simtcc {
namespace {

bool is_argument(const llvm::Value* pointer) {
  const auto* const argument = llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(pointer));
  return argument != nullptr && argument->hasByValAttr();
}

// The load, at another place and from another address.
llvm::LoadInst* load_from(const llvm::LoadInst& load, llvm::Value* address, llvm::Instruction* before) {
  llvm::IRBuilder<> builder(before);
  auto* const copy = llvm::cast<llvm::LoadInst>(load.clone());
  const unsigned pointer = llvm::LoadInst::getPointerOperandIndex();
  copy->setOperand(pointer, builder.CreatePointerCast(address, load.getPointerOperandType()));
  copy->insertBefore(before);
  return copy;
}

void replace(llvm::LoadInst& load, llvm::PHINode& by) {
  by.takeName(&load);
  load.replaceAllUsesWith(&by);
  load.eraseFromParent();
}

// c ? load a : load b
void split(llvm::LoadInst& load, llvm::SelectInst& chosen) {
  llvm::Instruction* first = nullptr;
  llvm::Instruction* second = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(chosen.getCondition(), &load, &first, &second);
  llvm::LoadInst* const one = load_from(load, chosen.getTrueValue(), first);
  llvm::LoadInst* const other = load_from(load, chosen.getFalseValue(), second);
  llvm::PHINode* const value = llvm::PHINode::Create(load.getType(), 2, "", &load);
  value->addIncoming(one, one->getParent());
  value->addIncoming(other, other->getParent());
  replace(load, *value);
}

// Whether the load would give the same at its block's begin.
bool begins_its_block(const llvm::LoadInst& load) {
  for (const llvm::Instruction& earlier : *load.getParent()) {
    if (&earlier == &load) return true;
    if (earlier.mayHaveSideEffects() || earlier.mayReadOrWriteMemory()) return false;
  }
  return false;
}

using Loads = llvm::SmallVector<llvm::LoadInst*, 16>;

// Loads at the end of each block that the address comes from, which may have been chosen themselves.
void split(llvm::LoadInst& load, llvm::PHINode& chosen, Loads& left) {
  // Before there is another phi, which would not know the new blocks.
  for (unsigned i = 0; i < chosen.getNumIncomingValues(); ++i) {
    llvm::BasicBlock* const from = chosen.getIncomingBlock(i);
    if (from->getTerminator()->getNumSuccessors() != 1) llvm::SplitEdge(from, chosen.getParent());
  }
  llvm::PHINode* const value =
      llvm::PHINode::Create(load.getType(), chosen.getNumIncomingValues(), "", &chosen);
  for (unsigned i = 0; i < chosen.getNumIncomingValues(); ++i) {
    llvm::BasicBlock* const from = chosen.getIncomingBlock(i);
    left.push_back(load_from(load, chosen.getIncomingValue(i), from->getTerminator()));
    value->addIncoming(left.back(), from);
  }
  replace(load, *value);
}

bool is_of_both(llvm::ArrayRef<llvm::Value*> addresses) {
  return llvm::any_of(addresses, is_argument) && !llvm::all_of(addresses, is_argument);
}

// Whether one of the addresses that were chosen from is an argument's.
bool may_be_argument(const llvm::Value* address, unsigned depth = 0) {
  constexpr unsigned kDeepest = 8;
  if (is_argument(address)) return true;
  const llvm::Value* const chosen = address->stripPointerCasts();
  if (depth > kDeepest || (!llvm::isa<llvm::PHINode>(chosen) && !llvm::isa<llvm::SelectInst>(chosen)))
    return false;
  const auto& from = llvm::cast<llvm::User>(*chosen).operands();
  return llvm::any_of(from, [&](const llvm::Use& one) {
    return one->getType()->isPointerTy() && may_be_argument(one.get(), depth + 1);
  });
}

void split_one(llvm::LoadInst& load, Loads& left) {
  llvm::Value* const address = load.getPointerOperand()->stripPointerCasts();
  if (auto* const chosen = llvm::dyn_cast<llvm::SelectInst>(address)) {
    if (!is_of_both({chosen->getTrueValue(), chosen->getFalseValue()})) return;
    return split(load, *chosen);
  }
  auto* const chosen = llvm::dyn_cast<llvm::PHINode>(address);
  if (chosen == nullptr || chosen->getParent() != load.getParent() || !begins_its_block(load)) return;
  if (may_be_argument(chosen)) split(load, *chosen, left);
}

}  // namespace

void split_chosen_arguments(llvm::Module& module) {
  for (llvm::Function& function : module) {
    Loads left;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) left.push_back(load);
    }
    while (!left.empty()) split_one(*left.pop_back_val(), left);
  }
}

}  // namespace simtcc
