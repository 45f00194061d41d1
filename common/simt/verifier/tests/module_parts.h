// What the verifier's tests find in a module, to change it.
#pragma once

#include <gtest/gtest.h>
#include <llvm/IR/CFG.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

#include <functional>
#include <memory>
#include <string>

#include "verifier.h"

namespace simt_verifier_test {

using namespace llvm;  // NOLINT(google-build-using-namespace): the names of LLVM's instructions
using simt::abi::Runtime;

// simtcc's module of good.cu.
inline std::unique_ptr<Module> good_module(LLVMContext& context) {
  SMDiagnostic problem;
  auto module = parseIRFile(GOOD_MODULE, problem, context);
  EXPECT_NE(module, nullptr) << problem.getMessage().str();
  return module;
}

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

// The first instruction that a predicate holds of.
template <class Kind = Instruction>
Kind& first(Function& function, const std::function<bool(Kind&)>& is_wanted) {
  for (Instruction& instruction : instructions(function)) {
    auto* const one = dyn_cast<Kind>(&instruction);
    if (one != nullptr && is_wanted(*one)) return *one;
  }
  throw std::logic_error("no such instruction");
}
// The first call of a primitive: "store.float", "ask".
inline CallInst& call_of(Function& function, const std::string& primitive) {
  return first<CallInst>(function, [&](CallInst& call) {
    const Function* const callee = call.getCalledFunction();
    return callee != nullptr && callee->getName() == "simt." + primitive;
  });
}
inline CallInst& member_call(Function& function, std::size_t member) {
  return call_of(function, "call." + std::to_string(member));
}
// The function's call of itself.
inline CallInst& recursion_of(Function& function) {
  return first<CallInst>(function, [&](CallInst& call) { return call.getCalledFunction() == &function; });
}
// The next, or the last, call before an instruction: of a primitive.
inline CallInst& call_after(Instruction& at) {
  Instruction* next = at.getNextNode();
  while (!isa<CallInst>(next)) next = next->getNextNode();
  return *cast<CallInst>(next);
}
inline CallInst& call_before(Instruction& at) {
  Instruction* before = at.getPrevNode();
  while (!isa<CallInst>(before)) before = before->getPrevNode();
  return *cast<CallInst>(before);
}
inline void set_number(CallInst& call, unsigned argument, std::uint64_t number) {
  call.setArgOperand(argument, ConstantInt::get(call.getArgOperand(argument)->getType(), number));
}
// An access of an array that the compiler knows, and one of an array that it does not.
inline CallInst& known_access(Function& function, const std::string& primitive, bool is_known) {
  return first<CallInst>(function, [&](CallInst& call) {
    const Function* const callee = call.getCalledFunction();
    return callee != nullptr && callee->getName() == "simt." + primitive &&
           cast<ConstantInt>(call.getArgOperand(3))->isZero() != is_known;
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
