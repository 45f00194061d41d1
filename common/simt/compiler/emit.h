// From the finished module to a shared object of the host's processor.
#pragma once

#include <string>

#include "llvm.h"

namespace simtcc {

// The bytes of an object file. The module is the host's from then on.
llvm::SmallVector<char, 0> object_code(llvm::Module& module);

// Links an object file to a module file; false, with the linker's words on standard error, where that fails.
bool link(const std::string& object, const std::string& output);

}  // namespace simtcc
