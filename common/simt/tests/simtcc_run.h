// Runs simtcc on kernel files that tests write, and keeps its words.
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "scratch.h"

#ifndef SIMTCC
#error "compile with SIMTCC, the compiler"
#endif

namespace simt_test {

// A kernel file that compiles.
inline constexpr const char* kKernel =
    "extern \"C\" __global__ void scale(float* x) { x[threadIdx.x] *= 2; }\n";

struct Ended {
  int status = 0;
  std::string words;

  bool says(const std::string& part) const { return words.find(part) != std::string::npos; }
};

// `command` goes through the shell.
inline Ended run(const std::string& command) {
  FILE* const pipe = popen(command.c_str(), "r");  // NOLINT(cert-env33-c): our own compiler
  if (pipe == nullptr) return {-1, "cannot run " + command};
  Ended ended;
  std::array<char, 4096> part{};
  while (const std::size_t bytes = std::fread(part.data(), 1, part.size(), pipe))
    ended.words.append(part.data(), bytes);
  ended.status = WEXITSTATUS(pclose(pipe));
  return ended;
}

inline Ended simtcc(const std::string& arguments) { return run("'" SIMTCC "' " + arguments + " 2>&1"); }

inline Ended compile(const std::string& kernel, const std::string& output) {
  return simtcc("'" + kernel + "' -o '" + output + "'");
}

// The path of a new file of this test's own.
inline std::string written(const std::string& name, const std::string& text) {
  std::string path = scratch::file(name);
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

inline std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// The number of the line that holds "// here".
inline std::string marked_line(const std::string& kernel) {
  std::ifstream source(kernel);
  unsigned number = 0;
  for (std::string line; std::getline(source, line);) {
    ++number;
    if (line.find("// here") != std::string::npos) return std::to_string(number);
  }
  return "no line is marked";
}

}  // namespace simt_test
