// Limits of time and memory: for another program, which is run to its end, and for this process.
#pragma once

#include <string>
#include <vector>

namespace simtcc {

// Adds words to a command line.
inline void append(std::vector<std::string>& words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
}

struct Limits {
  unsigned seconds = 0;          // limit of processor time; 0: none
  unsigned long long bytes = 0;  // limit of memory; 0: none
};

struct Finished {
  int status = 0;      // the exit status; -1: a signal ended the program
  int signal = 0;      // the signal's number
  std::string caught;  // what the program wrote, if it was caught
};

// What of a program's words is caught; the rest goes where this process's goes.
enum class Catch { nothing, errors, output };

// arguments[0] is searched for in PATH. Throws std::runtime_error where it cannot be started.
Finished run(const std::vector<std::string>& arguments, const Limits& limits = {},
             Catch what = Catch::nothing);

// A kernel file takes a tenth of a second; one that takes two hundred times as long, or all memory, is
// refused.
#ifdef __SANITIZE_ADDRESS__
inline constexpr unsigned kMostSeconds = 60;  // simtcc under the sanitizers is up to three times as slow
#else
inline constexpr unsigned kMostSeconds = 20;  // processor time, for clang and for simtcc each
#endif
// …of a whole program, which its author compiles: a file that uses Thrust takes the 20 seconds.
inline constexpr unsigned kMostProgramSeconds = 300;
inline constexpr unsigned long long kMostMemoryBytes = 4ULL << 30U;

// From here on this process ends with an error about the file if it exceeds the limits.
void limit_this_process(const std::string& kernel, unsigned most_seconds);

}  // namespace simtcc
