// Runs clang's CUDA front end on a kernel file: device code, in LLVM's language, and nothing optimised yet.
//
// clang is told that it compiles for an NVIDIA GPU: so it applies CUDA's rules, and the code is the same
// whatever processor it is run on afterwards.
#pragma once

#include <string>
#include <vector>

#include "system/temporary_folder.h"

namespace simtcc {

// What simtcc is asked to make of a kernel file: see --help.
struct Command {
  std::string kernel;
  std::string output;
  std::string depfile;                  // empty: none
  std::vector<std::string> preprocess;  // -I and -D with their values
  std::string precompiled;              // only compile CUDA's headers, to this file
  bool editor_flags = false;            // only say how an editor reads a kernel file
  bool line_directives = false;         // the file is a program's: it may name another's lines
  bool optional_kernels = false;        // a program's file may have no kernels, and then makes no module
  bool no_warnings = false;             // nvcc's -w
  bool relaxed_constexpr = false;       // nvcc's --expt-relaxed-constexpr
  bool quick_code = false;              // machine code that is quick to generate, and slower
  bool lanes_one_by_one = false;        // never several side by side: for a debugger
  bool in_lockstep = false;             // a warp's lanes do each access together: --lockstep
  bool relocatable = false;             // write bitcode, which is linked with other files' later
  std::vector<std::string> parts;       // such files, which become one module: no kernel file is read
  bool keep_ir = false;                 // also write OUTPUT.ll, the finished module as LLVM's assembler

  // One of its files, or all of them in the device link.
  bool is_of_program() const { return optional_kernels || !parts.empty(); }
};

// What --lockstep includes behind cuda_runtime.h.
inline constexpr const char* kLockstepHeader = "device/simt_lockstep.h";

// Returns the folder of CUDA's headers: in the source tree, or beside an installed simtcc.
std::string cuda_headers();

// The folder that this simtcc lies in.
std::string own_folder();

// -I FOLDER. NVIDIA's own headers are looked for behind the machine's: of a folder that has both kinds, such
// as a CUDA Toolkit's, only what the machine does not have is taken.
std::string include_flag(const std::string& folder);

// -isystem FOLDER. CCCL's folder is searched in front of the machine's headers all the same: its parts of libcu++ need each other.
std::vector<std::string> system_include_flags(const std::string& folder);

// Whether clang is to colour what it says, though it writes to a pipe: what reads that writes to a terminal.
bool wants_colours();

// The flags for a whole program's host code: CUDA's headers, and the same language as in kernels.
std::vector<std::string> host_flags();

// The flags, for a file whose kernels may call constexpr functions that are not __device__. Headers that were compiled beforehand do
// not fit it.
std::vector<std::string> with_relaxed_constexpr(std::vector<std::string> flags);

// Whether clang refuses a file for nothing but bounds of launches that a constexpr template of the host's computes. nvcc takes these,
// and clang does as with --expt-relaxed-constexpr.
bool only_bounds_call_host(const std::string& errors);

// One a line, for editors: parses a kernel file as the front end does.
std::vector<std::string> editor_flags();

// The processor time that a file may take: of a program more.
unsigned seconds_for(const Command& command);

// Reads CUDA's headers once, for all kernel files that are compiled afterwards.
bool precompile_headers(const std::string& output);

// clang, which reads one file.
class FrontEnd {
 public:
  // folder: for what it writes on its way.
  FrontEnd(const Command& command, const TemporaryFolder& folder);

  // Writes LLVM bitcode. Clang's words go to standard error, with what to do where that is known; false when it
  // refuses the file, crashes on it or takes too long.
  bool run(const std::string& bitcode);
  // What clang said of the file.
  const std::string& words() const { return words_; }

  // How the file declares a variable: kDeviceNote or kConstantNote (annotations.h), or nothing. name: with its namespaces, as in
  // "tables::kSine". Takes as long as reading the file once more, behind run().
  std::string qualifier_of(const std::string& name) const;

 private:
  Command command_;
  const TemporaryFolder& folder_;
  std::string words_;
  std::string copy_;  // what clang reads in the file's place, if it does
  bool precompiled_;  // the headers that were compiled beforehand fit
};

// Clang's messages as a student reads them (diagnostics.cpp): errors of what is not supported move to the line
// that uses it, and what CUDA forbids is followed by what to write instead.
// kernel: the file's path as clang was given it. If there are very many messages, the errors are kept, and as
// many others as fit; how many does not depend on where the file is.
std::string explained(const std::string& messages, const std::string& kernel);

// Whether an error says that CUDA has something which the machine has not.
bool names_what_is_missing(const std::string& errors);

}  // namespace simtcc
