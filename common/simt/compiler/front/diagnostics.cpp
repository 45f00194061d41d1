#include "front/front_end.h"

#include <array>
#include <optional>
#include <sstream>
#include <vector>

#include "front/source_lines.h"

namespace simtcc {
namespace {

struct Remedy {
  const char* says;  // part of clang's message
  const char* fix;
};

// The first that fits counts.
constexpr std::array kRemedies{
    Remedy{"reference to __host__ function",
           "a kernel can only call __device__ functions: mark it __device__, or call it in the host's code"},
    Remedy{"call to __host__ function",
           "a kernel can only call __device__ functions: mark it __device__, or call it in the host's code"},
    Remedy{"no matching function for call to 'atomic",
           "CUDA has this operation for other types: the programming guide's \"Atomic Functions\" lists "
           "them, and shows how "
           "atomicCAS makes any other"},
    Remedy{"no matching function for call to '__ld",
           "cached loads are for numbers and CUDA's vectors: load the members of a struct one by one"},
    Remedy{"no matching function for call to '__shfl",
           "a shuffle moves one number of up to 8 bytes: shuffle the members of a struct one by one, an "
           "index in place of a "
           "pointer"},
    Remedy{"' is ambiguous", "give all arguments one type: 2.0f instead of 2, a cast of the other one"},
    Remedy{"reference to __host__ variable",
           "the host's variables are not in the GPU's memory: pass the value as an argument, or declare it "
           "__device__ or __constant__"},
    Remedy{"initialization is not supported for __shared__",
           "shared memory has no initial value: store it in the kernel, then call __syncthreads()"},
    Remedy{"dynamic initialization is not supported",
           "what a __device__ or __constant__ variable begins with must be a constant: copy it with "
           "cudaMemcpyToSymbol, "
           "or store it in a kernel"},
    Remedy{"are not allowed on non-static local variables",
           "__constant__ and __device__ variables stand outside of functions"},
    Remedy{
        "cannot use variable-length arrays",
        "the length must be a constant: use a constexpr, a template argument, or extern __shared__ memory"},
    Remedy{
        "variable-sized object",
        "the length must be a constant: use a constexpr, a template argument, or extern __shared__ memory"},
    Remedy{"array type needs an explicit size",
           "write the length, or `extern __shared__` for one that the launch gives"},
    Remedy{"reference to non-static member function must be called", "write the call's brackets"},
    Remedy{"builtin functions must be directly called", "write the call's brackets: __syncthreads();"},
    Remedy{"must have void return type",
           "a kernel gives its results back through memory: pass a pointer to it"},
    Remedy{"kernel call to non-global function", "only __global__ functions are launched"},
    Remedy{"call to global function", "a kernel is launched: name<<<blocks, threads>>>(arguments)"},
    Remedy{"reference to __global__ function",
           "a kernel cannot call another: make the common part a __device__ function"},
    Remedy{"call to __global__ function",
           "a kernel cannot call another: make the common part a __device__ function"},
    Remedy{"cannot use 'throw'", "device code has no exceptions: use assert(), or write an error code"},
    Remedy{"cannot use 'try'", "device code has no exceptions: use assert(), or write an error code"},
    Remedy{"invalid operands to binary expression ('float",
           "CUDA's vectors have no operators: add member by member (a.x + b.x)"},
    Remedy{"no viable conversion from 'float' to 'float",
           "CUDA's vectors are made by functions: make_float4(x, y, z, w)"},
    Remedy{"for initialization of 'float", "CUDA's vectors are made by functions: make_float4(x, y, z, w)"},
    Remedy{"'cub/",
           "CUB and Thrust are libraries of their own: `sudo apt install libcub-dev libthrust-dev` installs "
           "them, or `-I FOLDER` names where they are"},
    Remedy{"'thrust/",
           "CUB and Thrust are libraries of their own: `sudo apt install libcub-dev libthrust-dev` installs "
           "them, or `-I FOLDER` names where they are"},
    Remedy{"'launch_bounds' attribute requires",
           "write __launch_bounds__(MOST_THREADS) with a positive constant"},
};

// A line that is longer quotes a source that nobody wrote by hand.
constexpr std::size_t kLongestLine = 4000;

std::string shortened(const std::string& line) {
  if (line.size() <= kLongestLine) return line;
  std::size_t end = kLongestLine;
  const auto is_inside_a_character = [&](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  while (end > 0 && is_inside_a_character(line[end])) --end;
  return line.substr(0, end) + "…";
}

// Removes escape sequences such as "\033[1;31m".
std::string without_colours(const std::string& line) {
  std::string plain;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t begin = line.find("\033[", at);
    plain.append(line, at, begin - at);
    if (begin == std::string::npos) break;
    const std::size_t end = line.find_first_not_of("0123456789;", begin + 2);
    const bool is_colour = end != std::string::npos && (line[end] == 'm' || line[end] == 'K');
    at = is_colour ? end + 1 : begin + 1;
    if (!is_colour) plain += line[begin];
  }
  return plain;
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

// A note on a line that no student wrote: of CUDA's headers here, or of a candidate in the system's.
bool is_about_headers(const Diagnostic& diagnostic) {
  if (diagnostic.kind != ": note: ") return false;
  const std::string file = diagnostic.place.substr(0, diagnostic.place.find(':'));
  const bool is_detail =
      diagnostic.message.rfind("candidate ", 0) == 0 || diagnostic.message.rfind("expanded from", 0) == 0;
  return is_machine_header(file) || file == "<scratch space>" || (is_detail && file.rfind("/usr/", 0) == 0);
}

// Returns the part of `text` before `end`, and removes both from `text`. Returns nothing if `end` is not in
// it.
std::optional<std::string> taken(std::string& text, const char* end) {
  const std::size_t at = text.find(end);
  if (at == std::string::npos) return std::nullopt;
  std::string found = text.substr(0, at);
  text.erase(0, at + std::string(end).size());
  return found;
}

// "… no known conversion from 'float *' to 'int *' for 1st argument": what the student passed.
std::string wrong_argument(const std::string& candidate) {
  std::string rest = candidate;
  if (!taken(rest, "candidate function ") || !taken(rest, ": no known conversion from '")) return "";
  const std::optional<std::string> given = taken(rest, "' to '");
  if (!given || !taken(rest, "' for ")) return "";
  const std::optional<std::string> which = taken(rest, " argument");
  const bool is_number =
      which && which->find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz") == std::string::npos;
  return is_number
             ? "the " + *which + " argument is of type '" + *given + "', which the function does not take"
             : "";
}

// "In file included from student.cu:3:" gives "student.cu:3:1".
std::string including_line(const std::string& line) {
  std::string rest = line;
  if (!taken(rest, "In file included from ") || rest.empty() || rest.back() != ':') return "";
  rest.pop_back();
  const std::size_t colon = rest.rfind(':');
  const bool is_numbered = colon != std::string::npos && colon + 1 < rest.size() &&
                           rest.find_first_not_of("0123456789", colon + 1) == std::string::npos;
  return is_numbered ? rest + ":1" : "";
}

// Collects the messages that are printed in the end, up to a limit.
class Output {
 public:
  explicit Output(const std::string& kernel) : kernel_(kernel) {}

  // The lines of another message follow. Errors have room of their own: clang stops after twenty.
  void begin(bool is_error) { is_full_ = used_ > (is_error ? 2 * kMost : kMost); }

  void add(const std::string& line) {
    left_out_ = left_out_ || is_full_;
    if (is_full_) return;
    text_ += line + "\n";
    // Only the last part of the path counts: messages are the same wherever the file is.
    const bool names_it = !kernel_.empty() && line.find(kernel_) != std::string::npos;
    used_ += line.size() + 1 - (names_it ? kernel_.size() : 0);
  }

  std::string text() const { return left_out_ ? text_ + "simtcc: further messages are left out\n" : text_; }

 private:
  static constexpr std::size_t kMost = 8000;
  const std::string& kernel_;
  std::string text_;
  std::size_t used_ = 0;
  bool is_full_ = false;
  bool left_out_ = false;
};

}  // namespace

std::string explained(const std::string& messages, const std::string& kernel) {
  std::istringstream lines(messages);
  Output out(kernel);
  std::string fix;  // waits until clang has shown the line
  std::string fix_place;
  std::vector<std::string> includes;
  bool is_left_out = false;  // the lines of a diagnostic that is said in other words, or not at all
  std::string error_place;   // the place of the last error, as long as no remedy is known
  std::string call_place;    // the place of the last error, as long as its arguments are not explained
  const auto flush = [&] {
    if (!fix.empty()) out.add(fix_place + ": note: " + fix);
    fix.clear();
  };
  for (std::string line; std::getline(lines, line);) {
    line = shortened(line);
    const std::string plain = without_colours(line);
    if (plain.find("generated when compiling for") != std::string::npos) continue;
    if (plain.rfind("In file included from", 0) == 0) {
      flush();
      is_left_out = false;
      includes.push_back(line);
      continue;
    }
    Diagnostic diagnostic;
    if (parse(plain, diagnostic)) {
      const bool is_error = diagnostic.kind.find("error") != std::string::npos;
      flush();
      out.begin(is_error);
      is_left_out = is_about_headers(diagnostic);
      // An #error in one of the machine's headers is reported at the student's own #include.
      const std::size_t own = diagnostic.message.find("SIMT machine: ");
      if (!includes.empty() && own != std::string::npos && is_error) {
        std::string text = diagnostic.message.substr(own);
        if (!text.empty() && text.back() == '"') text.pop_back();
        out.add(including_line(without_colours(includes.front())) + ": error: " + text);
        is_left_out = true;
        includes.clear();
        continue;
      }
      if (is_error) error_place = call_place = diagnostic.place;
      if (diagnostic.kind == ": warning: ") error_place.clear();
      const char* const known = error_place.empty() ? nullptr : remedy_for(diagnostic.message);
      if (known != nullptr) {  // the error's own words, or those of a note on it
        fix = known;
        fix_place = error_place;
        error_place.clear();
      }
    }
    if (is_left_out) {
      const std::string wrong = call_place.empty() ? "" : wrong_argument(plain);
      if (!wrong.empty()) {  // once: candidates say it over and over
        call_place.append(": note: ").append(wrong);
        out.add(call_place);
        call_place.clear();
      }
      includes.clear();
      continue;
    }
    for (const std::string& include : includes) out.add(include);
    includes.clear();
    out.add(line);
  }
  flush();
  return out.text();
}

}  // namespace simtcc
