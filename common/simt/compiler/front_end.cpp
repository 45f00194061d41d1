#include "front_end.h"

#include <sys/auxv.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "diagnostics.h"
#include "process.h"
#include "resource_limits.h"

namespace simtcc {
namespace {

constexpr Limits kLimits{kMostSeconds, kMostBytes};

bool exists(const std::string& path) { return access(path.c_str(), R_OK) == 0; }

// Also where there is no /proc, as in a sandbox.
std::string own_folder() {
  const auto* const started_as = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  return std::filesystem::canonical(started_as).parent_path().string();
}

// What a kernel file means: all that an editor needs to know of the flags, too.
std::vector<std::string> language_flags() {
  return {
#include "language_flags.inc"
      "-isystem", cuda_headers()};
}

// clang's own headers, whose place only its driver knows for a host's file.
std::vector<std::string> own_headers() {
  return {"-nobuiltininc", "-Xclang", "-internal-isystem", "-Xclang", SIMT_CLANG_HEADERS};
}

// What becomes of it: must be the same for headers that are compiled beforehand.
std::vector<std::string> code_flags() {
  return {"-O3",
          "-g1",
          "-Xclang",
          "-debug-info-kind=limited",
          "-fno-discard-value-names",
          "-ffp-contract=off",
          "-fno-strict-aliasing",
          "-fno-threadsafe-statics"};
}

void append(std::vector<std::string>& words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
}

// CUDA's headers, read beforehand: two thirds of the time that a kernel file takes.
std::string precompiled_headers() { return own_folder() + "/cuda_runtime.pch"; }

bool wants_colours() {
  const char* const terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) != 0 && terminal != nullptr && std::string(terminal) != "dumb" &&
         std::getenv("NO_COLOR") == nullptr;
}

}  // namespace

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

std::vector<std::string> editor_flags() {
  std::vector<std::string> flags = language_flags();
  append(flags, {"-include", "cuda_runtime.h"});
  return flags;
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

Finished run_clang(const Command& command, const std::string& bitcode, bool precompiled) {
  std::vector<std::string> arguments{SIMT_CLANG "++"};
  append(arguments, language_flags());
  append(arguments, own_headers());
  if (precompiled) {
    append(arguments, {"-Xclang", "-include-pch", "-Xclang", precompiled_headers()});
  } else {
    append(arguments, {"-include", "cuda_runtime.h"});
  }
  append(arguments, code_flags());
  append(arguments, {"-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c",
                     wants_colours() ? "-fcolor-diagnostics" : "-fno-color-diagnostics"});
  append(arguments, command.preprocess);
  if (!command.depfile.empty()) append(arguments, {"-MMD", "-MF", command.depfile, "-MT", command.output});
  append(arguments, {command.kernel, "-o", bitcode});
  return run(arguments, kLimits, true);
}

}  // namespace

bool run_front_end(const Command& command, const std::string& bitcode) {
  const bool precompiled = exists(precompiled_headers());
  Finished clang = run_clang(command, bitcode, precompiled);
  // Headers that were changed since, or another clang: it says so and reads nothing.
  const bool stale = precompiled && clang.status != 0 &&
                     (clang.errors.find("precompiled") != std::string::npos ||
                      clang.errors.find("PCH file") != std::string::npos);
  if (stale) clang = run_clang(command, bitcode, false);
  std::fputs(explained(clang.errors).c_str(), stderr);
  if (clang.out_of_time) {
    std::fprintf(stderr, "%s:1:1: error: the file does not compile within %u seconds\n",
                 command.kernel.c_str(), kLimits.seconds);
  }
  return clang.status == 0;
}

}  // namespace simtcc
