// What it takes to know where arrays begin, which ptxas keeps in no register for the whole kernel.
//
// - Shared memory: a block of a cluster finds it at run time, by S2R of SR_CgaCtaId, MOV and LEA (or S2UR, UMOV and ULEA), and each array
//   but the first by two instructions more. Each part of the code that may run without another one finds it for itself; rounds
//   of a loop share it if all of them need it.
// - Global memory: the pointers are arguments, in constant memory. A predicated block loads them by LDC for itself.
//
// What comes out are notes at the instructions (issue_costs.h); the program itself stays as it is.
#pragma once

#include "llvm.h"

namespace simtcc {

void note_array_bases(llvm::Module& module);

// The instructions that find where an array begins, right before this one.
unsigned slots_for_array_bases(const llvm::Instruction& instruction);

}  // namespace simtcc
