#include "driver/command_line.h"

#include <llvm/Config/llvm-config.h>
#include <algorithm>
#include <array>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "front/front_end.h"

namespace simtcc {
namespace {

constexpr const char* kUsage =
    R"(usage: simtcc [-I DIR]... [-D NAME[=VALUE]]... [--depfile FILE] [--line-directives] [--keep-ir]
              KERNEL.cu -o MODULE.so
       simtcc [NVCC'S OPTIONS]... PROGRAM.cu [FILE]... [-o PROGRAM]
       simtcc --editor-flags
       simtcc --version

Compiles a CUDA kernel file to a module of the SIMT machine, where -o names a .so; otherwise a whole
CUDA program, main() and all, that runs on the machine. Options are then nvcc's, so that a Makefile
needs no other change than NVCC=simtcc: -c, -I, -D, -std, -O, -L, -l, -Xcompiler, -x cu; those that
choose a GPU have no effect. -Xptxas -O0 halves the time to compile kernels, which then run slower.
  --depfile FILE   also write the file's dependencies, in make's format
  --line-directives
                   obey #line, which has no effect otherwise: for files that programs generate
  --keep-ir        also write MODULE.so.ll: the finished module in LLVM's language
  --editor-flags   write the flags, one a line, with which an editor (clangd) reads a kernel file
  --version        write the compiler that modules name, such as clang 14.0.6
Exit status: 0 written, 1 the file was refused, 2 could not run.
)";

}  // namespace

std::optional<Command> parse(int argc, char** argv) {
  Command command;
  const std::vector<std::string> words(argv + 1, argv + argc);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto value = [&]() -> const std::string& {
      if (i + 1 == words.size()) throw std::invalid_argument(word + " needs a value (see simtcc --help)");
      return words[++i];
    };
    if (word == "--help") {
      std::fputs(kUsage, stdout);
      return std::nullopt;
    }
    if (word == "--version") {
      std::puts("clang " LLVM_VERSION_STRING);
      return std::nullopt;
    }
    if (word == "--editor-flags") {
      command.editor_flags = true;
    } else if (word == "--line-directives") {
      command.line_directives = true;
    } else if (word == "--keep-ir") {
      command.keep_ir = true;
    } else if (word == "--precompile-headers") {  // the build's own
      command.precompiled = value();
    } else if (word == "--depfile") {
      command.depfile = value();
    } else if (word == "-o") {
      command.output = value();
    } else if (word == "--optional-kernels") {  // a program's own: program.cpp
      command.optional_kernels = true;
    } else if (word == "--quick-code") {  // likewise
      command.quick_code = true;
    } else if (word == "-include" || word == "-isystem") {
      command.preprocess.push_back(word);
      command.preprocess.push_back(value());
    } else if (word.rfind("-std=", 0) == 0) {
      command.preprocess.push_back(word);
    } else if (word.rfind("-I", 0) == 0) {
      command.preprocess.push_back(include_flag(word.size() > 2 ? word.substr(2) : value()));
    } else if (word.rfind("-D", 0) == 0 || word.rfind("-U", 0) == 0) {
      const std::string flag = word.substr(0, 2);
      command.preprocess.push_back(flag + (word.size() > 2 ? word.substr(2) : value()));
    } else if (word.rfind('-', 0) == 0) {
      throw std::invalid_argument("unknown option " + word + " (see simtcc --help)");
    } else if (!command.kernel.empty()) {
      throw std::invalid_argument("one kernel file at a time: got " + command.kernel + " and " + word);
    } else {
      command.kernel = word;
    }
  }
  if (command.editor_flags || !command.precompiled.empty()) return command;
  if (command.kernel.empty()) throw std::invalid_argument("no kernel file given (see simtcc --help)");
  if (command.output.empty()) throw std::invalid_argument("no output given: add -o MODULE.so");
  return command;
}

namespace {

// nvcc's options that simtcc does not act on: those that change nothing here, and those that it cannot obey.
// CUDA Compiler Driver NVCC, "NVCC Command Options". A name is taken with one hyphen or two.

template <std::size_t N>
bool is_one_of(const std::string& word, const std::array<const char*, N>& known) {
  return std::any_of(known.begin(), known.end(), [&](const char* one) { return word == one; });
}

constexpr std::array kIgnored{"lineinfo",
                              "generate-line-info",
                              "G",
                              "device-debug",
                              "g",
                              "debug",
                              "pg",
                              "profile",
                              "noprof",
                              "dont-use-profile",
                              "use_fast_math",
                              "extra-device-vectorization",
                              "expt-relaxed-constexpr",
                              "expt-extended-lambda",
                              "extended-lambda",
                              "restrict",
                              "m64",
                              "w",
                              "disable-warnings",
                              "v",
                              "verbose",
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
                              "MP",
                              "no-align-double"};
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
                                       "MT",
                                       "dependency-target-name"};

struct RefusedOption {
  const char* name;
  const char* why;
};
constexpr const char* kMakesGpuCode = "makes code for a GPU; kernels are compiled for the SIMT machine here";
constexpr std::array kRefused{
    RefusedOption{"ptx", kMakesGpuCode},
    RefusedOption{"cubin", kMakesGpuCode},
    RefusedOption{"fatbin", kMakesGpuCode},
    RefusedOption{"optix-ir", kMakesGpuCode},
    RefusedOption{"ltoir", kMakesGpuCode},
    RefusedOption{"dw", kMakesGpuCode},
    RefusedOption{"device-w", kMakesGpuCode},
    RefusedOption{"E", "preprocesses only: use the host compiler with simtcc --editor-flags"},
    RefusedOption{"preprocess", "preprocesses only: use the host compiler with simtcc --editor-flags"},
    RefusedOption{"M", "writes dependencies only: use -MD with a compilation"},
    RefusedOption{"MM", "writes dependencies only: use -MD with a compilation"},
    RefusedOption{"lib", "makes a library: compile with -c, and use ar"},
    RefusedOption{"shared", "makes a shared library: a program's kernels must be linked into the program"},
    RefusedOption{"run", "runs the program: start it yourself, or use ./course run"},
    RefusedOption{"dryrun", "shows commands: there are none that mean anything elsewhere"},
    RefusedOption{"m32", "asks for 32 bits: CUDA has been 64 bits alone since version 12"},
    RefusedOption{"optf", "reads options from a file: write them on the command line"},
    RefusedOption{"options-file", "reads options from a file: write them on the command line"},
    RefusedOption{"list-gpu-code", "asks which GPUs there are: code is made for none"},
    RefusedOption{"list-gpu-arch", "asks which GPUs there are: code is made for none"}};

// Returns the option's name without its hyphens and without what follows "=". Empty: the word is no option.
std::string name_of(const std::string& word) {
  const std::size_t begin = word.find_first_not_of('-');
  if (begin == 0 || begin == std::string::npos || begin > 2) return "";
  return word.substr(begin, word.find('=') - begin);
}

// Options about GPU code, speed or verbosity change nothing, because the kernels run on the machine.
bool is_ignored_option(const std::string& word) {
  return word.find('=') == std::string::npos && is_one_of(name_of(word), kIgnored);
}

// Ignored options with a value, after a blank or "=". Returns the name as it is written in the word, or ""
// for another option.
std::string ignored_option_with_value(const std::string& word) {
  const bool is_thread_count = word.size() > 2 && word.rfind("-t", 0) == 0 &&
                               word.find_first_not_of("0123456789", 2) == std::string::npos;
  if (is_thread_count) return "-t";
  return is_one_of(name_of(word), kIgnoredWithValue) ? word.substr(0, word.find('=')) : "";
}

// Returns why the option cannot be obeyed, or "" if nothing is known against it.
std::string why_refused_option(const std::string& word) {
  const std::string name = name_of(word);
  const auto* const found = std::find_if(kRefused.begin(), kRefused.end(),
                                         [&](const RefusedOption& one) { return name == one.name; });
  return found == kRefused.end() ? "" : word + " " + found->why;
}

bool begins(const std::string& word, const char* with) { return word.rfind(with, 0) == 0; }

bool ends(const std::string& word, const std::string& with) {
  return word.size() >= with.size() && word.compare(word.size() - with.size(), with.size(), with) == 0;
}

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
    if (wants_dependencies_ && command_.dependencies.empty()) command_.dependencies = dependency_file();
    if (command_.compile_only && !command_.output.empty() && command_.inputs.size() > 1)
      throw std::invalid_argument("-c with -o takes one file");
    return command_;
  }

 private:
  // The name that nvcc gives the file of dependencies, beside the output.
  std::string dependency_file() const {
    const std::string& made = command_.output.empty() ? command_.inputs.front() : command_.output;
    const std::size_t dot = made.find_last_of('.');
    const bool has_extension = dot != std::string::npos && made.find('/', dot) == std::string::npos;
    return (has_extension ? made.substr(0, dot) : made) + ".d";
  }

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

  // Returns the name under which the word gives this option, which nvcc writes short or long. Empty: the word
  // is another option.
  std::string either(const char* brief, const char* full) const {
    return takes(brief) ? brief : takes(full) ? full : "";
  }

  void take(const std::string& word) {
    if (!begins(word, "-")) return take_input(word);
    if (is_ignored_option(word) || is_one_of(word, kIgnoredLibraries)) return;
    if (const std::string name = ignored_option_with_value(word); !name.empty())
      return static_cast<void>(value(name));
    if (const std::string why = why_refused_option(word); !why.empty()) throw std::invalid_argument(why);
    if (!take_stage(word) && !take_passed_on(word) && !take_for_both(word)) take_for_host(word);
  }

  // Options that say what is made, and where.
  bool take_stage(const std::string& word) {
    if (word == "-c" || word == "--compile") {
      command_.compile_only = true;
    } else if (word == "-dlink" || word == "--device-link") {
      command_.device_link = true;
    } else if (const std::string out = either("-o", "--output-file"); !out.empty()) {
      command_.output = value(out);
    } else if (const std::string folder = either("-odir", "--output-directory"); !folder.empty()) {
      command_.output_folder = value(folder);
    } else if (const std::string file = either("-MF", "--dependency-output");
               !file.empty() || takes("--depfile")) {
      command_.dependencies = value(file.empty() ? "--depfile" : file);
    } else if (word == "-MD" || word == "-MMD" || begins(word, "--generate-") ||
               begins(word, "--generate-nonsystem-")) {
      wants_dependencies_ = true;
    } else if (const std::string language = either("-x", "--x"); !language.empty()) {
      command_.all_are_cuda = value(language) == "cu";
    } else if (takes("-rdc") || takes("--relocatable-device-code") || word == "-dc" || word == "--device-c") {
      take_device_linking(word);
    } else {
      return false;
    }
    return true;
  }

  // Options that are passed on to the host compiler and the linker.
  bool take_passed_on(const std::string& word) {
    if (const std::string name = either("-Xcompiler", "--compiler-options"); !name.empty()) {
      take_host_options(split(value(name)));
    } else if (const std::string ptxas = either("-Xptxas", "--ptxas-options"); !ptxas.empty()) {
      for (const std::string& part : split(value(ptxas)))
        command_.quick_code |= part == "-O0" || part == "--opt-level=0";
    } else if (const std::string linker = either("-Xlinker", "--linker-options"); !linker.empty()) {
      for (const std::string& part : split(value(linker))) append(command_.link, {"-Xlinker", part});
    } else if (begins(word, "-forward-unknown") || begins(word, "--forward-unknown")) {
      forwards_unknown_ = true;
    } else {
      return false;
    }
    return true;
  }

  bool take_for_both(const std::string& word) {
    struct Long {
      const char* name;
      const char* brief;
    };
    for (const Long& one :
         {Long{"--define-macro", "-D"}, Long{"--undefine-macro", "-U"}, Long{"--include-path", "-I"},
          Long{"--library", "-l"}, Long{"--library-path", "-L"}}) {
      if (!takes(one.name)) continue;
      for (const std::string& part : split(value(one.name))) take_setting(one.brief + part);
      return true;
    }
    if (const std::string standard = either("-std", "--std"); !standard.empty()) {
      command_.both.push_back("-std=" + value(standard));
    } else if (const std::string header = either("-include", "--pre-include"); !header.empty()) {
      append(command_.both, {"-include", value(header)});
    } else if (const std::string folder = either("-isystem", "--system-include"); !folder.empty()) {
      append(command_.both, {"-isystem", value(folder)});
    } else if (begins(word, "-I") || begins(word, "-D") || begins(word, "-U") || begins(word, "-L") ||
               begins(word, "-l")) {
      take_setting(word.substr(0, 2) + value(word.substr(0, 2)));
    } else {
      return false;
    }
    return true;
  }

  void take_setting(const std::string& word) {
    const bool is_for_linking = begins(word, "-L") || begins(word, "-l");
    if (!is_one_of(word, kIgnoredLibraries)) (is_for_linking ? command_.link : command_.both).push_back(word);
  }

  void take_for_host(const std::string& word) {
    if (takes("--optimize")) return command_.host.push_back("-O" + value("--optimize"));
    if (takes("--machine") || word == "-m")
      return static_cast<void>(value(word == "-m" ? "-m" : "--machine"));
    const bool is_host_option = begins(word, "-O") || begins(word, "-f") || begins(word, "-W") ||
                                begins(word, "-m") || forwards_unknown_;
    if (!is_host_option) throw std::invalid_argument("unknown option " + word + " (see simtcc --help)");
    take_host_options({word});
  }

  // Options that the host compiler needs both when it compiles and when it links. Clang's OpenMP needs its
  // own library, which also has gcc's functions.
  void take_host_options(const std::vector<std::string>& options) {
    for (const std::string& option : options) {
      const bool is_for_the_linker = begins(option, "-Wl,") || begins(option, "-l") || begins(option, "-L");
      if (!is_for_the_linker) command_.host.push_back(option);
      const bool is_for_both = option == "-fopenmp" || option == "-pthread" || begins(option, "-fsanitize");
      if (is_for_the_linker || is_for_both) command_.link.push_back(option);
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
  bool wants_dependencies_ = false;
  bool forwards_unknown_ = false;
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
