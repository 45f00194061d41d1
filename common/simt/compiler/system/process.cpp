#include "system/process.h"

#include <fcntl.h>
#include <llvm/Support/ErrorHandling.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <stdexcept>

namespace simtcc {
namespace {

// A program that writes more is not worth listening to.
constexpr std::size_t kMostCaught = std::size_t{8} << 20U;

// A process hears of the soft limit by a signal that says which one it was; the hard one only kills.
constexpr rlim_t kHardSeconds = 5;

// Lowers the limit, never raises one that whoever started this process has set.
void limit(decltype(RLIMIT_CPU) what, rlim_t most, rlim_t beyond = 0) {
  rlimit limits{};
  getrlimit(what, &limits);
  limits.rlim_cur = std::min(limits.rlim_cur, most);
  limits.rlim_max = std::min(limits.rlim_max, most + beyond);
  setrlimit(what, &limits);
}

[[noreturn]] void become(const std::vector<std::string>& arguments, const Limits& limits, int catcher,
                         Catch what) {
  if (what != Catch::nothing) dup2(catcher, what == Catch::errors ? STDERR_FILENO : STDOUT_FILENO);
  std::vector<char*> words;
  words.reserve(arguments.size() + 1);
  for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  // From here on nothing is allocated: the address sanitizer has reserved more than the limit already.
  if (limits.seconds != 0) limit(RLIMIT_CPU, limits.seconds, kHardSeconds);
  if (limits.bytes != 0) limit(RLIMIT_AS, limits.bytes);
  execvp(words.front(), words.data());
  _exit(127);
}

std::string all_of(int file) {
  std::string text;
  char piece[4096];
  for (ssize_t got = 0; (got = read(file, piece, sizeof piece)) > 0;) {
    if (text.size() < kMostCaught) text.append(piece, static_cast<std::size_t>(got));
  }
  return text;
}

}  // namespace

Finished run(const std::vector<std::string>& arguments, const Limits& limits, Catch what) {
  int ends[2] = {-1, -1};
  if (what != Catch::nothing && pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error(std::strerror(errno));
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot start " + arguments.front() + ": " + std::strerror(errno));
  if (child == 0) become(arguments, limits, ends[1], what);
  Finished finished;
  if (what != Catch::nothing) {
    close(ends[1]);
    finished.caught = all_of(ends[0]);
    close(ends[0]);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  finished.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (finished.status == 127)
    throw std::runtime_error("cannot run " + arguments.front() + ": is it installed?");
  return finished;
}

namespace {

// These texts are made before they are needed: a signal handler can only write.
std::string too_long;     // NOLINT(cert-err58-cpp)
std::string too_much;     // NOLINT(cert-err58-cpp)
std::string kernel_file;  // NOLINT(cert-err58-cpp)

[[noreturn]] void refuse(const std::string& message) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, message.data(), message.size());
  _exit(1);
}

void out_of_time(int /*signal*/) { refuse(too_long); }
void broken_module(void* /*data*/, const char* reason, bool /*diagnose*/) {
  refuse(kernel_file + ":1:1: error: LLVM cannot compile this file: " + reason + "\n");
}
void out_of_memory(void* /*data*/, const char* /*reason*/, bool /*diagnose*/) { refuse(too_much); }

// Lowers the limit, never raises one that whoever started this process has set.
rlim_t lower_limit(decltype(RLIMIT_CPU) resource, rlim_t limit) {
  rlimit limits{};
  getrlimit(resource, &limits);
  limits.rlim_cur = std::min(limits.rlim_cur, limit);
  setrlimit(resource, &limits);
  return limits.rlim_cur;
}

}  // namespace

void limit_this_process(const std::string& kernel, unsigned most_seconds) {
  std::signal(SIGXCPU, out_of_time);
  kernel_file = kernel;
  llvm::install_bad_alloc_error_handler(out_of_memory);
  // Functions of LLVM's own that a file declares otherwise than they are, by assembler names.
  llvm::install_fatal_error_handler(broken_module);
  const rlim_t seconds = lower_limit(RLIMIT_CPU, most_seconds);
  too_long =
      kernel + ":1:1: error: the file does not compile within " + std::to_string(seconds) + " seconds\n";
  too_much = kernel + ":1:1: error: the file does not compile within 4 GiB of memory\n";
#ifndef __SANITIZE_ADDRESS__  // which reserves terabytes of addresses
  lower_limit(RLIMIT_AS, kMostMemoryBytes);
#endif
}

}  // namespace simtcc
