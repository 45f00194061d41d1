#include "back/emit.h"

#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>

#include "back/kernel_code.h"
#include "passes/runtime_calls.h"
#include "system/process.h"

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
  // Code that the optimiser thought unreachable must not run on into other code
  options.TrapUnreachable = true;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, "generic", "", options, llvm::Reloc::PIC_));
}

// The host's layout, with numbers of 128 bits at multiples of 16 bytes, where kernels' data (and the host compiler's) have them: LLVM
// before 18 thinks 8 enough on x86-64, and would move the members behind one (LLVM 18's release notes, "Changes to the X86 Backend").
llvm::DataLayout layout_on(const llvm::TargetMachine& machine) {
  const std::string layout = machine.createDataLayout().getStringRepresentation();
  return llvm::DataLayout(layout.find("i128:") == std::string::npos ? layout + "-i128:128" : layout);
}

// There are no jump tables, because nobody checks their index when the optimiser thinks the default
// impossible. Each page of a large frame is touched, so that no frame steps over the guard below the stack.
// Where LLVM cannot touch them, code generation reports large frames.
llvm::AttributeList attributes_of_code(llvm::LLVMContext& context) {
  llvm::AttrBuilder all(context);
  all.addAttribute(llvm::Attribute::NoUnwind);
  all.addAttribute("frame-pointer", "none");
  all.addAttribute("no-jump-tables", "true");
  all.addAttribute("probe-stack", "inline-asm");
  if (!kProbesFrames) all.addAttribute("warn-stack-size", std::to_string(simt::abi::kMostFrameBytes));
  return llvm::AttributeList::get(context, llvm::AttributeList::FunctionIndex, all);
}

// Assumptions and debug information.
void remove_notes(llvm::Module& module) {
  for (llvm::NamedMDNode& node : llvm::make_early_inc_range(module.named_metadata()))
    module.eraseNamedMetadata(&node);
  for (llvm::GlobalObject& object : module.global_objects()) object.clearMetadata();
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      if (is_call_of(instruction, "llvm.assume") || instruction.isLifetimeStartOrEnd() ||
          llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) {
        instruction.eraseFromParent();
        continue;
      }
      instruction.setDebugLoc(llvm::DebugLoc());
    }
  }
}

// Code generation calls functions by their names, for arithmetic that the processor has not (__divti3, fmod):
// a definition of the file's own is never one of those.
void rename_definitions(llvm::Module& module) {
  for (llvm::GlobalObject& object : module.global_objects()) {
    if (object.isDeclaration() || object.getName() == "simt_module") continue;
    object.setName("own." + llvm::GlobalValue::dropLLVMManglingEscape(object.getName()));
  }
}

// Notes a frame that is larger than its function's "warn-stack-size".
class FrameSizes : public llvm::DiagnosticHandler {
 public:
  explicit FrameSizes(bool& is_exceeded) : is_exceeded_(is_exceeded) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& about) override {
    is_exceeded_ |= about.getKind() == llvm::DK_StackSize;
    return about.getKind() == llvm::DK_StackSize;
  }

 private:
  bool& is_exceeded_;
};

}  // namespace

void prepare_for_host(llvm::Module& module) {
  const std::unique_ptr<llvm::TargetMachine> machine = host();
  module.setTargetTriple(machine->getTargetTriple().str());
  module.setDataLayout(layout_on(*machine));
  remove_notes(module);
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (function.isDeclaration() && function.use_empty()) {
      function.eraseFromParent();
      continue;
    }
    if (!function.isDeclaration()) llvm::EliminateUnreachableBlocks(function);
  }
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getName() != "simt_module") variable.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  rename_definitions(module);
}

// Makes everything that code generation could take a hint from the same for each module: attributes, notes
// and alignments. Two kinds of notes remain: a branch's weights, and that a field of the context or an
// argument does not change.
void make_uniform(llvm::Module& module) {
  for (llvm::Function& function : module) {
    function.clearMetadata();
    if (!function.isIntrinsic()) function.setAttributes({});
    if (!function.isDeclaration()) function.setAttributes(attributes_of_code(module.getContext()));
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      instruction.dropUnknownNonDebugMetadata(
          {llvm::LLVMContext::MD_prof, llvm::LLVMContext::MD_invariant_load});
      // What arithmetic may be rearranged must not depend on the instructions that the code may use.
      if (llvm::isa<llvm::FPMathOperator>(instruction)) instruction.copyFastMathFlags(llvm::FastMathFlags());
      if (auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction)) call->setAttributes({});
      if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) load->setAlignment(llvm::Align(1));
    }
  }
  for (llvm::GlobalVariable& variable : module.globals()) variable.clearMetadata();
}

llvm::SmallVector<char, 0> object_code(llvm::Module& module, CodeOptions options) {
  const std::unique_ptr<llvm::TargetMachine> machine = host();
  if (options.quick) machine->setOptLevel(kNoOptimisation);
  if (module.getDataLayout() != layout_on(*machine))
    throw std::logic_error("the module is laid out for another processor");
  make_uniform(module);
  expand_primitives(module, make_kernels(module, !options.quick && !options.one_by_one, options.allowance));
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream object(bytes);
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, object, nullptr, kObjectFile))
    throw std::runtime_error("LLVM cannot write objects for " + machine->getTargetTriple().str());
  bool is_exceeded = false;
  module.getContext().setDiagnosticHandler(std::make_unique<FrameSizes>(is_exceeded));
  passes.run(module);
  module.getContext().setDiagnosticHandler(nullptr);
  if (is_exceeded) {
    throw FrameTooLarge("a function keeps more than " + std::to_string(simt::abi::kMostFrameBytes / 1024) +
                        " KiB of values at once, more than simtcc takes on this processor with LLVM before "
                        "18: keep them in an array, or install LLVM 18");
  }
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
