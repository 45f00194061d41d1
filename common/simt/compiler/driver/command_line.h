// simtcc's command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace simtcc {

struct Command {
  std::string kernel;
  std::string output;
  std::string depfile;                  // empty: none
  std::vector<std::string> preprocess;  // -I and -D with their values
  std::string precompiled;              // only compile CUDA's headers, to this file
  bool editor_flags = false;            // only say how an editor reads a kernel file
  bool line_directives = false;         // the file is a program's: it may name another's lines
  bool optional_kernels = false;        // a program's file may have no kernels, and then makes no module
  bool keep_ir = false;                 // also write OUTPUT.ll, the finished module as LLVM's assembler
};

// Returns nothing if --help or --version was given and has been answered. Throws std::invalid_argument with
// what is wrong.
std::optional<Command> parse(int argc, char** argv);

}  // namespace simtcc
