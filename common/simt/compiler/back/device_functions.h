// Kernels and the functions that could not be inlined get the running lane's context as their first argument,
// and each kernel an entry that reads its arguments from memory: abi::Kernel::entry.
#pragma once

#include <vector>

#include "front/kernels.h"
#include "llvm.h"

namespace simtcc {

// Runs before optimisation. A structure that is passed by value becomes a local variable if it is written to
// or indexed.
void copy_changed_arguments(llvm::Module& module);

// Runs after optimisation. Every function with a body takes an i8*, the context, before its own parameters.
// The kernels' functions in `kernels` are replaced.
void add_contexts(llvm::Module& module, std::vector<KernelFunction>& kernels);

// Returns the context of a function that takes one.
inline llvm::Argument* context_of(llvm::Function& function) { return function.getArg(0); }

// void entry(i8* context, i8** arguments): calls the kernel. Internal to the module.
llvm::Function* make_entry(const KernelFunction& kernel);

}  // namespace simtcc
