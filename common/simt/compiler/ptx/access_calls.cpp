#include "ptx/access_calls.h"

#include <llvm/Support/raw_ostream.h>

#include <string>

namespace simtcc::ptx {
namespace {

constexpr const char* kLoad = "simt.ptx.load.";
constexpr const char* kStore = "simt.ptx.store.";
constexpr const char* kVolatile = "volatile.";

std::string name_of(const char* operation, bool is_volatile, const llvm::Type* type) {
  std::string name;
  llvm::raw_string_ostream(name) << operation << (is_volatile ? kVolatile : "") << *type;
  return name;
}

llvm::CallInst* make(llvm::IRBuilder<>& builder, const std::string& name, llvm::Type* result,
                     llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::SmallVector<llvm::Type*, 2> types;
  for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::FunctionCallee callee =
      module.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
  llvm::cast<llvm::Function>(callee.getCallee())->setConvergent();
  llvm::CallInst* const call = builder.CreateCall(callee, arguments);
  call->addFnAttr(llvm::Attribute::Convergent);
  call->addFnAttr(llvm::Attribute::NoMerge);
  call->addFnAttr(llvm::Attribute::NoUnwind);
  call->addFnAttr(llvm::Attribute::WillReturn);
  return call;
}

void make_access(llvm::CallInst& call, bool is_volatile) {
  llvm::IRBuilder<> builder(&call);
  const bool is_store = call.getType()->isVoidTy();
  llvm::Type* const type = is_store ? call.getArgOperand(1)->getType() : call.getType();
  const llvm::Align alignment(call.getModule()->getDataLayout().getTypeStoreSize(type));
  llvm::Value* const place =
      builder.CreatePointerCast(call.getArgOperand(0), llvm::PointerType::getUnqual(type));
  llvm::Instruction* access = nullptr;
  if (is_store) {
    access = builder.CreateAlignedStore(call.getArgOperand(1), place, alignment, is_volatile);
  } else {
    access = builder.CreateAlignedLoad(type, place, alignment, is_volatile);
    call.replaceAllUsesWith(access);
  }
  access->setDebugLoc(call.getDebugLoc());
  access->setMetadata("simt.line", call.getMetadata("simt.line"));
  call.eraseFromParent();
}

}  // namespace

llvm::CallInst* call_load(llvm::IRBuilder<>& builder, llvm::Value* pointer, llvm::Type* type,
                          AccessNature nature) {
  llvm::CallInst* const call = make(builder, name_of(kLoad, nature.is_volatile, type), type, {pointer});
  if (!nature.is_in_order) {
    call->setOnlyReadsMemory();
    call->setOnlyAccessesArgMemory();
  }
  return call;
}

llvm::CallInst* call_store(llvm::IRBuilder<>& builder, llvm::Value* pointer, llvm::Value* value,
                           AccessNature nature) {
  return make(builder, name_of(kStore, nature.is_volatile, value->getType()), builder.getVoidTy(),
              {pointer, value});
}

void make_accesses(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    const llvm::StringRef name = function.getName();
    if (!begins_with(name, kLoad) && !begins_with(name, kStore)) continue;
    const bool is_volatile = name.contains(kVolatile);
    llvm::SmallVector<llvm::CallInst*, 16> calls;
    for (llvm::User* user : function.users()) calls.push_back(llvm::cast<llvm::CallInst>(user));
    for (llvm::CallInst* call : calls) make_access(*call, is_volatile);
    function.eraseFromParent();
  }
}

}  // namespace simtcc::ptx
