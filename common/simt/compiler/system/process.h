// Runs another program to its end, within limits.
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
  std::string errors;  // what the program wrote to standard error, if that was caught
};

// arguments[0] is searched for in PATH. Throws std::runtime_error where it cannot be started.
Finished run(const std::vector<std::string>& arguments, const Limits& limits = {}, bool catch_errors = false);

}  // namespace simtcc
