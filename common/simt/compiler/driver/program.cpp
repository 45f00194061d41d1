#include "driver/program.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "front/front_end.h"
#include "front/source_text.h"
#include "system/process.h"
#include "system/temporary_folder.h"

namespace simtcc {
namespace {

using Words = std::vector<std::string>;

std::string extension(const std::string& path) { return std::filesystem::path(path).extension().string(); }

bool is_cuda(const ProgramCommand& command, const std::string& input) {
  return command.all_are_cuda || extension(input) == ".cu";
}

bool is_source(const ProgramCommand& command, const std::string& input) {
  const std::string end = extension(input);
  return is_cuda(command, input) || end == ".cpp" || end == ".cc" || end == ".cxx" || end == ".c";
}

// The file's kernels, compiled by a simtcc of their own, whose limits are not the program's. False: refused.
bool write_kernels(const ProgramCommand& command, const std::string& input, const std::string& module) {
  Words words{own_folder() + "/simtcc", "--optional-kernels"};
  if (command.quick_code) words.emplace_back("--quick-code");
  if (!command.dependencies.empty()) append(words, {"--depfile", module + ".d"});
  append(words, command.both);
  append(words, {input, "-o", module});
  return run(words).status == 0;
}

// Flags that make clang read another text in a file's place, if nvcc reads the file differently.
Words in_place_of(const std::string& input, const std::string& copy) {
  const std::string written = source_text(input);
  const std::string read = with_launch_brackets(written);
  if (read == written || input.find(';') != std::string::npos) return {};
  std::ofstream(copy, std::ios::binary) << read;
  return {"-Xclang", "-remap-file", "-Xclang", input + ";" + copy};
}

// Writes a program file's host code. A file without kernels has no module.
bool write_host_code(const ProgramCommand& command, const std::string& input, const std::string& module,
                     const std::string& object) {
  Words words{SIMT_CLANG "++"};
  append(words, host_flags());
  if (is_cuda(command, input)) {
    append(words, {"-x", "cuda", "--cuda-host-only", "-include", "cuda_runtime.h"});
    if (std::filesystem::exists(module))
      append(words, {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", module});
    append(words, in_place_of(input, module + ".host.cu"));
  }
  for (const std::string& word : command.both)
    words.push_back(word.rfind("-I", 0) == 0 ? include_flag(word.substr(2)) : word);
  append(words, {"-O2"});
  if (!command.dependencies.empty()) append(words, {"-MD", "-MF", module + ".host.d"});
  append(words, command.host);
  append(words, {"-c", input, "-o", object});
  return run(words).status == 0;
}

// The rules of both compilations, behind those of the files before.
void add_dependencies(const ProgramCommand& command, const std::string& module) {
  if (command.dependencies.empty()) return;
  std::ofstream all(command.dependencies, std::ios::app);
  for (const char* end : {".d", ".host.d"}) {
    std::ifstream rules(module + end);
    if (rules.peek() != std::ifstream::traits_type::eof()) all << rules.rdbuf();
  }
  if (!all.flush()) throw std::runtime_error("cannot write " + command.dependencies);
}

bool write_object(const ProgramCommand& command, const std::string& input, const TemporaryFolder& folder,
                  const std::string& object) {
  const std::string module = folder.file("kernels.so");
  for (const char* end : {"", ".d", ".host.d"}) std::filesystem::remove(module + end);
  if (is_cuda(command, input) && !write_kernels(command, input, module)) return false;
  if (!write_host_code(command, input, module, object)) return false;
  add_dependencies(command, module);
  return true;
}

// CUDA's runtime library, and the libraries that it needs.
Words runtime_libraries() {
  Words found;
  std::ifstream list(own_folder() + "/simtcc.runtime");
  for (std::string line; std::getline(list, line);) found.push_back(line);
  if (found.empty()) {
    for (const char* name : {"libsimt_cudart.a", "libsimt.a"})
      found.push_back(own_folder() + "/../lib/" + name);
  }
  for (const std::string& library : found) {
    if (!std::filesystem::exists(library))
      throw std::runtime_error("CUDA's runtime was not found: " + library + " is missing");
  }
  append(found, {"-lpthread", "-ldl", "-lm"});
  return found;
}

// The libraries to link. Host code that clang compiled with OpenMP needs LLVM's library, which also has g++'s
// functions.
Words libraries_of(const ProgramCommand& command) {
  Words libraries = command.link;
  if (std::count(command.host.begin(), command.host.end(), "-fopenmp") == 0) return libraries;
  libraries.erase(std::remove(libraries.begin(), libraries.end(), "-lgomp"), libraries.end());
  libraries.emplace_back("-fopenmp");
  return libraries;
}

bool link_program(const ProgramCommand& command, const Words& objects) {
  const Words libraries = libraries_of(command);
  Words words{SIMT_CLANG "++", "-no-pie", "-rdynamic"};
  append(words, objects);
  append(words, {"-o", command.output.empty() ? "a.out" : command.output});
  append(words, libraries);
  append(words, runtime_libraries());
  append(words, libraries);
  return run(words).status == 0;
}

std::string object_file(const ProgramCommand& command, const std::string& input) {
  if (!command.output.empty()) return command.output;
  const std::filesystem::path folder = command.output_folder;
  return (folder / (std::filesystem::path(input).stem().string() + ".o")).string();
}

// Kernels are linked as soon as they are compiled: nothing is left for nvcc's device linker to do.
bool write_empty_object(const ProgramCommand& command) {
  const std::string output = command.output.empty() ? "a_dlink.o" : command.output;
  const std::string clang = SIMT_CLANG "++";
  return run({clang, "-x", "c++", "-c", "/dev/null", "-o", output}).status == 0;
}

}  // namespace

int build_program(const ProgramCommand& command) {
  if (command.device_link) return write_empty_object(command) ? 0 : 1;
  const TemporaryFolder folder;
  Words objects;
  if (!command.dependencies.empty()) std::filesystem::remove(command.dependencies);
  for (std::size_t i = 0; i < command.inputs.size(); ++i) {
    const std::string& input = command.inputs[i];
    if (!std::filesystem::exists(input))
      throw std::runtime_error("cannot read " + input + ": there is no such file");
    std::string object = input;
    if (is_source(command, input)) {
      object = folder.file(std::to_string(i) + ".o");
      if (command.compile_only) {
        object = object_file(command, input);
      }
      if (!write_object(command, input, folder, object)) return 1;
    }
    objects.push_back(object);
  }
  return command.compile_only || link_program(command, objects) ? 0 : 1;
}

}  // namespace simtcc
