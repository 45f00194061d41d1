#include "program_options.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace simtcc {
namespace {

bool begins(const std::string& word, const char* with) { return word.rfind(with, 0) == 0; }

bool ends(const std::string& word, const std::string& with) {
  return word.size() >= with.size() && word.compare(word.size() - with.size(), with.size(), with) == 0;
}

template <std::size_t N>
bool is_one_of(const std::string& word, const std::array<const char*, N>& known) {
  return std::any_of(known.begin(), known.end(), [&](const char* one) { return word == one; });
}

// What says for which GPU, how fast or how verbosely: it changes nothing here.
constexpr std::array kIgnored{"-lineinfo",
                              "--generate-line-info",
                              "-G",
                              "--device-debug",
                              "-g",
                              "--debug",
                              "-pg",
                              "-use_fast_math",
                              "--use_fast_math",
                              "--expt-relaxed-constexpr",
                              "-expt-relaxed-constexpr",
                              "--expt-extended-lambda",
                              "-expt-extended-lambda",
                              "--extended-lambda",
                              "-extended-lambda",
                              "--restrict",
                              "-restrict",
                              "-m64",
                              "-w",
                              "-v",
                              "--verbose",
                              "-Wno-deprecated-gpu-targets",
                              "--resource-usage",
                              "-res-usage",
                              "-cuda",
                              "-no-align-double"};
// The same with a value, behind a blank or "=".
constexpr std::array kIgnoredWithValue{"-arch",
                                       "--gpu-architecture",
                                       "-code",
                                       "--gpu-code",
                                       "-gencode",
                                       "--generate-code",
                                       "-Xptxas",
                                       "--ptxas-options",
                                       "-Xnvlink",
                                       "-maxrregcount",
                                       "--maxrregcount",
                                       "-ccbin",
                                       "--compiler-bindir",
                                       "-cudart",
                                       "--cudart",
                                       "-default-stream",
                                       "--default-stream",
                                       "-t",
                                       "--threads",
                                       "-ftz",
                                       "-prec-div",
                                       "-prec-sqrt",
                                       "-fmad",
                                       "--ftz",
                                       "--prec-div",
                                       "--prec-sqrt",
                                       "--fmad",
                                       "-diag-suppress",
                                       "--diag-suppress",
                                       "-Werror"};
// Libraries that the runtime of a program here already is, or that have nothing to offer to it.
constexpr std::array kIgnoredLibraries{"-lcudart", "-lcudart_static", "-lcuda", "-lcudadevrt",
                                       "-lrt",     "-lpthread",       "-ldl"};
constexpr std::array kSources{".cu", ".cpp", ".cc", ".cxx", ".c", ".o", ".a", ".so"};

// "-Xcompiler -Wall,-fopenmp": what stands between the commas.
std::vector<std::string> split(const std::string& words) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= words.size();) {
    const std::size_t end = std::min(words.find(',', begin), words.size());
    if (end > begin) parts.push_back(words.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

class Parser {
 public:
  explicit Parser(const std::vector<std::string>& words) : words_(words) {}

  ProgramCommand parse() {
    for (at_ = 0; at_ < words_.size(); ++at_) take(words_[at_]);
    if (command_.inputs.empty()) throw std::invalid_argument("no file given (see simtcc --help)");
    if (command_.compile_only && !command_.output.empty() && command_.inputs.size() > 1)
      throw std::invalid_argument("-c with -o takes one file");
    return command_;
  }

 private:
  // The value of an option, which may be written as "-o FILE", "-o=FILE" or "-oFILE".
  std::string value(const std::string& name) {
    const std::string& word = words_[at_];
    if (word.size() > name.size()) return word.substr(name.size() + (word[name.size()] == '=' ? 1 : 0));
    if (at_ + 1 == words_.size()) throw std::invalid_argument(word + " needs a value (see simtcc --help)");
    return words_[++at_];
  }

  bool takes(const std::string& name) const {
    const std::string& word = words_[at_];
    return word == name || begins(word, (name + "=").c_str());
  }

  void take(const std::string& word) {
    if (!begins(word, "-")) return take_input(word);
    if (is_one_of(word, kIgnored) || is_one_of(word, kIgnoredLibraries)) return;
    for (const char* name : kIgnoredWithValue) {
      if (takes(name)) return static_cast<void>(value(name));
    }
    if (word == "-c" || word == "--compile") {
      command_.compile_only = true;
    } else if (takes("-o") || takes("--output-file")) {
      command_.output = value(takes("-o") ? "-o" : "--output-file");
    } else if (takes("--depfile")) {
      command_.dependencies = value("--depfile");
    } else if (takes("-x")) {
      command_.all_are_cuda = value("-x") == "cu";
    } else if (takes("-rdc") || takes("--relocatable-device-code") || word == "-dc" || word == "--device-c") {
      take_device_linking(word);
    } else if (takes("-Xcompiler") || takes("--compiler-options")) {
      append(command_.host, split(value(takes("-Xcompiler") ? "-Xcompiler" : "--compiler-options")));
    } else if (takes("-Xlinker") || takes("--linker-options")) {
      for (const std::string& part : split(value(takes("-Xlinker") ? "-Xlinker" : "--linker-options")))
        append(command_.link, {"-Xlinker", part});
    } else if (takes("-std") || takes("--std")) {
      command_.both.push_back("-std=" + value(takes("-std") ? "-std" : "--std"));
    } else if (takes("-include") || takes("-isystem")) {
      const std::string name = takes("-include") ? "-include" : "-isystem";
      append(command_.both, {name, value(name)});
    } else if (begins(word, "-I") || begins(word, "-D") || begins(word, "-U")) {
      command_.both.push_back(word.substr(0, 2) + value(word.substr(0, 2)));
    } else if (begins(word, "-L") || begins(word, "-l")) {
      command_.link.push_back(word.substr(0, 2) + value(word.substr(0, 2)));
    } else if (begins(word, "-O") || begins(word, "-f") || begins(word, "-W") || begins(word, "-m")) {
      command_.host.push_back(word);
    } else {
      throw std::invalid_argument("unknown option " + word + " (see simtcc --help)");
    }
  }

  // Each file's kernels are a module of their own: what they call must be in the file.
  void take_device_linking(const std::string& word) {
    const bool is_short = word == "-dc" || word == "--device-c";
    if (is_short) command_.compile_only = true;
    if (!is_short) value(takes("-rdc") ? "-rdc" : "--relocatable-device-code");
  }

  void take_input(const std::string& word) {
    const bool is_known =
        command_.all_are_cuda ||
        std::any_of(kSources.begin(), kSources.end(), [&](const char* end) { return ends(word, end); });
    if (!is_known) throw std::invalid_argument(word + ": neither a source nor an object file");
    command_.inputs.push_back(word);
  }

  static void append(std::vector<std::string>& words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
  }

  const std::vector<std::string>& words_;
  std::size_t at_ = 0;
  ProgramCommand command_;
};

// A kernel file, and nothing but what a module's command line has.
bool is_for_a_module(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--help" || words[i] == "--version" || words[i] == "--editor-flags" ||
        words[i] == "--precompile-headers" || words[i] == "--keep-ir")
      return true;
    if (words[i] == "-o" && i + 1 < words.size() && ends(words[i + 1], ".so")) return true;
  }
  return words.empty();
}

}  // namespace

std::optional<ProgramCommand> parse_program(const std::vector<std::string>& words) {
  if (is_for_a_module(words)) return std::nullopt;
  return Parser(words).parse();
}

}  // namespace simtcc
