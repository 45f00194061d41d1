#include "system/resource_limits.h"

#include <llvm/Support/ErrorHandling.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <new>

namespace simtcc {
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
