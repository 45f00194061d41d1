// The code of a module's kernels, and its rows of the table that say where it is.
#pragma once

#include "llvm.h"

namespace simtcc {

// The functions that are no ordinary ones, when their primitives get their code.
struct KernelCode {
  llvm::DenseSet<const llvm::Function*> of_lanes;    // abi::Kernel::entry
  llvm::DenseSet<const llvm::Function*> of_vectors;  // abi::Kernel::vector: complete already
};

// Makes each kernel of a module that the verifier has passed, and whose attributes are the same as all others': lane_code.h, vector_code.h.
// quick_code: nothing for several lanes.
KernelCode make_kernels(llvm::Module& module, bool quick_code);

}  // namespace simtcc
