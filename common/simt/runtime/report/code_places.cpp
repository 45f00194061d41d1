#include "report/code_places.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <sstream>

namespace cudart {
namespace {

// All take the same words and answer in the same form.
constexpr std::array kProgramNames{"addr2line",         "llvm-addr2line",    "llvm-addr2line-14",
                                   "llvm-addr2line-15", "llvm-addr2line-16", "llvm-addr2line-17",
                                   "llvm-addr2line-18", "llvm-addr2line-19"};

struct CodeFile {
  std::string path;
  std::vector<const void*> after;
  std::vector<std::uintptr_t> in_file;  // addresses as the file counts them
};

// Without the prefix a name is C's: that of a function `f`, which would be read as the type float.
std::string demangled(const char* name) {
  if (std::strncmp(name, "_Z", 2) != 0) return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name, nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 ? text.get() : name;
}

// A program that is not position-independent has its addresses as the linker gave them.
std::uintptr_t base_of(const Dl_info& info) {
  const auto* const header = static_cast<const ElfW(Ehdr)*>(info.dli_fbase);
  return header->e_type == ET_EXEC ? 0 : reinterpret_cast<std::uintptr_t>(info.dli_fbase);
}

std::string path_of(const Dl_info& info) {
  const auto* const header = static_cast<const ElfW(Ehdr)*>(info.dli_fbase);
  const bool is_program = header->e_type == ET_EXEC;
  return is_program ? "/proc/" + std::to_string(getpid()) + "/exe" : info.dli_fname;
}

// Returns what a command writes to its standard output, or "" if it cannot be run.
std::string output_of(const std::vector<std::string>& words) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return "";
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t how;
  posix_spawnattr_init(&how);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&how, &none);
  posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK);
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = -1;
  const int failed = posix_spawnp(&child, arguments.front(), &files, &how, arguments.data(), environ);
  close(ends[1]);
  std::string output;
  std::array<char, 4096> part{};
  for (ssize_t count = 0; failed == 0 && (count = read(ends[0], part.data(), part.size())) > 0;)
    output.append(part.data(), static_cast<std::size_t>(count));
  close(ends[0]);
  if (failed == 0) waitpid(child, nullptr, 0);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&how);
  return output;
}

// "main.cu:12 (discriminator 3)", or "??:0" where it is not known.
simt::SourceLine parse_place(const std::string& text) {
  const std::string place = text.substr(0, text.find(" ("));
  const std::size_t colon = place.rfind(':');
  if (colon == std::string::npos || place.compare(0, 2, "??") == 0) return {};
  const auto line = static_cast<unsigned>(std::strtoul(place.c_str() + colon + 1, nullptr, 10));
  return line == 0 ? simt::SourceLine{} : simt::SourceLine{place.substr(0, colon), line};
}

// Headers of the compiler, of the C and C++ libraries, and of packages; and the forms of CUDA's functions that g++ inlines.
bool is_librarys(const std::string& file) {
  for (const char* begin : {"/usr/include/", "/usr/lib/", "/usr/local/include/", "/usr/local/cuda"}) {
    if (file.rfind(begin, 0) == 0) return true;
  }
  for (const char* part : {"/include/c++/", "/lib/gcc/", "/lib/clang/", "/simt_host_"}) {
    if (file.find(part) != std::string::npos) return true;
  }
  return false;
}

bool is_authors(const CodePlace& place) { return place.source.line > 0 && !is_librarys(place.source.file); }

// Reads the address, and a function and a place for each call that was inlined there: the innermost first. Returns whether there
// is an answer.
bool read_answer(const std::string& text, const CodeFile& file, std::map<const void*, CodePlace>& places) {
  std::istringstream answer(text);
  CodePlace* known = nullptr;
  std::size_t found = 0;
  bool is_innermost = false;
  for (std::string line; std::getline(answer, line);) {
    if (line.rfind("0x", 0) == 0) {
      if (found == file.after.size()) break;
      known = &places[file.after[found++]];
      is_innermost = true;
      continue;
    }
    CodePlace inlined;
    if (line.compare(0, 2, "??") != 0) inlined.function = line;
    if (!std::getline(answer, line) || known == nullptr) break;
    inlined.source = parse_place(line);
    if (is_innermost) {
      if (!inlined.function.empty()) known->function = inlined.function;
      known->source = inlined.source;
    } else if (!is_authors(*known) && is_authors(inlined)) {
      *known = inlined;
    }
    is_innermost = false;
  }
  return found > 0;
}

void look_up(const CodeFile& file, std::map<const void*, CodePlace>& places) {
  std::vector<std::string> words{"", "-a", "-i", "-f", "-C", "-e", file.path};
  for (const std::uintptr_t address : file.in_file) {
    std::ostringstream text;
    text << "0x" << std::hex << address;
    words.push_back(text.str());
  }
  for (const char* program : kProgramNames) {
    words.front() = program;
    if (read_answer(output_of(words), file, places)) return;
  }
}

}  // namespace

std::map<const void*, CodePlace> places_of(const std::vector<const void*>& after) {
  static std::mutex mutex;
  static auto* const known = new std::map<const void*, CodePlace>;  // NOLINT: as the program_end() of all
  const std::scoped_lock lock(mutex);
  std::map<const void*, CodeFile> files;
  for (const void* address : after) {
    Dl_info info{};
    if (address == nullptr || known->count(address) != 0) continue;
    // The address is that of the call itself, because another line may begin after it.
    const auto call = reinterpret_cast<std::uintptr_t>(address) - 1;
    CodePlace& place = (*known)[address];
    if (dladdr(reinterpret_cast<const void*>(call), &info) == 0) continue;
    if (info.dli_sname != nullptr) place.function = demangled(info.dli_sname);
    CodeFile& file = files[info.dli_fbase];
    file.path = path_of(info);
    file.after.push_back(address);
    file.in_file.push_back(call - base_of(info));
  }
  for (const auto& [base, file] : files) look_up(file, *known);
  return *known;
}

const void* authors_call(const std::vector<const void*>& after) {
  const std::map<const void*, CodePlace> places = places_of(after);
  const auto found = std::find_if(after.begin(), after.end(), [&](const void* call) {
    const auto place = places.find(call);
    return place != places.end() && is_authors(place->second);
  });
  return found == after.end() ? after.front() : *found;
}

CodePlace place_of(std::uintptr_t instruction) {
  const auto* const after = reinterpret_cast<const void*>(instruction + 1);
  return places_of({after}).at(after);
}

}  // namespace cudart
