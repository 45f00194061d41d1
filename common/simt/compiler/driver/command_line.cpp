#include "driver/command_line.h"

#include <cstdio>
#include <stdexcept>
#include <string>

#include "driver/nvcc_options.h"
#include "driver/toolkit.h"

namespace simtcc {
namespace {

constexpr const char* kUsage =
    R"(usage: simtcc [-I DIR]... [-D NAME[=VALUE]]... [--depfile FILE] [--line-directives] [--keep-ir]
              KERNEL.cu -o MODULE.so
       simtcc [NVCC'S OPTIONS]... PROGRAM.cu [FILE]... [-o PROGRAM]
       simtcc --editor-flags
       simtcc --version

Compiles a CUDA kernel file to a module of the SIMT machine, where -o names a .so; otherwise a whole
CUDA program, main() and all, that runs on the machine. Options are then nvcc's, so that a Makefile
needs no other change than NVCC=simtcc: -c, -dc, -rdc=true, -dlink, -lib, -shared, -E, -M, -MD, -I,
-D, -std, -O, -L, -l, -Xcompiler, -x cu; those that choose a GPU have no effect, and -v names them.
With CMake:  cmake -B build -DCMAKE_CUDA_COMPILER=simtcc
  --depfile FILE   also write the file's dependencies, in make's format
  --line-directives
                   obey #line, which has no effect otherwise: for files that programs generate
  --keep-ir        also write MODULE.so.ll: the finished module in LLVM's language
  --editor-flags   write the flags, one a line, with which an editor (clangd) reads a kernel file
  --version        write the compiler that modules name, such as clang 14.0.6, and CUDA's version
  --lockstep       the lanes of a warp do each access together, as GPUs before Volta do
  -Xptxas -O0      halve the time to compile a program's kernels, which then run slower
  -G, -O0          run a warp's lanes one by one, so that each stops at a debugger's breakpoint
  -v, --dryrun     write each command that builds a program; --dryrun runs none
Exit status: 0 written, 1 the file was refused, 2 could not run or lacks what a program needs.
)";

}  // namespace

std::optional<Command> parse(const std::vector<std::string>& words) {
  Command command;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto value = [&]() -> const std::string& {
      if (i + 1 == words.size()) throw std::invalid_argument(word + " needs a value (see simtcc --help)");
      return words[++i];
    };
    if (word == "--help" || word == "-h") {
      std::fputs(kUsage, stdout);
      return std::nullopt;
    }
    if (word == "--version" || word == "-V") {
      std::fputs(version_text().c_str(), stdout);
      return std::nullopt;
    }
    if (word == "--editor-flags") {
      command.editor_flags = true;
    } else if (word == "--line-directives") {
      command.line_directives = true;
    } else if (word == "--keep-ir") {
      command.keep_ir = true;
    } else if (word == "--lockstep") {
      command.in_lockstep = true;
      command.preprocess.insert(command.preprocess.end(), {"-include", kLockstepHeader});
    } else if (word == "--precompile-headers") {  // the build's own
      command.precompiled = value();
    } else if (word == "--depfile") {
      command.depfile = value();
    } else if (word == "-o") {
      command.output = value();
    } else if (word == "--optional-kernels") {  // a program's own, as the next six: program.cpp
      command.optional_kernels = true;
    } else if (word == "--no-warnings") {
      command.no_warnings = true;
    } else if (word == "--relaxed-constexpr") {
      command.relaxed_constexpr = true;
    } else if (word == "--quick-code") {
      command.quick_code = true;
    } else if (word == "--lanes-one-by-one") {
      command.lanes_one_by_one = true;
    } else if (word == "--relocatable") {
      command.relocatable = command.optional_kernels = true;
    } else if (word == "--link-kernels") {
      while (i + 1 < words.size() && words[i + 1].rfind('-', 0) != 0) command.parts.push_back(words[++i]);
    } else if (word == "-include") {
      command.preprocess.insert(command.preprocess.end(), {word, value()});
    } else if (word == "-isystem") {
      const std::vector<std::string> flags = system_include_flags(value());
      command.preprocess.insert(command.preprocess.end(), flags.begin(), flags.end());
    } else if (word.rfind("-std=", 0) == 0) {
      const std::string problem = problem_of_standard(word.substr(word.find('=') + 1));
      if (!problem.empty()) throw std::invalid_argument(problem);
      command.preprocess.push_back(word);
    } else if (word.rfind("-ftemplate-depth=", 0) == 0) {
      command.preprocess.push_back(word);
    } else if (word.rfind("-I", 0) == 0) {
      command.preprocess.push_back(include_flag(word.size() > 2 ? word.substr(2) : value()));
    } else if (word.rfind("-D", 0) == 0 || word.rfind("-U", 0) == 0) {
      const std::string flag = word.substr(0, 2);
      command.preprocess.push_back(flag + (word.size() > 2 ? word.substr(2) : value()));
    } else if (word.rfind('-', 0) == 0) {
      throw std::invalid_argument("unknown option " + word + " (see simtcc --help)");
    } else if (!command.kernel.empty()) {
      throw std::invalid_argument("one kernel file at a time: got " + command.kernel + " and " + word);
    } else {
      command.kernel = word;
    }
  }
  if (command.editor_flags || !command.precompiled.empty()) return command;
  if (!command.parts.empty()) command.kernel = command.output;
  if (command.kernel.empty()) throw std::invalid_argument("no kernel file given (see simtcc --help)");
  if (command.output.empty()) throw std::invalid_argument("no output given: add -o MODULE.so");
  return command;
}

}  // namespace simtcc
