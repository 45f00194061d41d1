// Optimises a kernel file for memory's sake: what nvcc keeps in registers, loads once, or merges, is kept,
// loaded once and merged here too. LLVM's own passes do it, with what LLVM knows of NVIDIA's GPUs.
#pragma once

#include "llvm.h"

namespace simtcc {

// `gpu`: LLVM's model of the GPU. Every function that can be is inlined into the kernels.
void optimise(llvm::Module& module, llvm::TargetMachine& gpu);

// sm_70 for LLVM 14, whose newest model that is of what matters here (widths, unrolling).
std::unique_ptr<llvm::TargetMachine> gpu_model();

// Whether a function can reach itself: it cannot be inlined then.
bool is_recursive(llvm::Function& function);

}  // namespace simtcc
