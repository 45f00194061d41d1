// Makes a whole CUDA program: of each .cu file the kernels, as a module, and the host code around them;
// linked with CUDA's runtime API on the SIMT machine (../runtime).
#pragma once

#include "driver/command_line.h"

namespace simtcc {

// Exit status: 0 written, 1 a file was refused. Throws std::runtime_error.
int build_program(const ProgramCommand& command);

}  // namespace simtcc
