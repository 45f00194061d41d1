// Values that a shuffle may find undefined, followed to where they matter.
//
// A lane that takes the value of one that has left the kernel, or is not in the mask, takes an undefined value (PTX ISA,
// shfl.sync). Kernels do that all the time and drop the value: `right = __shfl_down_sync(mask, v, 1); if (i + 1 < n) …`. So
// it is no error to take such a value, but to use it. As in LLVM's MemorySanitizer, each value that is computed from a
// shuffle gets a companion, a number that is 0 where the value is defined, and else says which shuffle took it from which
// lane. Where a value is stored, is an address, or decides a branch, a companion that is not 0 is given to the machine.
//
// Runs when all accesses are calls of primitives. Functions without a shuffle do not change.
#pragma once

#include "back/places.h"
#include "llvm.h"

namespace simtcc {

void follow_undefined_values(llvm::Function& function, Places& places);

// Whether the function calls this member of the machine's runtime. Calls are primitives.
bool calls_member(const llvm::Function& function, std::size_t member);
// Whether the instruction is such a call.
bool is_call_of_member(const llvm::Instruction& instruction, std::size_t member);

}  // namespace simtcc
