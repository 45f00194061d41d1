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

// Loads at the end of each block that the address comes from.
void split(llvm::LoadInst& load, llvm::PHINode& chosen) {
  llvm::PHINode* const value =
      llvm::PHINode::Create(load.getType(), chosen.getNumIncomingValues(), "", &chosen);
  for (unsigned i = 0; i < chosen.getNumIncomingValues(); ++i) {
    llvm::BasicBlock* from = chosen.getIncomingBlock(i);
    if (from->getTerminator()->getNumSuccessors() != 1) from = llvm::SplitEdge(from, chosen.getParent());
    value->addIncoming(load_from(load, chosen.getIncomingValue(i), from->getTerminator()), from);
  }
  replace(load, *value);
}

bool is_of_both(llvm::ArrayRef<llvm::Value*> addresses) {
  return llvm::any_of(addresses, is_argument) && !llvm::all_of(addresses, is_argument);
}

void split_one(llvm::LoadInst& load) {
  llvm::Value* const address = load.getPointerOperand()->stripPointerCasts();
  if (auto* const chosen = llvm::dyn_cast<llvm::SelectInst>(address)) {
    if (!is_of_both({chosen->getTrueValue(), chosen->getFalseValue()})) return;
    return split(load, *chosen);
  }
  auto* const chosen = llvm::dyn_cast<llvm::PHINode>(address);
  if (chosen == nullptr || chosen->getParent() != load.getParent() || !begins_its_block(load)) return;
  llvm::SmallVector<llvm::Value*, 4> addresses(chosen->incoming_values());
  if (is_of_both(addresses)) split(load, *chosen);
}

}  // namespace

void split_chosen_arguments(llvm::Module& module) {
  for (llvm::Function& function : module) {
    llvm::SmallVector<llvm::LoadInst*, 16> loads;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) loads.push_back(load);
    }
    for (llvm::LoadInst* const load : loads) split_one(*load);
  }
}

}  // namespace simtcc
