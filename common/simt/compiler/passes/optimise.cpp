#include "passes/passes.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/SeparateConstOffsetFromGEP.h>
#include <llvm/Transforms/Scalar/StraightLineStrengthReduce.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>

#include "front/annotations.h"
#include "front/kernels.h"
#include "front/source_lines.h"
#include "llvm.h"
#include "passes/merged_accesses.h"
#include "passes/padding_notes.h"
#include "passes/pointer_bases.h"
#include "passes/unrolling/unrolling.h"
#include "passes/unused_loads.h"
#include "passes/waits_for_threads.h"

namespace simtcc {
namespace {

// Accesses that newer LLVM leaves out and nvcc does not.
//
// - From LLVM 17 on `first[i] = in[i]; second[i] = in[i];` loads once, whatever the pointers point to: if the
//   store changed in[i], then to the value that it had. nvcc loads twice (measured: store_twice of
//   agreement/kernels). A freeze between a load and the store of its value keeps LLVM from seeing that.
// - From LLVM 18 on a store to `__constant__` memory is none. It is a mistake that the machine reports.

// Wants address spaces to be known.
struct KeptAccessesPass : llvm::PassInfoMixin<KeptAccessesPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

void keep_clobbering(llvm::StoreInst& store) {
  auto* const load = llvm::dyn_cast<llvm::LoadInst>(store.getValueOperand());
  // Storing a value back to where it was loaded from is no store at all, for nvcc neither.
  if (load == nullptr || load->getPointerOperand() == store.getPointerOperand()) return;
  store.setOperand(0, llvm::IRBuilder<>(&store).CreateFreeze(load));
}

llvm::PreservedAnalyses KeptAccessesPass::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (store == nullptr) continue;
    if (store->getPointerAddressSpace() == kConstantSpace) store->setVolatile(true);
    if (kLoadsSeeThroughStores) keep_clobbering(*store);
  }
  return llvm::PreservedAnalyses::none();
}

// Aligns arrays as nvcc does: one of 16 bytes or more begins at a multiple of 16, so that its elements can be
// moved together (measured: agreement/kernels/local_arrays.cu).
void align_local_arrays(llvm::Function& function) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  const llvm::Align widest(16);
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* const alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (alloca == nullptr || alloca->getAlign() >= widest) continue;
    if (layout.getTypeAllocSize(alloca->getAllocatedType()) >= widest.value()) alloca->setAlignment(widest);
  }
}

void inline_all(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    note_loops(function);
    align_local_arrays(function);
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    const bool can_be = function.hasLocalLinkage() && !is_recursive(function);
    if (can_be) {
      function.addFnAttr(llvm::Attribute::AlwaysInline);
    } else {
      function.removeFnAttr(llvm::Attribute::AlwaysInline);
    }
  }
  llvm::PassBuilder builder;
  Analyses analyses(builder);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::AlwaysInlinerPass());
  passes.addPass(llvm::GlobalDCEPass());
  passes.run(module, analyses.modules);
}

// Loops with several ways in, as a switch or goto into a loop makes, get one: each way round is to ask the
// machine.
struct OneWayIntoLoopsPass : llvm::PassInfoMixin<OneWayIntoLoopsPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&function);
    if (!llvm::containsIrreducibleCFG<const llvm::BasicBlock*>(
            order, analyses.getResult<llvm::LoopAnalysis>(function)))
      return llvm::PreservedAnalyses::all();
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::LowerSwitchPass());
    passes.addPass(llvm::FixIrreduciblePass());
    return passes.run(function, analyses);
  }
};

struct NoteUnusedLoadsPass : llvm::PassInfoMixin<NoteUnusedLoadsPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (is_kernel(function)) note_unused_loads(function);
    return llvm::PreservedAnalyses::all();
  }
};

// The passes that LLVM's back end for NVIDIA's GPUs runs before it selects instructions.
llvm::FunctionPassManager merging_passes(const PaddedLines& padded_lines) {
  llvm::FunctionPassManager passes;
  // Of a loop in an unrolled loop only now the rounds are known apart, and with them all places in a local array: nvcc keeps it in
  // registers (cholesky_warp of agreement/timing/textbook.cu).
  passes.addPass(llvm::SROAPass());
  add_end_of_unrolling_of_nvcc(passes);
  add_unrolling_of_ptxas(passes);
  passes.addPass(llvm::InferAddressSpacesPass());
  passes.addPass(AnswerQuestionsPass());
  passes.addPass(llvm::InstCombinePass());  // notes alignments
  passes.addPass(llvm::SeparateConstOffsetFromGEPPass());
  passes.addPass(llvm::StraightLineStrengthReducePass());
  // Of an unrolled loop's rounds, a later one may load what an earlier one stored.
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.addPass(NoteLostPaddingPass(padded_lines));
  passes.addPass(MergeAccessesPass());
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::ADCEPass());
  passes.addPass(OneWayIntoLoopsPass());
  return passes;
}

// Suppresses the remark on a loop that has `#pragma unroll` and cannot be unrolled: nvcc says nothing either.
class NoWordOfLoops : public llvm::DiagnosticHandler {
 public:
  bool handleDiagnostics(const llvm::DiagnosticInfo& about) override {
    return about.getKind() == llvm::DK_OptimizationFailure;
  }
};

}  // namespace

bool is_recursive(llvm::Function& function) {
  llvm::SmallPtrSet<llvm::Function*, 8> seen;
  llvm::SmallVector<llvm::Function*, 8> open{&function};
  while (!open.empty()) {
    for (llvm::Instruction& instruction : llvm::instructions(*open.pop_back_val())) {
      auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      llvm::Function* const callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee == &function) return true;
      if (callee != nullptr && !callee->isDeclaration() && seen.insert(callee).second) open.push_back(callee);
    }
  }
  return false;
}

std::unique_ptr<llvm::TargetMachine> gpu_model() {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  // nvcc unrolls loops whose number of rounds is known at run time only by four; LLVM would by eight.
  // Measured: agreement/kernels/unrolling.cu. It compares counters with bounds, where newer LLVM would count
  // rounds; and it computes the number of rounds even where that takes some instructions. Type tags are notes here: see
  // padding_notes.h.
  const std::string most_unrolled = "-unroll-partial-threshold=" + std::to_string(kMostUnrolled);
  const std::string most_unrolled_whole = "-unroll-threshold=" + std::to_string(kMostUnrolledWhole);
  const char* const options[] = {"simtcc",
                                 "-unroll-max-count=4",
                                 most_unrolled.c_str(),
                                 most_unrolled_whole.c_str(),
                                 "-scev-cheap-expansion-budget=40",
                                 "-disable-lftr",
                                 "-disable-vector-combine",
                                 "-enable-tbaa=false",
                                 "-hoist-common-insts=true",
                                 "-sink-common-insts=false"};
  llvm::cl::ParseCommandLineOptions(static_cast<int>(std::size(options)), options);
  std::string problem;
  const char* const triple = "nvptx64-nvidia-cuda";
  const llvm::Target* const target = llvm::TargetRegistry::lookupTarget(triple, problem);
  if (target == nullptr) throw std::runtime_error("this LLVM knows no NVIDIA GPUs: " + problem);
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, "sm_70", "+ptx63", llvm::TargetOptions(), llvm::Reloc::PIC_));
}

void optimise(llvm::Module& module, llvm::TargetMachine& gpu) {
  module.getContext().setDiagnosticHandler(std::make_unique<NoWordOfLoops>());
  const PaddedLines padded_lines(module);
  inline_all(module);
  for (llvm::Function& function : module) {
    note_lines(function);
    note_ways(function);
  }

  llvm::PipelineTuningOptions options;
  options.LoopVectorization = false;
  options.SLPVectorization = false;
  options.LoopInterleaving = false;
  // This pass turns a table of pointers to texts into one of distances, and its loads into calls of an intrinsic. On a GPU a table
  // has pointers, 8 bytes each.
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback(
      [](llvm::StringRef pass, const llvm::Any&) { return pass != "RelLookupTableConverterPass"; });
  llvm::PassBuilder builder(&gpu, options, {}, &callbacks);
  builder.registerLateLoopOptimizationsEPCallback(
      [](llvm::LoopPassManager& late, llvm::OptimizationLevel) { add_unrolling_of_whole_loops(late); });
  // LLVM unrolls right behind this point.
  builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager& late, llvm::OptimizationLevel) { add_unrolling_before_llvm(late); });
  Analyses analyses(builder);
  llvm::ModulePassManager passes;
  // The memory that a pointer points to is found first, because all other passes can use what is known of
  // shared arrays.
  llvm::FunctionPassManager first;
  first.addPass(scalars_for_aggregates());
  first.addPass(NoteUnusedLoadsPass());
  first.addPass(llvm::EarlyCSEPass());
  first.addPass(llvm::InferAddressSpacesPass());
  first.addPass(AnswerQuestionsPass());
  first.addPass(KeptAccessesPass());
  first.addPass(NoteWaitsForThreadsPass());
  add_unrolling_of_known_rounds(first);
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(first)));
  passes.addPass(builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3));
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(merging_passes(padded_lines)));
  passes.addPass(llvm::GlobalDCEPass());
  passes.run(module, analyses.modules);
}

}  // namespace simtcc
