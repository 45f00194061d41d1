// A kernel's code for abi::kVectorLanes neighbouring lanes at once, with the processor's vectors. They go through the kernel together as
// long as they take the same branches; where they would part, or do what only the machine can do for one of them, all that each needs
// goes to its frame, and each goes on by itself (lane_code.h).
//
// A value that is the same in all lanes is one value here. Each access makes the same checks and log entries as lane code does.
#pragma once

#include "back/lane_code.h"

namespace simtcc {

#if defined(__x86_64__)
inline constexpr bool kHasVectorCode = true;
#else
inline constexpr bool kHasVectorCode = false;
#endif

// Returns abi::Kernel::vector, or null where there is none: for another processor, or a kernel that has something no vector can hold.
llvm::Function* make_vector_code(const LaneCode& code);

}  // namespace simtcc
