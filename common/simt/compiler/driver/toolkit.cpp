#include "driver/toolkit.h"

#include <llvm/Config/llvm-config.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "driver/commands.h"
#include "front/front_end.h"

namespace simtcc {
namespace {

// The version that CUDA's headers here claim: CUDART_VERSION and __CUDACC_VER_MAJOR__ of simt_qualifiers.h.
constexpr const char* kRelease = "13.0";
constexpr const char* kVersion = "V13.0.88";
constexpr const char* kArchitecture = "90";  // __CUDA_ARCH__ of language_flags.inc

// The numbers behind each "compute_" or "sm_".
std::set<std::string> numbers_behind(const std::string& kind, const std::vector<std::string>& words) {
  std::set<std::string> numbers;
  for (const std::string& word : words) {
    for (std::size_t at = word.find(kind); at != std::string::npos; at = word.find(kind, at + 1)) {
      const std::size_t begin = at + kind.size();
      const std::size_t end = std::min(word.find_first_not_of("0123456789", begin), word.size());
      if (end != begin) numbers.insert(word.substr(begin, end - begin));
    }
  }
  return numbers;
}

// "-arch compute_70 -arch compute_80", as nvcc passes them on. Of a real and a virtual architecture the virtual one is compiled for.
std::string architectures_in(const std::vector<std::string>& words) {
  std::set<std::string> numbers = numbers_behind("compute_", words);
  if (numbers.empty()) numbers = numbers_behind("sm_", words);
  if (numbers.empty()) numbers.insert(kArchitecture);
  std::string text;
  for (const std::string& number : numbers) text += (text.empty() ? "" : " ") + ("-arch compute_" + number);
  return text;
}

}  // namespace

std::string toolkit_folder() {
  for (const char* place : {"/toolkit", "/../lib/simt/toolkit"}) {
    const std::filesystem::path folder = own_folder() + place;
    if (std::filesystem::exists(folder / "lib64" / "libcudart_static.a"))
      return std::filesystem::canonical(folder).string();
  }
  throw std::runtime_error("CUDA's runtime was not found: libcudart_static.a is neither in " + own_folder() +
                           "/toolkit/lib64 nor in " + own_folder() + "/../lib/simt/toolkit/lib64");
}

std::string version_text() {
  return std::string("clang ") + LLVM_VERSION_STRING +
         "\nsimtcc: CUDA for the SIMT machine, which runs kernels on the CPU. It is no product of NVIDIA; it answers like\n"
         "nvcc: NVIDIA (R) Cuda compiler driver\nCuda compilation tools, release " +
         kRelease + ", " + kVersion + "\n";
}

std::string toolkit_library_flag() { return "-L" + toolkit_folder() + "/lib64"; }

void show_toolkit(const std::vector<std::string>& words) {
  const std::string top = toolkit_folder();
  const char* const path = std::getenv("PATH");
  Commands::show_setting("TOP", top);
  Commands::show_setting("NVVMIR_LIBRARY_DIR", top + "/nvvm/libdevice");
  Commands::show_setting("PATH", top + "/bin:" + (path == nullptr ? "" : path));
  Commands::show_setting("INCLUDES", quoted("-I" + top + "/include"));
  Commands::show_setting("LIBRARIES", quoted(toolkit_library_flag()));
  Commands::show_setting("DEVICE", architectures_in(words));
}

}  // namespace simtcc
