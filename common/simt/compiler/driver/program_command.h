// simtcc's command line for whole programs, which is nvcc's.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace simtcc {

// What is made of the files.
enum class Stage {
  link,         // a program or, with -shared, a shared library
  compile,      // object files: -c, -dc
  device_link,  // -dlink: the kernels of objects that were compiled with -rdc=true, in an object of their own
  library,      // -lib: an archive
  preprocess,   // -E
  list_files    // -M, -MM: make's rule, and nothing else
};

// What `simtcc -O2 -arch=sm_90 main.cu helper.cpp -o program` asks for.
struct ProgramCommand {
  Stage stage = Stage::link;
  std::vector<std::string> inputs;     // .cu, .cpp, .c, .o, .a, .so
  std::string output;                  // empty: a.out, or INPUT.o
  std::string output_folder;           // -odir
  std::string language;                // -x: cu, c++ or c for all files; empty: by their names
  bool relocatable = false;            // -rdc=true, -dc: kernels may use what other files define
  bool shared = false;                 // -shared
  bool relaxed_constexpr = false;      // --expt-relaxed-constexpr
  bool quick_code = false;             // -Xptxas -O0
  bool lanes_one_by_one = false;       // -G, -O0
  bool in_lockstep = false;            // --lockstep: no option of nvcc's
  bool no_warnings = false;            // -w
  bool starts = false;                 // -run
  std::vector<std::string> arguments;  // of the program that -run starts: -run-args
  bool cleans = false;                 // -clean: remove what would be written, and write nothing
  bool verbose = false;                // -v: each command that is run, on standard error
  bool only_shows = false;             // --dryrun: the commands, and none is run

  // Make's rules for all files that were read.
  bool wants_dependencies = false;
  std::string dependencies;             // -MF; empty: named as the output, with .d
  std::string dependency_target;        // -MT; empty: the output
  bool phony_dependencies = false;      // -MP
  bool without_system_headers = false;  // -MM, -MMD

  std::vector<std::string> both;            // for kernels and host code: -I, -D, -U, -include, -std
  std::vector<std::string> host;            // for host code: -O2, what follows -Xcompiler
  std::vector<std::string> link;            // -L, -l, what follows -Xlinker
  std::vector<std::string> without_effect;  // what was given and means nothing here; said under -v
};

// What stands in the files that `@FILE` and `--options-file FILE` name, in their places. Throws std::invalid_argument for a file
// that cannot be read.
std::vector<std::string> with_option_files(const std::vector<std::string>& words);

// Returns nothing if the words compile a kernel file to a module. Throws
// std::invalid_argument for an option that nvcc does not know either, or that cannot be obeyed.
std::optional<ProgramCommand> parse_program(const std::vector<std::string>& words);

}  // namespace simtcc
