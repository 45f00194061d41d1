#include "runtime.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "host_faults.h"

namespace cudart {
namespace {

// The largest device there is, and three quarters of what this computer has.
std::size_t device_bytes() {
  constexpr std::size_t kMost = std::size_t{80} << 30U;
  const auto pages = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES));
  return std::min(kMost, pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) / 4 * 3);
}

}  // namespace

Runtime& Runtime::get() {
  static auto* const runtime = new Runtime;  // NOLINT(cppcoreguidelines-owning-memory): never destroyed
  return *runtime;
}

Runtime::Runtime() : process_(getpid()) { recorder_.begin(); }

DeviceMemory& Runtime::memory() {
  if (memory_ == nullptr) {
    memory_ = std::make_unique<DeviceMemory>(device_bytes());
    watch_host_faults();
  }
  return *memory_;
}

cudaError_t Runtime::last_error(bool forget) {
  const cudaError_t error = sticky_ != cudaSuccess ? sticky_ : last_;
  if (forget) last_ = cudaSuccess;
  return error;
}

cudaError_t Runtime::why_not() const { return getpid() != process_ ? cudaErrorInitializationError : sticky_; }

cudaError_t Runtime::trouble_with(const std::exception& trouble) {
  std::fprintf(stderr, "SIMT machine: %s\n", trouble.what());
  return cudaErrorUnknown;
}

cudaError_t Runtime::finish(const char* name, const void* from, cudaError_t error) {
  recorder_.note_result(name, from, error);
  if (error != cudaSuccess && error != cudaErrorNotReady) last_ = error;
  return error;
}

}  // namespace cudart
