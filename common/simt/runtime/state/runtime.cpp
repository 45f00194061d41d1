#include "state/runtime.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "state/devices.h"
#include "state/host_faults.h"

namespace cudart {

Runtime& Runtime::get() {
  static auto* const runtime = new Runtime;  // NOLINT(cppcoreguidelines-owning-memory): never destroyed
  return *runtime;
}

namespace {

std::string expected_names() {
  const char* const names = std::getenv("SIMT_EXPECT_WRITTEN");
  return names == nullptr ? "" : names;
}

}  // namespace

// The recorder first: what is noted at the end is noted before it writes.
Runtime::Runtime() : expected_(expected_names()) {
  recorder_.begin();
  on_exit([](int status, void* self) { static_cast<Runtime*>(self)->report_at_end(status); }, this);
}

DeviceMemory& Runtime::memory() {
  if (memory_ == nullptr) {
    note_signal_handlers();
    memory_ = std::make_unique<DeviceMemory>(device_memory_bytes());
    process_ = getpid();
    watch_host_faults();
    recorder_.set_device(device().name);
  }
  return *memory_;
}

void Runtime::report(const std::string& kind, const std::string& message, const std::string& advice) {
  if (!tells_first(kind)) return;
  HostFault fault;
  fault.kind = kind;
  fault.message = message;
  fault.advice = advice;
  fault.where = caller_.where;
  recorder_.add(fault);
}

bool Runtime::tells_first(const std::string& kind) {
  const bool is_first = std::find(told_.begin(), told_.end(), kind) == told_.end();
  if (is_first) told_.push_back(kind);
  return is_first;
}

cudaError_t Runtime::wait() {
  show_printed();
  if (pending_ != cudaSuccess) sticky_ = pending_;
  return sticky_;
}

void Runtime::show_printed() {
  std::fputs(printed_.c_str(), stdout);
  printed_.clear();
}

cudaError_t Runtime::last_error(bool forget) {
  const std::scoped_lock lock(mutex_);
  const cudaError_t error = last_;
  if (forget) last_ = cudaSuccess;
  unseen_.see_all();
  return error;
}

void Runtime::see(cudaError_t error) {
  const std::scoped_lock lock(mutex_);
  unseen_.see(error);
}

void Runtime::reset() {
  show_printed();
  mirrors_.forget_pages();
  if (memory_ == nullptr) return;
  for (const auto& [begin, allocation] : memory_->allocations()) expected_.look_at(*memory_, allocation);
  memory_->release_all();
}

cudaError_t Runtime::why_not(Answered answered) const {
  if (answered == Answered::always) return cudaSuccess;
  return process_ != 0 && getpid() != process_ ? cudaErrorInitializationError : sticky_;
}

cudaError_t Runtime::trouble_with(const std::exception& trouble) {
  std::fprintf(stderr, "SIMT machine: %s\n", trouble.what());
  return cudaErrorUnknown;
}

void Runtime::finish(cudaError_t error) {
  if (error == cudaSuccess || error == cudaErrorNotReady) return;
  // A kernel's error comes back from every call: the first one tells.
  const bool is_sticky = error == sticky_;
  if (told_.empty() && (!is_sticky || !is_sticky_noted_))
    unseen_.note(caller_.function, caller_.where, error);
  is_sticky_noted_ |= is_sticky;
  last_ = error;
}

}  // namespace cudart
