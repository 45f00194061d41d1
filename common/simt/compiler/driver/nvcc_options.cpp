#include "driver/nvcc_options.h"

#include <algorithm>
#include <array>
#include <filesystem>

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
    RefusedOption{
        "cuda", "writes the host's code for another compiler: -c makes an object of it, and -E preprocesses"},
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

// "sm_80", "compute_90a", "lto_75", "native".
bool is_architecture(const std::string& word) {
  if (is_one_of(word, std::array{"native", "all", "all-major"})) return true;
  // All that a release of CUDA up to 13.0 has known: older makefiles ask for GPUs that nvcc has forgotten.
  constexpr std::array kNumbers{"10", "11", "12", "13",  "20",  "21",  "30",  "32",  "35", "37", "50",
                                "52", "53", "60", "61",  "62",  "70",  "72",  "75",  "80", "86", "87",
                                "88", "89", "90", "100", "101", "103", "110", "120", "121"};
  for (const std::string kind : {"sm_", "compute_", "lto_"}) {
    if (word.rfind(kind, 0) != 0) continue;
    const std::string number = word.substr(kind.size());
    const std::size_t end = std::min(number.find_first_not_of("0123456789"), number.size());
    const std::string rest = number.substr(end);
    return is_one_of(number.substr(0, end), kNumbers) && (rest.empty() || rest == "a" || rest == "f");
  }
  return false;
}

// The first of the architectures in "arch=compute_80,code=[sm_80,compute_80]", "sm_80" or "sm_80,sm_90" that is none.
std::string wrong_architecture(const std::string& value) {
  constexpr const char* kBetween = ",=[]\"\\ ";
  std::size_t begin = 0;
  while ((begin = value.find_first_not_of(kBetween, begin)) != std::string::npos) {
    const std::size_t end = std::min(value.find_first_of(kBetween, begin), value.size());
    const std::string word = value.substr(begin, end - begin);
    if (word != "arch" && word != "code" && !is_architecture(word)) return word;
    begin = end;
  }
  return "";
}

}  // namespace

std::string problem_of_value(const std::string& name, const std::string& value) {
  const std::string option = name_of(name);
  if (is_one_of(option,
                std::array{"arch", "gpu-architecture", "code", "gpu-code", "gencode", "generate-code"})) {
    const std::string wrong = wrong_architecture(value);
    if (!wrong.empty()) return name + ": `" + wrong + "` is no GPU architecture, such as sm_80 or compute_90";
  }
  const bool is_path = value.find('/') != std::string::npos;
  if (is_one_of(option, std::array{"ccbin", "compiler-bindir"}) && is_path && !std::filesystem::exists(value))
    return name + ": there is no " + value;
  return "";
}

std::string problem_of_standard(const std::string& value) {
  constexpr std::array kStandards{"c++03", "c++0x", "c++11",   "c++1y",   "c++14",   "c++1z",  "c++17",
                                  "c++2a", "c++20", "gnu++11", "gnu++14", "gnu++17", "gnu++20"};
  const bool is_of_cpp = value.find("++") != std::string::npos;  // C has its own
  if (!is_of_cpp || is_one_of(value, kStandards)) return "";
  return "-std=" + value + ": the standards are c++03, c++11, c++14, c++17 and c++20";
}

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
