// Builds whole CUDA programs: the kernels of each file become a module that its host code carries with it.
#pragma once

#include "driver/program_command.h"

namespace simtcc {

// Compiles and links what the command names. Returns the exit status: 0 written, 1 refused. Throws std::runtime_error for a
// file that is missing or cannot be written.
int build_program(const ProgramCommand& command);

}  // namespace simtcc
