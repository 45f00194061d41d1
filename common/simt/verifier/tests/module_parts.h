// What the verifier's tests find in a module, to change it.
#pragma once

#include <llvm/IR/CFG.h>
#include <llvm/IR/InlineAsm.h>

#include <functional>

#include "verifier.h"

namespace simt_verifier_test {

using namespace llvm;  // NOLINT(google-build-using-namespace): the names of LLVM's instructions
using simt::abi::Runtime;

inline Function& entry_of(Module& module) {
  for (Function& function : module) {
    if (function.getName().contains("simt.entry")) return function;
  }
  throw std::logic_error("no entry");
}
inline Function& nested_of(Module& module) {
  for (Function& function : module) {
    if (!function.isDeclaration() && !function.getName().contains("simt.entry")) return function;
  }
  throw std::logic_error("no other function");
}

inline bool is_barrier(const Value* value) {
  const auto* const call = dyn_cast<CallInst>(value);
  return call != nullptr && isa<InlineAsm>(call->getCalledOperand());
}

// The first instruction that a predicate holds of.
template <class Kind = Instruction>
Kind& first(Function& function, const std::function<bool(Kind&)>& is_wanted) {
  for (Instruction& instruction : instructions(function)) {
    auto* const one = dyn_cast<Kind>(&instruction);
    if (one != nullptr && is_wanted(*one)) return *one;
  }
  throw std::logic_error("no such instruction");
}
inline StoreInst& checked_store(Module& module) {
  return first<StoreInst>(entry_of(module),
                          [](StoreInst& store) { return is_barrier(store.getPointerOperand()); });
}
inline LoadInst& checked_load(Module& module) {
  return first<LoadInst>(entry_of(module),
                         [](LoadInst& load) { return is_barrier(load.getPointerOperand()); });
}
// The comparison and the branch before a block that is guarded.
inline BranchInst& guard_of(Instruction& access) {
  for (BasicBlock* before : predecessors(access.getParent())) {
    auto* const branch = cast<BranchInst>(before->getTerminator());
    if (branch->isConditional()) return *branch;
  }
  throw std::logic_error("no guard");
}
inline ICmpInst& comparison_of(Instruction& access) {
  return *cast<ICmpInst>(guard_of(access).getCondition());
}
// A call of a member of the machine.
inline CallInst& call_of(Function& function, std::size_t member) {
  return first<CallInst>(function, [&](CallInst& call) {
    const auto* const code = dyn_cast<LoadInst>(call.getCalledOperand()->stripPointerCasts());
    return code != nullptr &&
           simt_verifier::address_of(code->getPointerOperand(), function.getParent()->getDataLayout())
                   .offset == static_cast<std::int64_t>(member) &&
           call.arg_size() >= 2 && isa<ConstantInt>(call.getArgOperand(1));
  });
}
// A comparison whose limit is a number: an array that the compiler knows.
inline ICmpInst& known_extent(Function& function) {
  return first<ICmpInst>(function, [](ICmpInst& compare) {
    return compare.getPredicate() == ICmpInst::ICMP_UGE && isa<ConstantInt>(compare.getOperand(1));
  });
}
inline GlobalVariable& table(Module& module) { return *module.getNamedGlobal("simt_module"); }
inline void set_member(GlobalVariable& variable, unsigned member, std::uint64_t number) {
  auto* const value = cast<ConstantStruct>(variable.getInitializer());
  std::vector<Constant*> members;
  for (unsigned i = 0; i < value->getNumOperands(); ++i) members.push_back(value->getOperand(i));
  members[member] = ConstantInt::get(members[member]->getType(), number);
  variable.setInitializer(ConstantStruct::get(value->getType(), members));
}

}  // namespace simt_verifier_test
