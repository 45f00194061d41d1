// Lanes tell the machine from which line they leave the kernel, where others of the warp could miss them: in kernels that
// exchange values, or call a function that may.
//
// Optimised code has one end, which all ways lead to. The line of the way that a lane took is chosen by a phi there.
#pragma once

#include "back/places.h"
#include "llvm.h"

namespace simtcc {

// `function` is a kernel, whose accesses are calls of primitives.
void announce_returns(llvm::Function& function, Places& places);

}  // namespace simtcc
