#include "driver/program.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>

#include "driver/commands.h"
#include "driver/device_link.h"
#include "driver/object_files.h"
#include "driver/toolkit.h"
#include "front/front_end.h"
#include "front/library_text.h"
#include "front/source_text.h"
#include "system/process.h"
#include "system/temporary_folder.h"

namespace simtcc {
namespace {

using Words = std::vector<std::string>;

enum class Language { cuda, cpp, c, none };

// CUDA Compiler Driver NVCC, "NVCC Identification Macro": each file that nvcc compiles sees it, C++ and C among them.
constexpr const char* kIsNvcc = "-D__NVCC__";

std::string extension(const std::string& path) { return std::filesystem::path(path).extension().string(); }

// What a file is written in. None: it has been compiled already.
Language language_of(const ProgramCommand& command, const std::string& input) {
  const std::string end = extension(input);
  const bool is_compiled = end == ".o" || end == ".a" || input.find(".so") != std::string::npos;
  if (!command.language.empty() && !is_compiled)
    return command.language == "cu" ? Language::cuda : command.language == "c" ? Language::c : Language::cpp;
  if (end == ".cu") return Language::cuda;
  if (end == ".c") return Language::c;
  return end == ".cpp" || end == ".cc" || end == ".cxx" ? Language::cpp : Language::none;
}

// Flags that make clang read another text in a file's place, if nvcc reads the file differently.
Words in_place_of(const std::string& input, const std::string& copy) {
  const std::string written = source_text(input);
  const std::string read = readable_to_clang(written);
  if (read == written || input.find(';') != std::string::npos) return {};
  std::ofstream(copy, std::ios::binary) << read;
  return {"-Xclang", "-remap-file", "-Xclang", input + ";" + copy};
}

// "-Wall", and not "-Wno-unused" or "-Wl,…".
bool asks_for_warnings(const Words& options) {
  return std::any_of(options.begin(), options.end(), [](const std::string& option) {
    return option.rfind("-W", 0) == 0 && option.size() > 2 && option.rfind("-Wno-", 0) != 0 &&
           option.find(',') == std::string::npos;
  });
}

// What g++, which nvcc calls, does not warn of under the same names: with -Werror these stay warnings, and options that g++ alone has
// are no mistake. Clang's "Diagnostic flags in Clang", GCC's "Options to Request or Suppress Warnings".
Words clangs_own_warnings() {
  Words flags{"-Wno-unknown-warning-option", "-Wno-unused-command-line-argument"};
  for (const char* const name :
       {"deprecated-copy", "inconsistent-missing-override", "mismatched-tags", "missing-braces",
        "overloaded-virtual", "return-type-c-linkage", "self-assign-overloaded", "string-plus-int",
        "tautological-compare", "unneeded-internal-declaration", "unused-const-variable",
        "unused-lambda-capture", "unused-private-field"})
    flags.push_back(std::string("-Wno-error=") + name);
  return flags;
}

// A word of make's rules: a backslash keeps a blank in it.
std::string escaped_for_make(const std::string& file) {
  std::string text;
  for (const char c : file) text += c == ' ' || c == '#' ? std::string{'\\', c} : std::string{c};
  return text;
}

void refuse_unwritable(const std::string& file) {
  const std::filesystem::path path = std::filesystem::absolute(file);
  const bool is_there = std::filesystem::exists(path);
  int error = 0;
  if (std::filesystem::is_directory(path)) {
    error = EISDIR;
  } else if (access((is_there ? path : path.parent_path()).c_str(), W_OK) != 0) {
    error = errno;
  }
  if (error != 0) throw std::runtime_error("cannot write " + file + ": " + std::strerror(error));
}

// The library that the linker says it did not find. Empty: it says so of none.
std::string missing_library(const std::string& errors) {
  for (const std::string said : {"cannot find -l", "unable to find library -l"}) {  // GNU ld, and LLVM's
    const std::size_t at = errors.find(said);
    if (at == std::string::npos) continue;
    const std::size_t begin = at + said.size();
    return errors.substr(begin, errors.find_first_of(": \n", begin) - begin);
  }
  return "";
}

class Build {
 public:
  explicit Build(const ProgramCommand& command)
      : command_(command), commands_(command.verbose || command.only_shows, !command.only_shows) {}

  int run() {
    say_what_has_no_effect();
    for (const std::string& input : command_.inputs) {
      if (!std::filesystem::exists(input))
        throw std::runtime_error("cannot read " + input + ": there is no such file");
    }
    if (command_.cleans) {
      if (commands_.are_run()) clean();
      return 0;
    }
    if (commands_.are_run()) {
      check_linked_files();
      for (const std::string& file : outputs()) refuse_unwritable(file);
    }
    switch (command_.stage) {
      case Stage::preprocess:
      case Stage::list_files:
        return each_source([&](const std::string& input) { return preprocess(input); });
      case Stage::compile:
        return each_source([&](const std::string& input) { return compile(input, object_file(input)); });
      case Stage::device_link:
        return write_device_link(parts_of(command_.inputs), made_file()) ? 0 : failure();
      case Stage::library:
        return compile_all() && archive() ? 0 : failure();
      case Stage::link:
        break;
    }
    if (!compile_all() || !link()) return failure();
    return command_.starts && commands_.are_run() ? start() : 0;
  }

 private:
  // The exit status of a build that did not succeed.
  int failure() const { return needs_what_is_missing_ ? kStatusCannot : kStatusRefused; }

  // Returns whether the command succeeded. simtcc's own ones tell by their exit status what could not be done.
  bool run_command(const Words& words, std::string* errors = nullptr) {
    const int status = commands_.run(words, errors);
    needs_what_is_missing_ |= status == kStatusCannot && words.front() == compiler_of_kernels();
    return status == 0;
  }

  static std::string compiler_of_kernels() { return own_folder() + "/simtcc"; }

  void check_linked_files() const {
    const bool links = command_.stage == Stage::link || command_.stage == Stage::device_link ||
                       command_.stage == Stage::library;
    for (const std::string& input : command_.inputs) {
      if (links && language_of(command_, input) == Language::none) check_linked_file(input);
    }
  }

  void say_what_has_no_effect() const {
    if (!command_.verbose) return;
    for (const std::string& option : command_.without_effect)
      std::fprintf(stderr, "simtcc: %s has no effect here\n", option.c_str());
  }

  // What the stages that make one file of all call it.
  std::string made_file() const {
    if (!command_.output.empty()) return command_.output;
    return command_.stage == Stage::device_link ? "a_dlink.o"
           : command_.stage == Stage::library   ? "a.a"
                                                : "a.out";
  }

  std::string object_file(const std::string& input) const {
    if (!command_.output.empty()) return command_.output;
    const std::filesystem::path folder = command_.output_folder;
    return (folder / (std::filesystem::path(input).stem().string() + ".o")).string();
  }

  // The files that the command writes.
  Words outputs() const {
    switch (command_.stage) {
      case Stage::preprocess:
      case Stage::list_files:
        return command_.output.empty() ? Words{} : Words{command_.output};
      case Stage::compile: {
        Words objects;
        for (const std::string& input : command_.inputs) {
          if (language_of(command_, input) != Language::none) objects.push_back(object_file(input));
        }
        return objects;
      }
      case Stage::device_link:
      case Stage::library:
      case Stage::link:
        break;
    }
    return {made_file()};
  }

  void clean() const {
    for (const std::string& file : outputs()) {
      std::filesystem::remove(file);
      std::filesystem::remove(rule_file(file));
    }
  }

  // The file of make's rule for an output: beside it, where -MF names no other. Empty: no rule is wanted.
  std::string rule_file(const std::string& output) const {
    if (!command_.wants_dependencies) return "";
    if (!command_.dependencies.empty()) return command_.dependencies;
    const bool has_name = command_.stage == Stage::compile || !command_.output.empty();
    return std::filesystem::path(has_name ? output : object_file(command_.inputs.front()))
        .replace_extension(".d")
        .string();
  }

  template <class Visit>
  int each_source(Visit visit) {
    for (const std::string& input : command_.inputs) {
      if (language_of(command_, input) == Language::none) {
        std::fprintf(stderr, "simtcc: %s is compiled already: it has no effect here\n", input.c_str());
      } else if (!visit(input)) {
        return failure();
      }
    }
    return 0;
  }

  // Compiles the sources among the files. The objects stand in their places.
  bool compile_all() {
    for (std::size_t i = 0; i < command_.inputs.size(); ++i) {
      std::string object = command_.inputs[i];
      if (language_of(command_, object) != Language::none) {
        object = folder_.file(std::to_string(i) + ".o");
        if (!compile(command_.inputs[i], object)) return false;
      }
      objects_.push_back(object);
    }
    return true;
  }

  // --------------------------------------------------------------------------------------------- one file

  bool compile(const std::string& input, const std::string& object) {
    const std::string kernels = folder_.file("kernels.so");
    for (const char* end : {"", ".d", ".host.d"}) std::filesystem::remove(kernels + end);
    if (language_of(command_, input) == Language::cuda && !compile_kernels(input, kernels)) return false;
    if (!compile_host_code(input, kernels, object)) return false;
    if (command_.stage == Stage::compile) forget_files();  // each object has a rule of its own
    return write_dependencies(kernels, command_.stage == Stage::compile ? object : made_file());
  }

  // The file's kernels, compiled by a simtcc of their own, whose limits are not the program's. False: refused.
  bool compile_kernels(const std::string& input, const std::string& kernels) {
    Words words{compiler_of_kernels(), command_.relocatable ? "--relocatable" : "--optional-kernels"};
    add_code_options(words);
    if (command_.relaxed_constexpr) words.emplace_back("--relaxed-constexpr");
    if (command_.no_warnings || host_code_is_warned_of()) words.emplace_back("--no-warnings");
    if (command_.wants_dependencies) append(words, {"--depfile", kernels + ".d"});
    words.emplace_back(kIsNvcc);
    append(words, command_.both);
    append(words, {input, "-o", kernels});
    return run_command(words);
  }

  // What the compilation of kernels, and their linking, are told of the code to make.
  void add_code_options(Words& words) const {
    if (command_.quick_code) words.emplace_back("--quick-code");
    if (command_.lanes_one_by_one) words.emplace_back("--lanes-one-by-one");
    if (command_.in_lockstep) words.emplace_back("--lockstep");
  }

  // Where the host's compilation warns, which reads the kernels as well, theirs does not say the same again.
  bool host_code_is_warned_of() const { return !command_.no_warnings && asks_for_warnings(command_.host); }

  // clang, and what tells it how the file is to be read.
  Words clang_for(const std::string& input, const std::string& kernels) const {
    const Language language = language_of(command_, input);
    Words words{language == Language::c ? SIMT_CLANG : SIMT_CLANG "++"};
    append(words, command_.relaxed_constexpr ? with_relaxed_constexpr(host_flags()) : host_flags());
    const auto remove = [&](const char* flag) { words.erase(std::find(words.begin(), words.end(), flag)); };
    if (language == Language::c) remove("-std=c++17");
    if (host_code_is_warned_of()) {
      remove("-w");
      append(words, clangs_own_warnings());
    }
    if (language == Language::cuda) {
      append(words, {"-x", "cuda", "--cuda-host-only", "-include", "cuda_runtime.h"});
      append(words, in_place_of(input, kernels + ".host.cu"));
    } else if (!command_.language.empty()) {
      append(words, {"-x", command_.language});
    }
    words.emplace_back(kIsNvcc);
    for (const std::string& word : command_.both) {
      if (language == Language::c && word.rfind("-std=c++", 0) == 0) continue;
      words.push_back(word.rfind("-I", 0) == 0 ? include_flag(word.substr(2)) : word);
    }
    append(words, with_changed_headers(command_.both, kernels + ".library_text."));
    append(words, {"-O2"});
    append(words, command_.host);
    return words;
  }

  // A program file's host code. A file without kernels has no module.
  bool compile_host_code(const std::string& input, const std::string& kernels, const std::string& object) {
    Words words = clang_for(input, kernels);
    if (language_of(command_, input) == Language::cuda) {
      if (std::filesystem::exists(kernels) || !commands_.are_run())
        append(words, {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", kernels});
      if (command_.relocatable) words.emplace_back("-fgpu-rdc");
    }
    if (command_.wants_dependencies) append(words, {"-MD", "-MF", kernels + ".host.d"});
    append(words, {"-c", input, "-o", object});
    if (wants_colours()) words.emplace_back("-fcolor-diagnostics");
    std::string errors;
    bool is_compiled = run_command(words, &errors);
    if (!is_compiled && only_bounds_call_host(errors))
      is_compiled = run_command(with_relaxed_constexpr(words), &errors);
    std::fputs(errors.c_str(), stderr);
    needs_what_is_missing_ |= !is_compiled && names_what_is_missing(errors);
    return is_compiled;
  }

  bool preprocess(const std::string& input) {
    Words words = clang_for(input, folder_.file("kernels.so"));
    if (command_.stage == Stage::preprocess) {
      words.emplace_back("-E");
    } else {
      words.emplace_back(command_.without_system_headers ? "-MM" : "-M");
      words.emplace_back("-MT");
      words.push_back(command_.dependency_target.empty() ? std::filesystem::path(input).stem().string() + ".o"
                                                         : command_.dependency_target);
      if (command_.phony_dependencies) words.emplace_back("-MP");
    }
    const std::string& output = command_.output.empty() && command_.stage == Stage::list_files
                                    ? command_.dependencies
                                    : command_.output;
    if (!output.empty()) append(words, {"-o", output});
    words.push_back(input);
    return run_command(words);
  }

  // --------------------------------------------------------------------------------------------- make's rules

  // The files that either compilation read, as one rule: Ninja takes a rule for the output that it knows, and no other.
  bool write_dependencies(const std::string& kernels, const std::string& output) {
    const std::string file = rule_file(output);
    if (file.empty() || !commands_.are_run()) return true;
    for (const char* end : {".d", ".host.d"}) read_rule(kernels + end);
    std::ofstream rule(file);
    rule << escaped_for_make(command_.dependency_target.empty() ? output : command_.dependency_target) << ':';
    for (const std::string& read : files_) rule << " \\\n  " << escaped_for_make(read);
    rule << '\n';
    if (command_.phony_dependencies) {
      for (std::size_t i = 1; i < files_.size(); ++i) rule << '\n' << escaped_for_make(files_[i]) << ":\n";
    }
    if (!rule.flush()) throw std::runtime_error("cannot write " + file);
    return true;
  }

  void forget_files() {
    files_.clear();
    known_.clear();
  }

  // Adds the files behind the rule's colon, in their order.
  void read_rule(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t colon = text.find(": ");
    if (colon == std::string::npos) return;
    std::string word;
    const auto end_word = [&] {
      if (!word.empty() && wants_rule_for(word) && known_.insert(word).second) files_.push_back(word);
      word.clear();
    };
    for (std::size_t i = colon + 1; i < text.size(); ++i) {
      const bool is_escaped = text[i] == '\\' && i + 1 < text.size();
      if (is_escaped && text[i + 1] != '\n') {
        word += text[++i];
      } else if (is_escaped || text[i] == ' ' || text[i] == '\n') {
        end_word();
        if (is_escaped) ++i;
      } else {
        word += text[i];
      }
    }
    end_word();
  }

  bool wants_rule_for(const std::string& file) const {
    if (!command_.without_system_headers) return true;
    return file.rfind("/usr/", 0) != 0 && file.rfind(cuda_headers(), 0) != 0;
  }

  // --------------------------------------------------------------------------------------------- linking

  std::vector<DevicePart> parts_of(const Words& files) const {
    return commands_.are_run() ? unlinked_parts(with_libraries(files)) : std::vector<DevicePart>{};
  }

  // Makes one module of the kernels of all objects that were compiled with -rdc=true, and the object that registers it.
  bool write_device_link(const std::vector<DevicePart>& parts, const std::string& object) {
    const std::string kernels = folder_.file("linked.so");
    if (!parts.empty()) {
      Words words{compiler_of_kernels(), "--link-kernels"};
      for (std::size_t i = 0; i < parts.size(); ++i) {
        words.push_back(folder_.file(std::to_string(i) + ".bc"));
        std::ofstream(words.back(), std::ios::binary) << parts[i].bitcode;
      }
      add_code_options(words);
      append(words, {"-o", kernels});
      if (!run_command(words)) return false;
    }
    const std::string source = folder_.file("registration.cpp");
    std::ofstream(source) << registration_source(parts, std::filesystem::exists(kernels) ? kernels : "");
    const std::string clang = SIMT_CLANG "++";
    return run_command({clang, "-std=c++17", "-w", "-O1", "-fPIC", "-c", source, "-o", object});
  }

  // The files, and the archives that -l and -L name: a library's kernels may be called from the program's.
  Words with_libraries(const Words& files) const {
    Words found;
    Words folders;
    for (const std::string& file : files) {
      if (file.find(".so") == std::string::npos) found.push_back(file);
    }
    for (const std::string& word : command_.link) {
      if (word.rfind("-L", 0) == 0) folders.push_back(word.substr(2));
    }
    for (const std::string& word : command_.link) {
      if (word.rfind("-l", 0) != 0) continue;
      for (const std::string& folder : folders) {
        const std::string path = folder + "/lib" + word.substr(2) + ".a";
        if (std::filesystem::exists(path)) found.push_back(path);
      }
    }
    return found;
  }

  // The libraries to link. Host code that clang compiled with OpenMP needs LLVM's library, which also has g++'s
  // functions.
  Words libraries() const {
    Words libraries = command_.link;
    if (std::count(command_.host.begin(), command_.host.end(), "-fopenmp") == 0) return libraries;
    libraries.erase(std::remove(libraries.begin(), libraries.end(), "-lgomp"), libraries.end());
    libraries.emplace_back("-fopenmp");
    return libraries;
  }

  bool link() {
    if (const std::vector<DevicePart> parts = parts_of(objects_); !parts.empty()) {
      objects_.push_back(folder_.file("registration.o"));
      if (!write_device_link(parts, objects_.back())) return false;
    }
    Words words{SIMT_CLANG "++"};
    // Addresses that the report looks up are those in the file, and functions are found by name.
    append(words, command_.shared ? Words{"-shared"} : Words{"-no-pie", "-rdynamic"});
    append(words, objects_);
    // Folders are searched in their order: one of the program's may have NVIDIA's libraries.
    append(words, {"-o", made_file(), toolkit_library_flag()});
    append(words, libraries());
    append(words, {"-lcublas_static", "-lcurand_static", "-lcudadevrt", "-lcudart_static", "-lrt",
                   "-lpthread", "-ldl", "-lm"});
    std::string errors;
    const bool is_linked = run_command(words, &errors);
    if (const std::string library = missing_library(errors); !is_linked && !library.empty()) {
      throw std::runtime_error("there is no library -l" + library +
                               ": is it installed, and its folder named with -L?");
    }
    std::fputs(errors.c_str(), stderr);
    return is_linked;
  }

  bool archive() {
    std::filesystem::remove(made_file());
    Words words{"ar", "qcs", made_file()};
    append(words, objects_);
    return run_command(words);
  }

  int start() const {
    Words words{std::filesystem::absolute(made_file()).string()};
    append(words, command_.arguments);
    return simtcc::run(words).status;
  }

  const ProgramCommand& command_;
  Commands commands_;
  TemporaryFolder folder_;
  Words objects_;
  Words files_;  // that were read, in their order
  std::set<std::string> known_;
  bool needs_what_is_missing_ = false;  // something that the machine does not have
};

}  // namespace

int build_program(const ProgramCommand& command) { return Build(command).run(); }

}  // namespace simtcc
