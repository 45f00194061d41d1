// From the finished module to a shared object of the host's processor.
#pragma once

#include <stdexcept>
#include <string>

#include "llvm.h"

namespace simtcc {

// Makes the module the host's, without all that nobody needs from here on.
void prepare_for_host(llvm::Module& module);

// A function takes more of the processor's stack than may be taken without a touch of each page.
struct FrameTooLarge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The bytes of an object file of a module that has been prepared and verified: attributes become the same for
// all, primitives get their code (expand_primitives.h), and nothing is optimised on the way.
// Throws FrameTooLarge.
llvm::SmallVector<char, 0> object_code(llvm::Module& module);

// Links an object file to a module file; false, with the linker's words on standard error, where that fails.
bool link(const std::string& object, const std::string& output);

}  // namespace simtcc
