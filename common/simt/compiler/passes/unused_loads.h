// Loads whose values nobody uses. The optimiser removes them without a word, as nvcc's does, so that a line that reads memory costs
// nothing: the report says why.
//
// Not meant are loads that the optimiser joins with an equal one: their value is used.
#pragma once

#include <vector>

#include "front/source_lines.h"

namespace simtcc {

// Notes the kernel's lines with such a load. Runs when functions are inlined and local variables are values, before anything else is
// optimised. Nothing is noted of a line of the source that has become several loads of which one is used.
void note_unused_loads(llvm::Function& kernel);

// The places that were noted of the kernel of this name, in order. The notes are in the module until it is written.
std::vector<SourcePlace> unused_loads_of(const llvm::Module& module, llvm::StringRef kernel);

}  // namespace simtcc
