// `exit` ends the thread wherever it stands. A kernel can end it by returning, a device function cannot:
// functions that exit take the place of their calls, up to the kernels.
#pragma once

#include "../llvm.h"

namespace simtcc::ptx {

// Before the statements are lowered. What is called by pointer, or calls itself, stays as it is.
void inline_exits(llvm::Module& module);

}  // namespace simtcc::ptx
