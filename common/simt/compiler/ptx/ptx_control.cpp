// Fences, ends, and what says something to the hardware alone. PTX ISA, "membar/fence" and "Control Flow
// Instructions". Labels and bra: ptx_lowering.cpp.
#include "front/annotations.h"
#include "ptx/builder.h"

namespace simtcc::ptx {
namespace {

bool lower_fence(const Instruction& instruction, Builder& builder) {
  Suffixes suffixes(instruction, builder);
  // There is one view of memory: nothing lies between the proxies.
  if (suffixes.take("proxy") || suffixes.take("mbarrier_init")) return true;
  suffixes.one_of({"sc", "acq_rel", "acquire", "release"});
  const std::string scope = suffixes.one_of({"cta", "cluster", "gl", "gpu", "sys"});
  suffixes.finish();
  builder.expect_operands(0);
  builder.call("simt_fence", builder.ir().getVoidTy(), {builder.ir().getInt32(scope == "cta" ? 0 : 1)});
  return true;
}

// Ends a kernel's lane. Only a guard leads past the exit, to the code after it.
bool lower_exit(Builder& builder) {
  llvm::Function& function = *builder.statement().getFunction();
  if (nvvm_number(*function.getParent(), function, "kernel") != 1)
    builder.refuse("it is possible in a kernel itself; return from the device function instead");
  llvm::Instruction* const next = &*builder.ir().GetInsertPoint();
  llvm::BasicBlock* const before = next->getParent();
  llvm::SplitBlock(before, next);
  llvm::ReplaceInstWithInst(before->getTerminator(), llvm::ReturnInst::Create(before->getContext()));
  builder.ir().SetInsertPoint(next);
  return true;
}

}  // namespace

bool lower_control(const Instruction& instruction, Builder& builder) {
  const std::string& name = instruction.family();
  if (name == "membar" || name == "fence") return lower_fence(instruction, builder);
  if (name == "exit") return lower_exit(builder);
  if (name == "trap") {
    builder.ir().CreateIntrinsic(llvm::Intrinsic::trap, {}, {});
    return true;
  }
  // Time, registers, launches and debuggers are not modelled.
  return name == "nanosleep" || name == "griddepcontrol" || name == "setmaxnreg" || name == "pmevent" ||
         name == "brkpt";
}

}  // namespace simtcc::ptx
