#include "passes/kept_accesses.h"

#include "front/kernels.h"

namespace simtcc {
namespace {

void keep_clobbering(llvm::StoreInst& store) {
  auto* const load = llvm::dyn_cast<llvm::LoadInst>(store.getValueOperand());
  // Storing a value back to where it was loaded from is no store at all, for nvcc neither.
  if (load == nullptr || load->getPointerOperand() == store.getPointerOperand()) return;
  store.setOperand(0, llvm::IRBuilder<>(&store).CreateFreeze(load));
}

}  // namespace

llvm::PreservedAnalyses KeptAccessesPass::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (store == nullptr) continue;
    if (store->getPointerAddressSpace() == kConstantSpace) store->setVolatile(true);
    if (kLoadsSeeThroughStores) keep_clobbering(*store);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace simtcc
