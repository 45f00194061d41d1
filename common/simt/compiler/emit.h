// From the finished module to a shared object of the host's processor.
#pragma once

#include <string>

#include "llvm.h"

namespace simtcc {

// Writes an object file. The module is the host's from then on.
void write_object(llvm::Module& module, const std::string& path);

// Links it to a module file; false, with the linker's words on standard error, where that fails.
bool link(const std::string& object, const std::string& output);

}  // namespace simtcc
