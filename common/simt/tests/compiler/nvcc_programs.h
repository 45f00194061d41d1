// Programs that the tests of simtcc in nvcc's place compile, and what they are linked with.
#pragma once

#include <filesystem>
#include <string>

#include "simtcc_run.h"

namespace simt_test {

// The runtime that programs are linked with is built as this test is. The sanitizer's library must be the first that is loaded.
#ifdef __SANITIZE_ADDRESS__
inline const std::string kSanitizers = " -lasan -lubsan ";
#else
inline const std::string kSanitizers = " ";
#endif

// A program of one file, whose header has the value that it ends with.
inline std::string program_with_header(const std::string& name) {
  written(name + ".h", "#define STATUS 7\n");
  return written(name + ".cu", "#include \"" + std::filesystem::path(name).filename().string() + ".h\"\n" +
                                   "__global__ void k(int* out) { *out = 1; }\n"
                                   "int main() { return STATUS; }\n");
}

inline std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace simt_test
