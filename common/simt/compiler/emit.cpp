#include "emit.h"

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>

#include "process.h"

namespace simtcc {
namespace {

std::unique_ptr<llvm::TargetMachine> host() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  const std::string triple = llvm::sys::getProcessTriple();
  std::string problem;
  const llvm::Target* const target = llvm::TargetRegistry::lookupTarget(triple, problem);
  if (target == nullptr) throw std::runtime_error("this LLVM does not know the host's processor: " + problem);
  llvm::TargetOptions options;
  options.TrapUnreachable = true;  // what the optimiser thought impossible must not run into other code
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, "generic", "", options, llvm::Reloc::PIC_));
}

}  // namespace

llvm::SmallVector<char, 0> object_code(llvm::Module& module) {
  const std::unique_ptr<llvm::TargetMachine> machine = host();
  module.setTargetTriple(machine->getTargetTriple().str());
  module.setDataLayout(machine->createDataLayout());
  for (llvm::Function& function : module) {
    function.removeFnAttr("target-cpu");  // the GPU's
    function.removeFnAttr("target-features");
    function.addFnAttr("frame-pointer", "none");
  }
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (!variable.isDeclaration() && variable.getName() != "simt_module")
      variable.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream object(bytes);
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, object, nullptr, kObjectFile))
    throw std::runtime_error("LLVM cannot write objects for " + machine->getTargetTriple().str());
  passes.run(module);
  return bytes;
}

bool link(const std::string& object, const std::string& output) {
  // libm: mathematics; libgcc_s: arithmetic wider than the processor's.
  return run({"ld", "-shared", "-o", output, object, "-l:libm.so.6", "-l:libgcc_s.so.1", "--as-needed",
              "--no-undefined", "-Bsymbolic", "-z", "relro", "-z", "now", "-z", "noexecstack",
              "--exclude-libs=ALL"})
             .status == 0;
}

}  // namespace simtcc
