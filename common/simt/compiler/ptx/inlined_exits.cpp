#include "ptx/inlined_exits.h"

#include <llvm/IR/InlineAsm.h>

#include "front/annotations.h"

namespace simtcc::ptx {
namespace {

// Two functions that call each other would take each other's place for ever.
constexpr unsigned kMostCalls = 10000;

bool is_kernel(llvm::Function& function) {
  return nvvm_number(*function.getParent(), function, "kernel") == 1;
}

// Whether the function has an asm statement that exits, or may have one: the text is read later.
bool exits(llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || !call->isInlineAsm()) return false;
    const auto* const assembler = llvm::cast<llvm::InlineAsm>(call->getCalledOperand());
    return assembler->getAsmString().find("exit;") != std::string::npos;
  });
}

llvm::SmallVector<llvm::CallInst*, 8> calls_from_others(llvm::Function& callee) {
  llvm::SmallVector<llvm::CallInst*, 8> calls;
  for (llvm::User* user : callee.users()) {
    auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call != nullptr && call->getCalledFunction() == &callee && call->getFunction() != &callee)
      calls.push_back(call);
  }
  return calls;
}

}  // namespace

void inline_exits(llvm::Module& module) {
  llvm::SmallVector<llvm::Function*, 8> left;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && !is_kernel(function) && exits(function)) left.push_back(&function);
  }
  unsigned inlined = 0;
  while (!left.empty()) {
    llvm::Function* const callee = left.pop_back_val();
    for (llvm::CallInst* call : calls_from_others(*callee)) {
      llvm::Function* const caller = call->getFunction();
      llvm::InlineFunctionInfo about;
      if (++inlined > kMostCalls || !llvm::InlineFunction(*call, about).isSuccess()) continue;
      if (!is_kernel(*caller) && !llvm::is_contained(left, caller)) left.push_back(caller);
    }
  }
}

}  // namespace simtcc::ptx
