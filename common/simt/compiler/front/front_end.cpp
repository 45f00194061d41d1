#include "front/front_end.h"

#include <llvm/Config/llvm-config.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "front/annotations.h"
#include "front/library_text.h"
#include "front/source_lines.h"
#include "front/source_text.h"
#include "system/process.h"

namespace simtcc {
namespace {

constexpr int kSignalBase = 128;  // a shell, and clang's driver, report a signal so

bool exists(const std::string& path) { return access(path.c_str(), R_OK) == 0; }

// CUDA's headers, and behind them parts of cuda_runtime.h that few name, and those that are there only to be refused by name.
std::vector<std::string> header_flags() {
  std::vector<std::string> flags;
  for (const char* const folder : {"", "/parts", "/refused"})
    append(flags, {"-isystem", cuda_headers() + folder});
  return flags;
}

// The flags that decide what a kernel file means. An editor needs no others.
std::vector<std::string> language_flags() {
  std::vector<std::string> flags{
#include "front/language_flags.inc"
  };
  append(flags, header_flags());
  return flags;
}

// clang's own headers, whose place only its driver knows for a host's file.
std::vector<std::string> own_headers() {
  return {"-nobuiltininc", "-Xclang", "-internal-isystem", "-Xclang", SIMT_CLANG_HEADERS};
}

// The flags that decide what code is generated. They must be the same for headers that are compiled
// beforehand.
std::vector<std::string> code_flags() {
  return {"-O3",
          "-g1",
          "-Xclang",
          "-debug-info-kind=limited",
          "-fno-discard-value-names",
          "-ffp-contract=off",
          "-fstrict-aliasing",  // tells members from padding: remove_alias_types() removes what else it notes
          "-fno-threadsafe-statics"};
}

// CUDA's headers, read beforehand: two thirds of the time that a kernel file takes. An installed simtcc has
// them where the package's script has put them, if it has.
std::string precompiled_headers() {
  const std::string beside = own_folder() + "/cuda_runtime.pch";
  return exists(beside) ? beside : own_folder() + "/../lib/simt/cuda_runtime.pch";
}

}  // namespace

bool wants_colours() {
  const char* const terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) != 0 && terminal != nullptr && std::string(terminal) != "dumb" &&
         std::getenv("NO_COLOR") == nullptr;
}

// The folder of this program. It is found without /proc, which a sandbox may lack.
std::string own_folder() {
  const auto* const started_as = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  return std::filesystem::canonical(started_as).parent_path().string();
}

std::string cuda_headers() {
  std::string in_build;
  std::getline(std::ifstream(own_folder() + "/simtcc.headers") >> std::ws, in_build);
  const std::string installed = own_folder() + "/../share/simt/include/cuda";
  for (const std::string& folder : {in_build, installed}) {
    if (!folder.empty() && exists(folder + "/cuda_runtime.h")) return folder;
  }
  throw std::runtime_error("CUDA's headers are not in " + installed +
                           ": install the SIMT machine again (cmake --install)");
}

std::string include_flag(const std::string& folder) {
  const bool is_nvidias = exists(folder + "/cuda_runtime.h") || exists(folder + "/curand_kernel.h");
  return (is_nvidias ? "-isystem" : "-I") + folder;
}

std::vector<std::string> system_include_flags(const std::string& folder) {
  const bool has_libcudacxx = exists(folder + "/cuda/std/version") && !exists(folder + "/cuda_runtime.h");
  return has_libcudacxx ? std::vector<std::string>{"-I" + folder}
                        : std::vector<std::string>{"-isystem", folder};
}

std::vector<std::string> with_relaxed_constexpr(std::vector<std::string> flags) {
  const auto strict = std::find(flags.begin(), flags.end(), "-fno-cuda-host-device-constexpr");
  if (strict != flags.end()) flags.erase(strict - 1, strict + 1);  // and the -Xclang before it
  append(flags, {"-D__CUDACC_RELAXED_CONSTEXPR__"});
  return flags;
}

bool only_bounds_call_host(const std::string& errors) {
  const auto count = [&](const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = errors.find(part); at != std::string::npos; at = errors.find(part, at + 1)) ++found;
    return found;
  };
  return count("call to __host__ function from __global__ function") != 0 &&
         count("error: ") == count("expanded from macro '__launch_bounds__'");
}

namespace {

// The optimiser joins like calls on several paths into one, which then has no line, and a report could not say which of them was
// wrong. The flags are LLVM's own names of the steps that do so.
std::vector<std::string> separate_calls() {
  std::vector<std::string> flags;
  for (const char* const step : {
         "-simplifycfg-sink-common=false", "-simplifycfg-hoist-common=false", "-enable-tail-merge=0",
#if LLVM_VERSION_MAJOR >= 15
             "-simplifycfg-merge-compatible-invokes=false",
#endif
       })
    append(flags, {"-mllvm", step});
  return flags;
}

}  // namespace

std::vector<std::string> host_flags() {
  std::vector<std::string> flags = own_headers();
  append(flags,
         {"-std=c++17", "-nocudainc", "-nocudalib", "-Xclang", "-target-sdk-version=11.5", "-Xclang",
          "-fno-cuda-host-device-constexpr", "-Xclang", "-fcuda-allow-variadic-functions", "-Xclang",
          "-fdeclspec", "-g1", "-w", "-Wno-unknown-cuda-version", "-Wno-c++11-narrowing", "-Wno-register"});
  append(flags, header_flags());
  append(flags, separate_calls());
  return flags;
}

std::vector<std::string> editor_flags() {
  std::vector<std::string> flags = language_flags();
  append(flags, {"-include", "cuda_runtime.h"});
  return flags;
}

unsigned seconds_for(const Command& command) {
  return command.is_of_program() ? kMostProgramSeconds : kMostSeconds;
}

bool precompile_headers(const std::string& output) {
  std::vector<std::string> arguments{SIMT_CLANG "++"};
  append(arguments, language_flags());
  append(arguments, own_headers());
  append(arguments, code_flags());
  append(arguments, {"-fsyntax-only", "-Xclang", "-emit-pch", "-Xclang", "-o", "-Xclang", output,
                     cuda_headers() + "/cuda_runtime.h"});
  return run(arguments).status == 0;
}

namespace {

constexpr const char* kOwnLines = "own_lines.cu";
constexpr const char* kLibraryText = "library_text.";

// Returns the file that clang reads in the kernel file's place, or "" if it reads the kernel file itself.
std::string own_lines(const std::string& kernel, const TemporaryFolder& folder) {
  const std::string written = source_text(kernel);
  const OwnLines own = without_line_directives(written);
  for (const unsigned line : own.directives) {
    std::fprintf(stderr, "%s:%u:1: warning: #line has no effect here: messages name the lines of this file\n",
                 kernel.c_str(), line);
  }
  const std::string read = readable_to_clang(own.directives.empty() ? written : own.text);
  if (read == written) return "";
  if (kernel.find(';') != std::string::npos) {  // clang's option separates two names by it
    const unsigned line = own.directives.empty() ? 1 : own.directives.front();
    throw Refused({kernel, line, 1}, "neither #line nor << < is possible in a file with ; in its path");
  }
  std::string copy = folder.file(kOwnLines);
  std::ofstream(copy, std::ios::binary) << read;
  return copy;
}

// clang, and all that decides what the file means to it.
std::vector<std::string> clang_for(const Command& command, const std::string& copy,
                                   const TemporaryFolder& folder, bool precompiled) {
  std::vector<std::string> arguments{SIMT_CLANG "++"};
  append(arguments, command.relaxed_constexpr ? with_relaxed_constexpr(language_flags()) : language_flags());
  append(arguments, own_headers());
  if (precompiled) {
    append(arguments, {"-Xclang", "-include-pch", "-Xclang", precompiled_headers()});
  } else {
    append(arguments, {"-include", "cuda_runtime.h"});
  }
  append(arguments, code_flags());
  if (command.no_warnings) append(arguments, {"-w"});
  if (!copy.empty()) append(arguments, {"-Xclang", "-remap-file", "-Xclang", command.kernel + ";" + copy});
  append(arguments, command.preprocess);
  append(arguments, with_changed_headers(command.preprocess, folder.file(kLibraryText)));
  // When it crashes, clang would read the file again, and leave what it read beside our folder.
  append(arguments, {"-fno-crash-diagnostics", command.kernel});
  return arguments;
}

Finished write_bitcode(const Command& command, const std::string& copy, const TemporaryFolder& folder,
                       const std::string& bitcode, bool precompiled) {
  std::vector<std::string> arguments = clang_for(command, copy, folder, precompiled);
  append(arguments, {"-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c", "-o", bitcode,
                     wants_colours() ? "-fcolor-diagnostics" : "-fno-color-diagnostics"});
  if (!command.depfile.empty()) append(arguments, {"-MMD", "-MF", command.depfile, "-MT", command.output});
  return run(arguments, Limits{seconds_for(command), kMostMemoryBytes}, Catch::errors);
}

// Says why clang came to no end of its own; false where it did.
bool report_end(const Finished& clang, const Command& command) {
  const std::string& kernel = command.kernel;
  if (clang.signal == 0 && clang.status <= 1) return false;
  if (clang.signal == SIGKILL)
    throw std::runtime_error("clang was killed: the computer may have run out of memory");
  std::string why = "the compiler crashes on this file";
  if (clang.signal == SIGXCPU) {
    why = "the file does not compile within " + std::to_string(seconds_for(command)) + " seconds";
  } else if (clang.caught.find("out of memory") != std::string::npos ||
             clang.caught.find("bad_alloc") != std::string::npos) {
    why = "the file does not compile within the memory that it may take";
  } else if (const int signal = clang.signal != 0 ? clang.signal : clang.status - kSignalBase; signal > 0) {
    why += std::string(" (") + strsignal(signal) + "): take back what you changed last";
  }
  std::fprintf(stderr, "%s:1:1: error: %s\n", kernel.c_str(), why.c_str());
  return true;
}

// Clang's words up to where it speaks of its own bugs.
std::string before_crash_report(const std::string& words) {
  return words.substr(0, std::min(words.find("PLEASE submit a bug report"), words.find("Stack dump:")));
}

// The headers that were compiled beforehand are in C++17, as files are whose command names no standard.
bool can_use_precompiled(const Command& command) {
  const auto chosen = std::find_if(command.preprocess.rbegin(), command.preprocess.rend(),
                                   [](const std::string& option) { return option.rfind("-std=", 0) == 0; });
  return (chosen == command.preprocess.rend() || *chosen == "-std=c++17") && !command.relaxed_constexpr &&
         exists(precompiled_headers());
}

}  // namespace

FrontEnd::FrontEnd(const Command& command, const TemporaryFolder& folder)
    : command_(command), folder_(folder), precompiled_(can_use_precompiled(command)) {}

bool FrontEnd::run(const std::string& bitcode) {
  if (!command_.line_directives) copy_ = own_lines(command_.kernel, folder_);
  Finished clang = write_bitcode(command_, copy_, folder_, bitcode, precompiled_);
  // Headers that were changed since, or another clang: it says so and reads nothing.
  const bool stale = precompiled_ && clang.status != 0 &&
                     (clang.caught.find("precompiled") != std::string::npos ||
                      clang.caught.find("PCH file") != std::string::npos);
  if (stale) {
    precompiled_ = false;
    clang = write_bitcode(command_, copy_, folder_, bitcode, precompiled_);
  }
  if (clang.status != 0 && only_bounds_call_host(clang.caught)) {
    command_.relaxed_constexpr = true;
    precompiled_ = can_use_precompiled(command_);
    clang = write_bitcode(command_, copy_, folder_, bitcode, precompiled_);
  }
  if (report_end(clang, command_)) {
    std::fputs(explained(before_crash_report(clang.caught), command_.kernel).c_str(), stderr);
    return false;
  }
  words_ = explained(clang.caught, command_.kernel);
  std::fputs(words_.c_str(), stderr);
  return clang.status == 0;
}

std::string FrontEnd::qualifier_of(const std::string& name) const {
  std::vector<std::string> arguments = clang_for(command_, copy_, folder_, precompiled_);
  append(arguments, {"-fsyntax-only", "-w", "-fno-color-diagnostics", "-Xclang", "-ast-dump", "-Xclang",
                     "-ast-dump-filter=" + name});
  std::istringstream lines(
      simtcc::run(arguments, Limits{seconds_for(command_), kMostMemoryBytes}, Catch::output).caught);
  bool is_described = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("Dumping ", 0) == 0) is_described = line == "Dumping " + name + ":";
    if (!is_described || line.find("-AnnotateAttr ") != 1)
      continue;  // deeper ones are of what is declared inside
    for (const char* const qualifier : {kDeviceNote, kConstantNote}) {
      if (line.find('"' + std::string(qualifier) + '"') != std::string::npos) return qualifier;
    }
  }
  return "";
}

}  // namespace simtcc
