#include "driver/nvcc_options.h"

#include <algorithm>
#include <array>

namespace simtcc {
namespace {

// nvcc's options that simtcc does not act on: those that change nothing here, and those that it cannot obey.
// CUDA Compiler Driver NVCC, "NVCC Command Options". A name is taken with one hyphen or two.

constexpr std::array kIgnored{"lineinfo",
                              "generate-line-info",
                              "pg",
                              "profile",
                              "noprof",
                              "dont-use-profile",
                              "use_fast_math",
                              "extra-device-vectorization",
                              "restrict",
                              "m64",
                              "w",
                              "disable-warnings",
                              "keep",
                              "save-temps",
                              "time-passes",
                              "link",
                              "ewp",
                              "extensible-whole-program",
                              "dlto",
                              "dlink-time-opt",
                              "lto",
                              "nodlink",
                              "no-device-link",
                              "no-compress",
                              "src-in-ptx",
                              "source-in-ptx",
                              "keep-device-functions",
                              "objtemp",
                              "objdir-as-tempdir",
                              "use-local-env",
                              "allow-unsupported-compiler",
                              "Wreorder",
                              "Wdefault-stream-launch",
                              "Wmissing-launch-bounds",
                              "Wext-lambda-captures-this",
                              "Wno-deprecated-declarations",
                              "Wno-deprecated-gpu-targets",
                              "err-no",
                              "display-error-number",
                              "no-err-no",
                              "no-display-error-number",
                              "brief-diag",
                              "brief-diagnostics",
                              "resource-usage",
                              "res-usage",
                              "nohdinitlist",
                              "no-host-device-initializer-list",
                              "nohdmoveforward",
                              "no-host-device-move-forward",
                              "cuda",
                              "no-align-double",
                              "relocatable-ptx",
                              "reloc-ptx",
                              "gen-opt-lto",
                              "augment-host-linker-script",
                              "aug-hls",
                              "force-cl-env-setup",
                              "jobserver"};
constexpr std::array kIgnoredWithValue{"arch",
                                       "gpu-architecture",
                                       "code",
                                       "gpu-code",
                                       "gencode",
                                       "generate-code",
                                       "Xnvlink",
                                       "nvlink-options",
                                       "Xarchive",
                                       "archive-options",
                                       "maxrregcount",
                                       "ccbin",
                                       "compiler-bindir",
                                       "arbin",
                                       "archiver-binary",
                                       "cudart",
                                       "cudadevrt",
                                       "default-stream",
                                       "t",
                                       "threads",
                                       "split-compile",
                                       "Ofc",
                                       "Ofast-compile",
                                       "dopt",
                                       "ftz",
                                       "prec-div",
                                       "prec-sqrt",
                                       "fmad",
                                       "diag-suppress",
                                       "diag-warn",
                                       "diag-error",
                                       "Werror",
                                       "opt-info",
                                       "optimization-info",
                                       "keep-dir",
                                       "ldir",
                                       "libdevice-directory",
                                       "target-dir",
                                       "target-directory",
                                       "static-global-template-stub",
                                       "device-entity-has-hidden-visibility",
                                       "device-stack-protector",
                                       "jump-table-density",
                                       "frandom-seed",
                                       "compress-mode",
                                       "ftemplate-backtrace-limit",
                                       "Xcudafe",
                                       "cudafe-options",
                                       "Xfatbin",
                                       "fatbin-options",
                                       "time",
                                       "input-drive-prefix",
                                       "idp",
                                       "dependency-drive-prefix",
                                       "ddp",
                                       "drive-prefix",
                                       "dp",
                                       "split-compile-extended",
                                       "fdevice-time-trace",
                                       "jtd"};

struct RefusedOption {
  const char* name;
  const char* why;
};
constexpr const char* kMakesGpuCode = "makes code for a GPU; kernels are compiled for the SIMT machine here";
constexpr const char* kAsksForGpus = "asks which GPUs there are: code is made for none";
constexpr std::array kRefused{
    RefusedOption{"ptx", kMakesGpuCode},
    RefusedOption{"cubin", kMakesGpuCode},
    RefusedOption{"fatbin", kMakesGpuCode},
    RefusedOption{"optix-ir", kMakesGpuCode},
    RefusedOption{"ltoir", kMakesGpuCode},
    RefusedOption{"m32", "asks for 32 bits: CUDA has been 64 bits alone since version 12"},
    RefusedOption{"list-gpu-code", kAsksForGpus},
    RefusedOption{"code-ls", kAsksForGpus},
    RefusedOption{"list-gpu-arch", kAsksForGpus},
    RefusedOption{"arch-ls", kAsksForGpus}};

template <std::size_t N>
bool is_one_of(const std::string& word, const std::array<const char*, N>& known) {
  return std::any_of(known.begin(), known.end(), [&](const char* one) { return word == one; });
}

// Returns the option's name without its hyphens and without what follows "=". Empty: the word is no option.
std::string name_of(const std::string& word) {
  const std::size_t begin = word.find_first_not_of('-');
  if (begin == 0 || begin == std::string::npos || begin > 2) return "";
  return word.substr(begin, word.find('=') - begin);
}

}  // namespace

bool is_without_effect(const std::string& word) {
  return word.find('=') == std::string::npos && is_one_of(name_of(word), kIgnored);
}

std::string name_without_effect(const std::string& word) {
  const bool is_thread_count = word.size() > 2 && word.rfind("-t", 0) == 0 &&
                               word.find_first_not_of("0123456789", 2) == std::string::npos;
  if (is_thread_count) return "-t";
  return is_one_of(name_of(word), kIgnoredWithValue) ? word.substr(0, word.find('=')) : "";
}

std::string why_refused(const std::string& word) {
  const std::string name = name_of(word);
  const auto* const found = std::find_if(kRefused.begin(), kRefused.end(),
                                         [&](const RefusedOption& one) { return name == one.name; });
  return found == kRefused.end() ? "" : word + " " + found->why;
}

}  // namespace simtcc
