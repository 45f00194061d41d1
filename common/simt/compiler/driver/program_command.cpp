#include "driver/program_command.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "driver/nvcc_options.h"
#include "front/front_end.h"
#include "system/process.h"

namespace simtcc {
namespace {

bool begins(const std::string& word, const char* with) { return word.rfind(with, 0) == 0; }

bool ends(const std::string& word, const std::string& with) {
  return word.size() >= with.size() && word.compare(word.size() - with.size(), with.size(), with) == 0;
}

// Libraries that every program is linked with here, or that have nothing to offer to it.
bool is_of_the_runtime(const std::string& word) {
  constexpr std::array kNames{"-lcudart",
                              "-lcudart_static",
                              "-lcuda",
                              "-lcudadevrt",
                              "-lrt",
                              "-lpthread",
                              "-ldl",
                              "-lcublas",
                              "-lcublas_static",
                              "-lcublasLt",
                              "-lcublasLt_static",
                              "-lculibos",
                              "-lcurand",
                              "-lcurand_static"};
  return std::any_of(kNames.begin(), kNames.end(), [&](const char* one) { return word == one; });
}

bool is_input(const std::string& word) {
  constexpr std::array kNames{".cu", ".cpp", ".cc", ".cxx", ".c", ".o", ".a", ".so"};
  const bool has_version = word.find(".so.") != std::string::npos;  // libfft.so.3
  return has_version ||
         std::any_of(kNames.begin(), kNames.end(), [&](const char* one) { return ends(word, one); });
}

// "-Xlinker -z,now": what stands between the commas.
std::vector<std::string> split(const std::string& words) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= words.size();) {
    const std::size_t end = std::min(words.find(',', begin), words.size());
    if (end > begin) parts.push_back(words.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// Splits as a shell does: at blanks that stand in no quotation marks.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool is_open = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (is_open) words.push_back(word);
      word.clear();
      is_open = false;
      continue;
    }
    is_open = true;
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else {
      word += c == '\\' && quote != '\'' && i + 1 < text.size() ? text[++i] : c;
    }
  }
  if (is_open) words.push_back(word);
  return words;
}

// The options behind -Xcompiler. nvcc puts blanks in the places of commas, except where double quotes or a backslash keep them, and
// hands the text to a shell.
std::vector<std::string> host_compiler_words(const std::string& options) {
  std::string text;
  bool is_quoted = false;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const char c = options[i];
    if (c == '\\' && i + 1 < options.size()) {
      text += options[++i];
      continue;
    }
    if (c == '"') is_quoted = !is_quoted;
    text += c == ',' && !is_quoted ? ' ' : c;
  }
  return words_of(text);
}

class Parser {
 public:
  explicit Parser(const std::vector<std::string>& words) : words_(words) {}

  ProgramCommand parse() {
    for (at_ = 0; at_ < words_.size(); ++at_) take(words_[at_]);
    if (command_.inputs.empty()) throw std::invalid_argument("no file given (see simtcc --help)");
    const bool one_each = command_.stage == Stage::compile || command_.stage == Stage::preprocess;
    if (one_each && !command_.output.empty() && command_.inputs.size() > 1)
      throw std::invalid_argument("-c and -E with -o take one file");
    command_.wants_dependencies |= !command_.dependencies.empty();
    command_.lanes_one_by_one |= std::count(command_.host.begin(), command_.host.end(), "-O0") != 0;
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

  // Returns the name under which the word gives this option, which nvcc writes short or long. Empty: the word
  // is another option.
  std::string either(const char* brief, const char* full) const {
    return takes(brief) ? brief : takes(full) ? full : "";
  }
  bool is(const char* brief, const char* full) const { return words_[at_] == brief || words_[at_] == full; }

  static void refuse(const std::string& why) {
    if (!why.empty()) throw std::invalid_argument(why);
  }

  void take(const std::string& word) {
    if (!begins(word, "-")) return take_input(word);
    if (is_of_the_runtime(word)) return;
    if (is_without_effect(word)) return command_.without_effect.push_back(word);
    if (const std::string name = name_without_effect(word); !name.empty()) {
      const std::string given = value(name);
      refuse(problem_of_value(name, given));
      return note_without_effect(name, given);
    }
    refuse(why_refused(word));
    if (!take_stage(word) && !take_dependencies() && !take_linking(word) && !take_passed_on(word) &&
        !take_for_both(word))
      take_for_host(word);
  }

  // Options that say what is made, and where.
  bool take_stage(const std::string& word) {
    struct Made {
      const char* brief;
      const char* full;
      Stage stage;
    };
    for (const Made& one :
         {Made{"-c", "--compile", Stage::compile}, Made{"-dc", "--device-c", Stage::compile},
          Made{"-dw", "--device-w", Stage::compile}, Made{"-dlink", "--device-link", Stage::device_link},
          Made{"-lib", "--lib", Stage::library}, Made{"-E", "--preprocess", Stage::preprocess},
          Made{"-M", "--generate-dependencies", Stage::list_files},
          Made{"-MM", "--generate-nonsystem-dependencies", Stage::list_files},
          Made{"-link", "--link", Stage::link}}) {
      if (!is(one.brief, one.full)) continue;
      command_.stage = one.stage;
      if (is("-dc", "--device-c")) command_.relocatable = true;
      if (is("-MM", "--generate-nonsystem-dependencies")) command_.without_system_headers = true;
      return true;
    }
    if (is("-v", "--verbose")) {
      command_.verbose = true;
    } else if (is("-dryrun", "--dryrun") || word == "-###") {
      command_.only_shows = true;
    } else if (is("-w", "--disable-warnings")) {
      command_.no_warnings = true;
    } else if (is("-run", "--run")) {
      command_.starts = true;
    } else if (const std::string arguments = either("-run-args", "--run-args"); !arguments.empty()) {
      append(command_.arguments, words_of(value(arguments)));
    } else if (is("-clean", "--clean-targets")) {
      command_.cleans = true;
    } else if (const std::string out = either("-o", "--output-file"); !out.empty()) {
      command_.output = value(out);
    } else if (const std::string folder = either("-odir", "--output-directory"); !folder.empty()) {
      command_.output_folder = value(folder);
    } else if (const std::string language = either("-x", "--x"); !language.empty()) {
      take_language(value(language));
    } else {
      return false;
    }
    return true;
  }

  void take_language(const std::string& name) {
    if (name != "cu" && name != "c++" && name != "c")
      throw std::invalid_argument("-x " + name + ": the languages are cu, c++ and c");
    command_.language = name;
  }

  bool take_dependencies() {
    if (is("-MD", "--generate-dependencies-with-compile") ||
        is("-MMD", "--generate-nonsystem-dependencies-with-compile")) {
      command_.wants_dependencies = true;
      if (begins(words_[at_], "-MM") || begins(words_[at_], "--generate-non"))
        command_.without_system_headers = true;
    } else if (const std::string file = either("-MF", "--dependency-output");
               !file.empty() || takes("--depfile")) {
      command_.dependencies = value(file.empty() ? "--depfile" : file);
    } else if (const std::string target = either("-MT", "--dependency-target-name"); !target.empty()) {
      command_.dependency_target = value(target);
    } else if (is("-MP", "--generate-dependency-targets")) {
      command_.phony_dependencies = true;
    } else {
      return false;
    }
    return true;
  }

  bool take_linking(const std::string& word) {
    if (is("-shared", "--shared")) {
      command_.shared = true;
    } else if (const std::string name = either("-rdc", "--relocatable-device-code"); !name.empty()) {
      const std::string answer = value(name);
      if (answer != "true" && answer != "false")
        throw std::invalid_argument(word + " is neither true nor false");
      command_.relocatable = answer == "true";
    } else {
      return false;
    }
    return true;
  }

  void note_without_effect(const std::string& option, const std::string& value) {
    command_.without_effect.push_back(option + " " + value);
  }

  // Options that are passed on to the host compiler and the linker.
  bool take_passed_on(const std::string& word) {
    if (const std::string name = either("-Xcompiler", "--compiler-options"); !name.empty()) {
      take_host_options(host_compiler_words(value(name)));
    } else if (const std::string ptxas = either("-Xptxas", "--ptxas-options"); !ptxas.empty()) {
      for (const std::string& part : split(value(ptxas))) {
        const bool is_quick = part == "-O0" || part == "--opt-level=0";
        if (!is_quick) note_without_effect(ptxas, part);
        command_.quick_code |= is_quick;
      }
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
    if (is("-expt-relaxed-constexpr", "--expt-relaxed-constexpr") ||
        is("-relaxed-constexpr", "--relaxed-constexpr")) {
      command_.relaxed_constexpr = true;
    } else if (const std::string depth = either("-ftemplate-depth", "--ftemplate-depth"); !depth.empty()) {
      command_.both.push_back("-ftemplate-depth=" + value(depth));
    } else if (is("-G", "--device-debug")) {
      command_.both.emplace_back("-D__CUDACC_DEBUG__");
      command_.lanes_one_by_one = true;
    } else if (word == "--lockstep") {
      command_.in_lockstep = true;
      append(command_.both, {"-include", kLockstepHeader});
    } else if (is("--extended-lambda", "--expt-extended-lambda") ||
               is("-extended-lambda", "-expt-extended-lambda")) {
      append(command_.both, {"-include", "device/simt_extended_lambda.h"});
    } else if (const std::string standard = either("-std", "--std"); !standard.empty()) {
      const std::string chosen = value(standard);
      refuse(problem_of_standard(chosen));
      command_.both.push_back("-std=" +
                              (chosen == "c++03" ? "c++11" : chosen));  // CUDA's headers need that here
    } else if (const std::string header = either("-include", "--pre-include"); !header.empty()) {
      append(command_.both, {"-include", value(header)});
    } else if (const std::string folder = either("-isystem", "--system-include"); !folder.empty()) {
      append(command_.both, system_include_flags(value(folder)));
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
    if (!is_of_the_runtime(word)) (is_for_linking ? command_.link : command_.both).push_back(word);
  }

  void take_for_host(const std::string& word) {
    if (is("-g", "--debug")) return static_cast<void>(command_.host.emplace_back("-g"));
    if (is("-noeh", "--no-exceptions"))
      return static_cast<void>(command_.host.emplace_back("-fno-exceptions"));
    if (takes("--optimize")) return command_.host.push_back("-O" + value("--optimize"));
    if (takes("--machine") || word == "-m")
      return static_cast<void>(value(word == "-m" ? "-m" : "--machine"));
    const bool is_host_option = begins(word, "-O") || begins(word, "-f") || begins(word, "-W") ||
                                begins(word, "-m") || word == "-pthread" || forwards_unknown_;
    if (!is_host_option) throw std::invalid_argument("unknown option " + word + " (see simtcc --help)");
    take_host_options({word});
  }

  // Options that the host compiler needs both when it compiles and when it links. Clang's OpenMP needs its
  // own library, which also has gcc's functions.
  void take_host_options(const std::vector<std::string>& options) {
    for (std::size_t i = 0; i < options.size(); ++i) {
      const std::string& option = options[i];
      // nvcc preprocesses the kernels by the host compiler, too.
      if (begins(option, "-D") || begins(option, "-U") || begins(option, "-I")) {
        const bool is_apart = option.size() == 2 && i + 1 < options.size();  // "-I FOLDER"
        take_setting(is_apart ? option + options[++i] : option);
        continue;
      }
      const bool is_for_the_linker = begins(option, "-Wl,") || begins(option, "-l") || begins(option, "-L");
      if (!is_for_the_linker) command_.host.push_back(option);
      const bool is_for_both = option == "-fopenmp" || option == "-pthread" || begins(option, "-fsanitize");
      if (is_for_the_linker || is_for_both) command_.link.push_back(option);
    }
  }

  void take_input(const std::string& word) {
    if (command_.language.empty() && !is_input(word))
      throw std::invalid_argument(word + ": neither a source nor an object file");
    command_.inputs.push_back(word);
  }

  const std::vector<std::string>& words_;
  std::size_t at_ = 0;
  bool forwards_unknown_ = false;
  ProgramCommand command_;
};

// A kernel file, and nothing but what a module's command line has.
bool is_for_a_module(const std::vector<std::string>& words) {
  const auto has = [&](const char* one) { return std::find(words.begin(), words.end(), one) != words.end(); };
  if (has("-shared") || has("--shared") || has("-dlink") || has("--device-link")) return false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "-o" && i + 1 < words.size() && ends(words[i + 1], ".so")) return true;
  }
  return words.empty() || has("--help") || has("-h") || has("--version") || has("-V") ||
         has("--editor-flags") || has("--precompile-headers") || has("--keep-ir") || has("--relocatable") ||
         has("--link-kernels");
}

std::vector<std::string> words_in_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::invalid_argument("cannot read the file of options " + path);
  return words_of({std::istreambuf_iterator<char>(file), {}});
}

}  // namespace

std::vector<std::string> with_option_files(const std::vector<std::string>& words) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    std::string file;
    if (word.size() > 1 && word[0] == '@') file = word.substr(1);
    for (const std::string name : {"--options-file", "-optf"}) {
      if (word == name && i + 1 < words.size()) file = words[++i];
      if (begins(word, (name + "=").c_str())) file = word.substr(name.size() + 1);
    }
    file.empty() ? all.push_back(word) : append(all, words_in_file(file));
  }
  return all;
}

std::optional<ProgramCommand> parse_program(const std::vector<std::string>& words) {
  if (is_for_a_module(words)) return std::nullopt;
  return Parser(words).parse();
}

}  // namespace simtcc
