// `exit` ends the thread wherever it stands. A kernel can end it by returning, a device function cannot:
// functions that exit take the place of their calls, up to the kernels.
#pragma once

#include "llvm.h"

namespace simtcc::ptx {

// Runs before the statements are lowered. Functions that are called by pointer, or call themselves, are left
// as they are.
void inline_exits(llvm::Module& module);

}  // namespace simtcc::ptx
