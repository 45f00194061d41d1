#include "diagnostics.h"

#include <array>
#include <regex>
#include <sstream>
#include <vector>

namespace simtcc {
namespace {

struct Remedy {
  const char* says;  // part of clang's message
  const char* fix;
};

constexpr std::array<Remedy, 14> kRemedies{{
    {"reference to __host__ function",
     "a kernel can only call __device__ functions: mark it __device__, or call it in the host's code"},
    {"call to __host__ function",
     "a kernel can only call __device__ functions: mark it __device__, or call it in the host's code"},
    {"no matching function for call to 'min'", "CUDA's min takes two values of one type"},
    {"reference to __host__ variable",
     "the host's variables are not in the GPU's memory: pass the value as an argument, or declare it "
     "__device__ or __constant__"},
    {"initialization is not supported for __shared__",
     "shared memory has no initial value: store it in the kernel, then call __syncthreads()"},
    {"cannot use variable-length arrays",
     "the length must be a constant: use a constexpr, a template argument, or extern __shared__ memory"},
    {"variable-sized object",
     "the length must be a constant: use a constexpr, a template argument, or extern __shared__ memory"},
    {"reference to non-static member function must be called", "write the call's brackets"},
    {"builtin functions must be directly called", "write the call's brackets: __syncthreads();"},
    {"must have void return type", "a kernel gives its results back through memory: pass a pointer to it"},
    {"kernel call to non-global function", "only __global__ functions are launched"},
    {"reference to __global__ function",
     "a kernel cannot call another: make the common part a __device__ function"},
    {"cannot use 'throw'", "device code has no exceptions: use assert(), or write an error code"},
    {"'launch_bounds' attribute requires", "write __launch_bounds__(MOST_THREADS) with a positive constant"},
}};

std::string without_colours(const std::string& line) {
  static const std::regex kColours("\033\\[[0-9;]*[mK]");
  return std::regex_replace(line, kColours, "");
}

// "FILE:LINE:COLUMN: error: …"
struct Diagnostic {
  std::string place;
  std::string kind;
  std::string message;
};

bool parse(const std::string& line, Diagnostic& diagnostic) {
  for (const char* kind : {": fatal error: ", ": error: ", ": warning: ", ": note: "}) {
    const std::size_t at = line.find(kind);
    if (at == std::string::npos || line.front() == ' ') continue;
    diagnostic = {line.substr(0, at), kind, line.substr(at + std::string(kind).size())};
    return true;
  }
  return false;
}

const char* remedy_for(const std::string& message) {
  for (const Remedy& remedy : kRemedies) {
    if (message.find(remedy.says) != std::string::npos) return remedy.fix;
  }
  return nullptr;
}

// "In file included from student.cu:3:" gives "student.cu:3:1".
std::string including_line(const std::string& line) {
  static const std::regex kIncluded("In file included from (.*:[0-9]+):");
  std::smatch match;
  return std::regex_match(line, match, kIncluded) ? match[1].str() + ":1" : "";
}

}  // namespace

std::string explained(const std::string& messages) {
  std::istringstream lines(messages);
  std::ostringstream out;
  std::string fix;  // waits until clang has shown the line
  std::string fix_place;
  std::vector<std::string> includes;
  bool in_own_error = false;
  const auto flush = [&] {
    if (!fix.empty()) out << fix_place << ": note: " << fix << "\n";
    fix.clear();
  };
  for (std::string line; std::getline(lines, line);) {
    const std::string plain = without_colours(line);
    if (plain.find("generated when compiling for") != std::string::npos) continue;
    if (plain.rfind("In file included from", 0) == 0) {
      flush();
      in_own_error = false;
      includes.push_back(line);
      continue;
    }
    Diagnostic diagnostic;
    if (parse(plain, diagnostic)) {
      flush();
      in_own_error = false;
      // Of an #error in one of our headers the student's own #include is the place.
      const std::size_t own = diagnostic.message.find("SIMT machine: ");
      if (!includes.empty() && own != std::string::npos &&
          diagnostic.kind.find("error") != std::string::npos) {
        std::string text = diagnostic.message.substr(own);
        if (!text.empty() && text.back() == '"') text.pop_back();
        out << including_line(without_colours(includes.front())) << ": error: " << text << "\n";
        in_own_error = true;
        includes.clear();
        continue;
      }
      if (diagnostic.kind.find("error") != std::string::npos) {
        if (const char* const known = remedy_for(diagnostic.message)) {
          fix = known;
          fix_place = diagnostic.place;
        }
      }
    }
    if (in_own_error) continue;  // the header's line and its caret
    for (const std::string& include : includes) out << include << "\n";
    includes.clear();
    out << line << "\n";
  }
  flush();
  return out.str();
}

}  // namespace simtcc
