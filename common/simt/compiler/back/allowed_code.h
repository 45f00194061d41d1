// What a kernel file's own code may be made of: instructions, intrinsics and memory that simtcc's checks
// understand, and names that mean nothing outside of the module. All else is refused, or taken from it.
#pragma once

#include "llvm.h"

namespace simtcc {

// Checks the optimised program before accesses are announced. Throws Refused.
void check_code(const llvm::Module& module);

// Kernels have a heap in programs only: a lab's kernels run in a process that has given up asking for memory. Throws Refused.
void check_no_heap(const llvm::Module& module);

// Hides everything that the file defines from outside. None of it is in a section of its own, runs by itself,
// or takes a name that the module's table needs.
void seal_names(llvm::Module& module);

// Checks what a finished module refers to outside of itself. It may be functions of the C mathematics library, and what the
// code generator calls for arithmetic that the processor has not. Throws Refused for
// all else, with its name and line. scope: where a definition was looked for, "this file" or more words.
void check_references(llvm::Module& module, const std::string& scope);

}  // namespace simtcc
