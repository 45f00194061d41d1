#include "passes/passes.h"

namespace simtcc {
namespace {

// Whether a function can be called so: as many arguments, each of the same kind and size.
bool can_be(const llvm::Function& function, const llvm::CallInst& call) {
  const auto alike = [](llvm::Type* a, llvm::Type* b) {
    return a == b || (a->isPointerTy() && b->isPointerTy());
  };
  if (function.isDeclaration() || function.arg_size() != call.arg_size() || function.isVarArg()) return false;
  if (!alike(function.getReturnType(), call.getType())) return false;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (!alike(function.getArg(i)->getType(), call.getArgOperand(i)->getType())) return false;
  }
  return true;
}

llvm::Value* as_type(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Type* type) {
  return value->getType() == type ? value : builder.CreatePointerBitCastOrAddrSpaceCast(value, type);
}

llvm::CallInst* call_directly(llvm::IRBuilder<>& builder, llvm::Function& callee,
                              const llvm::CallInst& like) {
  llvm::SmallVector<llvm::Value*, 8> arguments;
  for (unsigned i = 0; i < like.arg_size(); ++i)
    arguments.push_back(as_type(builder, like.getArgOperand(i), callee.getArg(i)->getType()));
  llvm::CallInst* const call = builder.CreateCall(&callee, arguments);
  call->setDebugLoc(like.getDebugLoc());
  return call;
}

void trap(llvm::IRBuilder<>& builder, llvm::Module& module, const llvm::CallInst& like) {
  llvm::Type* const nothing = builder.getVoidTy();
  const auto callee = module.getOrInsertFunction(
      "simt_trap", llvm::FunctionType::get(nothing, {byte_pointer(module.getContext())}, false));
  llvm::Constant* const message = builder.CreateGlobalStringPtr("a call through a pointer to no function");
  builder.CreateCall(callee, {message})->setDebugLoc(like.getDebugLoc());
}

void resolve(llvm::CallInst& call, llvm::ArrayRef<llvm::Function*> functions) {
  llvm::BasicBlock* const before = call.getParent();
  llvm::BasicBlock* const after = before->splitBasicBlock(&call);
  before->getTerminator()->eraseFromParent();
  llvm::IRBuilder<> builder(before);
  llvm::Type* const result = call.getType();
  llvm::PHINode* found = nullptr;
  if (!result->isVoidTy()) found = llvm::PHINode::Create(result, 4, "", &after->front());
  for (llvm::Function* function : functions) {
    if (!can_be(*function, call)) continue;
    llvm::LLVMContext& context = call.getContext();
    llvm::BasicBlock* const here = llvm::BasicBlock::Create(context, "", before->getParent(), after);
    llvm::BasicBlock* const next = llvm::BasicBlock::Create(context, "", before->getParent(), after);
    llvm::Value* const address = as_type(builder, function, call.getCalledOperand()->getType());
    builder.CreateCondBr(builder.CreateICmpEQ(call.getCalledOperand(), address), here, next);
    builder.SetInsertPoint(here);
    llvm::CallInst* const direct = call_directly(builder, *function, call);
    if (found != nullptr) found->addIncoming(as_type(builder, direct, result), here);
    builder.CreateBr(after);
    builder.SetInsertPoint(next);
  }
  trap(builder, *call.getModule(), call);
  if (found != nullptr) found->addIncoming(llvm::UndefValue::get(result), builder.GetInsertBlock());
  builder.CreateBr(after);
  if (found != nullptr) call.replaceAllUsesWith(found);
  call.eraseFromParent();
}

// Removes what a table of virtual functions names and no kernel uses: run-time type information, and the
// function that stands for a pure virtual one.
void forget_type_information(llvm::Module& module) {
  llvm::SmallVector<llvm::GlobalValue*, 8> unused;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (begins_with(variable.getName(), "_ZTI")) unused.push_back(&variable);
  }
  if (llvm::Function* const pure = module.getFunction("__cxa_pure_virtual")) unused.push_back(pure);
  for (llvm::GlobalValue* value : unused)
    value->replaceAllUsesWith(llvm::ConstantPointerNull::get(value->getType()));
}

}  // namespace

void resolve_indirect_calls(llvm::Module& module) {
  forget_type_information(module);
  llvm::SmallVector<llvm::CallInst*, 8> calls;
  llvm::SmallVector<llvm::Function*, 8> functions;
  for (llvm::Function& function : module) {
    if (function.hasAddressTaken() && !function.isDeclaration()) functions.push_back(&function);
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const bool indirect =
          call != nullptr && !call->isInlineAsm() &&
          llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCasts()) == nullptr;
      if (indirect) calls.push_back(call);
    }
  }
  for (llvm::CallInst* call : calls) resolve(*call, functions);
}

}  // namespace simtcc
