// A kernel file takes a tenth of a second; one that takes two hundred times as long, or all memory, is
// refused.
#pragma once

#include <string>

namespace simtcc {

inline constexpr unsigned kMostSeconds = 20;  // processor time, for clang and for simtcc each
// …of a whole program, which its author compiles: a file that uses Thrust takes the 20 seconds.
inline constexpr unsigned kMostProgramSeconds = 300;
inline constexpr unsigned long long kMostMemoryBytes = 4ULL << 30U;

// From here on this process ends with an error about the file if it exceeds the limits.
void limit_this_process(const std::string& kernel, unsigned most_seconds);

}  // namespace simtcc
