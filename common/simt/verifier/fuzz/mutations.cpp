#include "mutations.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>

#include "site.h"

namespace simt_fuzz {
namespace {

// Each gives false where there is nothing of its kind.

bool drop_branch(Site& site) {
  auto* const branch = site.any<BranchInst>();
  if (branch == nullptr || !branch->isConditional()) return false;
  const auto kept = static_cast<unsigned>(below(site.random, 2));
  BasicBlock* const gone = branch->getSuccessor(1 - kept);
  if (gone != branch->getSuccessor(kept)) gone->removePredecessor(branch->getParent(), true);
  BranchInst::Create(branch->getSuccessor(kept), branch);
  branch->eraseFromParent();
  return true;
}

bool swap_branch(Site& site) {
  auto* const branch = site.any<BranchInst>();
  if (branch == nullptr || !branch->isConditional()) return false;
  branch->swapSuccessors();
  return true;
}

bool redirect_branch(Site& site) {
  auto* const branch = site.any<BranchInst>();
  if (branch == nullptr) return false;
  std::vector<BasicBlock*> blocks;
  for (BasicBlock& block : site.function) blocks.push_back(&block);
  BasicBlock* const to = pick(site.random, blocks);
  if (to == &site.function.getEntryBlock()) return false;
  const auto which = static_cast<unsigned>(below(site.random, branch->getNumSuccessors()));
  BasicBlock* const from = branch->getSuccessor(which);
  if (from == to) return false;
  from->removePredecessor(branch->getParent(), true);
  branch->setSuccessor(which, to);
  for (PHINode& phi : to->phis()) {
    Value* const value = site.value_of(phi.getType());
    if (value == nullptr) return true;
    phi.addIncoming(value, branch->getParent());
  }
  return true;
}

bool change_constant(Site& site) {
  std::vector<Use*> uses;
  for (Instruction* instruction : site.all) {
    for (Use& use : instruction->operands()) {
      if (isa<ConstantInt>(use.get())) uses.push_back(&use);
    }
  }
  if (uses.empty()) return false;
  Use* const use = pick(site.random, uses);
  auto* const number = cast<ConstantInt>(use->get());
  if (number->getBitWidth() > 64) return false;
  use->set(ConstantInt::get(number->getType(), site.near(number->getZExtValue())));
  return true;
}

bool replace_operand(Site& site) {
  if (site.at->getNumOperands() == 0) return false;
  const auto which = static_cast<unsigned>(below(site.random, site.at->getNumOperands()));
  Type* const type = site.at->getOperand(which)->getType();
  if (type->isLabelTy() || type->isMetadataTy() || isa<InlineAsm>(site.at->getOperand(which))) return false;
  Value* const value = site.value_of(type);
  if (value == nullptr) return false;
  site.at->setOperand(which, value);
  return true;
}

bool swap_operands(Site& site) {
  for (unsigned i = 0; i + 1 < site.at->getNumOperands(); ++i) {
    Value* const first = site.at->getOperand(i);
    Value* const second = site.at->getOperand(i + 1);
    if (first == second || first->getType() != second->getType() || first->getType()->isLabelTy()) continue;
    site.at->setOperand(i, second);
    site.at->setOperand(i + 1, first);
    return true;
  }
  return false;
}

bool change_comparison(Site& site) {
  auto* const comparison = site.any<ICmpInst>();
  if (comparison == nullptr) return false;
  constexpr unsigned kFirst = CmpInst::FIRST_ICMP_PREDICATE;
  comparison->setPredicate(static_cast<CmpInst::Predicate>(
      kFirst + below(site.random, CmpInst::LAST_ICMP_PREDICATE - kFirst + 1)));
  return true;
}

bool change_operation(Site& site) {
  auto* const operation = site.any<BinaryOperator>();
  if (operation == nullptr || !operation->getType()->isIntOrIntVectorTy()) return false;
  constexpr std::array<Instruction::BinaryOps, 11> kOperations{
      Instruction::Add,  Instruction::Sub,  Instruction::Mul, Instruction::Or,
      Instruction::And,  Instruction::Xor,  Instruction::Shl, Instruction::LShr,
      Instruction::AShr, Instruction::UDiv, Instruction::SRem};
  BinaryOperator* const other = BinaryOperator::Create(
      pick(site.random, kOperations), operation->getOperand(0), operation->getOperand(1), "", operation);
  forget(operation, other);
  return true;
}

bool add_flags(Site& site) {
  if (auto* const pointer = dyn_cast<GetElementPtrInst>(site.at)) {
    pointer->setIsInBounds(!pointer->isInBounds());
  } else if (isa<OverflowingBinaryOperator>(site.at)) {
    site.at->setHasNoSignedWrap(below(site.random, 2) == 0);
    site.at->setHasNoUnsignedWrap(below(site.random, 2) == 0);
  } else {
    return false;
  }
  return true;
}

bool remove_instruction(Site& site) {
  if (site.at->isTerminator()) return false;
  Value* const instead = site.at->getType()->isVoidTy() ? nullptr : site.value_of(site.at->getType());
  if (!site.at->getType()->isVoidTy() && (instead == nullptr || instead == site.at)) return false;
  forget(site.at, instead);
  return true;
}

// The barrier or freeze before an access, or anything else that gives back what it takes.
bool see_through(Site& site) {
  if (site.at->getNumOperands() == 0 || site.at->getOperand(0)->getType() != site.at->getType() ||
      site.at->getOperand(0) == site.at || isa<PHINode>(site.at))
    return false;
  forget(site.at, site.at->getOperand(0));
  return true;
}

bool move_instruction(Site& site) {
  Instruction* const to = pick(site.random, site.all);
  if (site.at->isTerminator() || isa<PHINode>(site.at) || isa<PHINode>(to) || to == site.at) return false;
  site.at->moveBefore(to);
  return true;
}

bool copy_instruction(Site& site) {
  Instruction* const to = pick(site.random, site.all);
  if (site.at->isTerminator() || isa<PHINode>(site.at) || isa<PHINode>(to)) return false;
  Instruction* const copy = site.at->clone();
  copy->insertBefore(to);
  if (site.at->getType()->isVoidTy() || below(site.random, 2) == 0) return true;
  site.at->replaceUsesWithIf(copy,
                             [&](const Use& use) { return use.getUser() != copy && site.random() % 2 == 0; });
  return true;
}

bool insert_access(Site& site) {
  if (isa<PHINode>(site.at)) return false;
  IRBuilder<> builder(site.at);
  Type* const number = builder.getIntNTy(8U << below(site.random, 5));
  Value* pointer = site.value_of(PointerType::getUnqual(number));
  if (below(site.random, 2) == 0)
    pointer = builder.CreateIntToPtr(builder.getInt64(site.interesting()), PointerType::getUnqual(number));
  if (pointer == nullptr) return false;
  if (below(site.random, 2) == 0) {
    builder.CreateStore(ConstantInt::get(number, site.interesting()), pointer);
  } else {
    builder.CreateLoad(number, pointer);
  }
  return true;
}

struct Mutation {
  const char* name;
  bool (*apply)(Site&);
};
constexpr std::array<Mutation, 21> kMutations{{{"drop-branch", drop_branch},
                                               {"swap-branch", swap_branch},
                                               {"redirect-branch", redirect_branch},
                                               {"change-constant", change_constant},
                                               {"change-constant", change_constant},
                                               {"replace-operand", replace_operand},
                                               {"replace-operand", replace_operand},
                                               {"swap-operands", swap_operands},
                                               {"change-comparison", change_comparison},
                                               {"change-operation", change_operation},
                                               {"add-flags", add_flags},
                                               {"remove-instruction", remove_instruction},
                                               {"see-through", see_through},
                                               {"move-instruction", move_instruction},
                                               {"copy-instruction", copy_instruction},
                                               {"insert-access", insert_access},
                                               {"change-width", change_width},
                                               {"redirect-call", redirect_call},
                                               {"change-access", change_access},
                                               {"add-note", add_note},
                                               {"add-attribute", add_attribute}}};

}  // namespace

std::string mutate(Module& module, Random& random) {
  std::vector<Function*> functions;
  for (Function& function : module) {
    if (!function.isDeclaration()) functions.push_back(&function);
  }
  Function& function = *pick(random, functions);
  Site site{random, module, function, {}, nullptr};
  for (Instruction& instruction : instructions(function)) site.all.push_back(&instruction);
  if (below(random, 10) == 0) return change_variable(site) ? "change-variable" : "";
  for (;;) {
    site.at = pick(random, site.all);
    const Mutation& mutation = pick(random, kMutations);
    if (mutation.apply(site)) return mutation.name;
  }
}

}  // namespace simt_fuzz
