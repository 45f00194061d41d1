// simtcc's command line, for a kernel file and, as nvcc takes it, for a whole program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "front/front_end.h"

namespace simtcc {

// Returns nothing if --help or --version was given and has been answered. Throws std::invalid_argument with
// what is wrong.
std::optional<Command> parse(int argc, char** argv);

// What `simtcc -O2 -arch=sm_90 main.cu helper.cpp -o program` asks for.
struct ProgramCommand {
  std::vector<std::string> inputs;  // .cu, .cpp, .c, .o, .a, .so
  std::string output;               // empty: a.out, or INPUT.o
  std::string dependencies;         // --depfile: make's rules for all files that were read
  std::string output_folder;        // -odir
  bool compile_only = false;        // -c
  bool device_link = false;         // -dlink
  bool all_are_cuda = false;        // -x cu
  bool quick_code = false;          // -Xptxas -O0
  std::vector<std::string> both;    // for kernels and host code: -I, -D, -U, -include, -std
  std::vector<std::string> host;    // for host code: -O2, what follows -Xcompiler
  std::vector<std::string> link;    // -L, -l, what follows -Xlinker
};

// Returns nothing if the words compile a kernel file to a module. Throws
// std::invalid_argument for an option that nvcc does not know either, or that cannot be obeyed.
std::optional<ProgramCommand> parse_program(const std::vector<std::string>& words);

}  // namespace simtcc
