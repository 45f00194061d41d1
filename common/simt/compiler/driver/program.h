// Builds whole CUDA programs: the kernels of each file become a module that its host code carries with it.
#pragma once

#include "driver/program_command.h"

namespace simtcc {

// simtcc's exit statuses beside 0: the file was refused, and nothing could be done.
inline constexpr int kStatusRefused = 1;
inline constexpr int kStatusCannot = 2;

// Compiles and links what the command names. Returns the exit status. Throws std::runtime_error for a
// file that is missing or cannot be written.
int build_program(const ProgramCommand& command);

}  // namespace simtcc
