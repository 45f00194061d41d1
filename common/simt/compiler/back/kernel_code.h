// The code of a module's kernels, and its rows of the table that say where it is.
#pragma once

#include "llvm.h"

namespace simtcc {

// The functions that are no ordinary ones, when their primitives get their code.
struct KernelCode {
  llvm::DenseSet<const llvm::Function*> of_lanes;    // abi::Kernel::entry
  llvm::DenseSet<const llvm::Function*> of_vectors;  // abi::Kernel::vector: complete already
};

// How much more code a module may get so that lanes need no stack and run side by side, in instructions or so. Kernels for which nothing
// is left keep their stacks: what a large kernel gains is not worth minutes of compilation.
struct CodeAllowance {
  unsigned for_stops = 100000;
  unsigned for_vectors = 7000;
  unsigned for_vectors_of_a_kernel = 1700;
};

// A program is compiled seldom, and runs for longer than a lab's checks.
inline constexpr CodeAllowance kAllowanceOfProgram{100000, 16000, 6000};

// Makes each kernel of a module that the verifier has passed, and whose attributes are the same as all others': lane_code.h, vector_code.h.
// several_lanes: eight may run side by side.
KernelCode make_kernels(llvm::Module& module, bool several_lanes, CodeAllowance allowance = {});

}  // namespace simtcc
