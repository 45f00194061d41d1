// The passes over a kernel file's module that driver/main.cpp runs, in its order. Each is in the source of its
// name; those that leave something for later steps have a header of their own.
#pragma once

#include "llvm.h"

namespace simtcc {

// What nvcc refuses of CUDA's qualifiers and clang takes: host variables used in device code, thread_local
// variables, launch bounds of what is no kernel. Checks the front end's module, before anything is optimised.
// Throws Refused.
void check_qualifiers(llvm::Module& module);

// Calls through pointers (function pointers, virtual functions) become a choice among the functions that they
// can mean: a kernel file is compiled whole, so all of them are known, and no call goes to a computed address.
// Runs before functions are inlined.
void resolve_indirect_calls(llvm::Module& module);

// Optimises a kernel file for memory's sake: what nvcc keeps in registers, loads once, or merges, is kept,
// loaded once and merged here too. LLVM's own passes do it, with what LLVM knows of NVIDIA's GPUs.
// `gpu`: LLVM's model of the GPU. Every function that can be is inlined into the kernels.
void optimise(llvm::Module& module, llvm::TargetMachine& gpu);

// sm_70 for LLVM 14, whose newest model that is of what matters here (widths, unrolling).
std::unique_ptr<llvm::TargetMachine> gpu_model();

// On a branch out of a loop that was unrolled as ptxas does: of its copies, only the last one tests whether the loop ends. LLVM
// leaves the tests of the others, which never hold.
inline constexpr const char* kNeverLeavesNote = "simt.never_leaves";

// Whether a function can reach itself: it cannot be inlined then.
bool is_recursive(llvm::Function& function);

// Brings every access to the widths that a GPU has: 1, 2, 4, 8 and 16 bytes. Copies of whole objects become
// single loads and stores, or loops; wider and odd accesses are cut into pieces. Throws Refused for what no
// GPU has.
void lower_accesses(llvm::Module& module, llvm::TargetMachine& gpu);

// LLVM's analyses, for one run of passes or for a pass of our own.
struct Analyses {
  explicit Analyses(llvm::PassBuilder& builder) {
    functions.registerPass([&] { return builder.buildDefaultAAPipeline(); });
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(graphs);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, graphs, modules);
  }
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
};

}  // namespace simtcc
