#include "resource_limits.h"

#include <llvm/Support/ErrorHandling.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <new>

namespace simtcc {
namespace {

// Made before they are needed: a signal handler can only write.
std::string too_long;  // NOLINT(cert-err58-cpp)
std::string too_much;  // NOLINT(cert-err58-cpp)

[[noreturn]] void refuse(const std::string& message) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, message.data(), message.size());
  _exit(1);
}

void out_of_time(int /*signal*/) { refuse(too_long); }
void out_of_memory(void* /*data*/, const char* /*reason*/, bool /*diagnose*/) { refuse(too_much); }

}  // namespace

void limit_this_process(const std::string& kernel) {
  too_long =
      kernel + ":1:1: error: the file does not compile within " + std::to_string(kMostSeconds) + " seconds\n";
  too_much = kernel + ":1:1: error: the file does not compile within 4 GiB of memory\n";
  std::signal(SIGXCPU, out_of_time);
  llvm::install_bad_alloc_error_handler(out_of_memory);
  const rlimit seconds{kMostSeconds, kMostSeconds + 5};
  setrlimit(RLIMIT_CPU, &seconds);
#ifndef __SANITIZE_ADDRESS__  // which reserves terabytes of addresses
  const rlimit bytes{kMostBytes, kMostBytes};
  setrlimit(RLIMIT_AS, &bytes);
#endif
}

}  // namespace simtcc
