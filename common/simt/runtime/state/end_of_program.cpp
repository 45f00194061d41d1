// What only a program's end shows: memory that it never freed, output of kernels that it never waited for,
// errors that it never looked at.
#include <unistd.h>

#include "state/runtime.h"

namespace cudart {
namespace {

const char* free_function_of(MemoryKind kind) {
  return kind == MemoryKind::pinned  ? "cudaFreeHost"
         : kind == MemoryKind::array ? "cudaFreeArray"
                                     : "cudaFree";
}

HostFault never_freed(const Allocation& allocation) {
  HostFault fault;
  fault.kind = "memory never freed";
  fault.message = std::to_string(allocation.bytes) + " bytes (`" + allocation.name +
                  "`) were allocated here and never freed.";
  fault.advice = std::string("call ") + free_function_of(allocation.kind) + " before the program ends";
  fault.where = allocation.made_at;
  return fault;
}

HostFault never_waited_for(cudaError_t error, const void* launch) {
  HostFault fault;
  fault.kind = "error not checked";
  fault.message = std::string("The kernel launched here was stopped by an error (") +
                  cudaGetErrorName(error) + "), and the program ended without a call that waits for it.";
  fault.advice = "check the result of cudaDeviceSynchronize() before the program ends";
  fault.where = launch;
  return fault;
}

}  // namespace

void Runtime::report_expected() {
  if (memory_ != nullptr) {
    for (const auto& [begin, allocation] : memory_->allocations()) expected_.look_at(*memory_, allocation);
  }
  for (const HostFault& fault : expected_.faults()) recorder_.add(fault);
}

void Runtime::report_at_end(int status) {
  if (process_ == 0) report_expected();
  if (process_ == 0 || getpid() != process_) return;
  // A thread of the program may be in a kernel that never ends.
  const std::unique_lock<std::recursive_mutex> lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return;
  if (!printed_.empty()) {
    HostFault fault;
    fault.kind = "kernel output lost";
    fault.message =
        "A kernel called printf, and the program ended without waiting for it: a GPU may print nothing.";
    fault.advice = "call cudaDeviceSynchronize() before the program ends";
    fault.where = last_printing_;
    recorder_.add(fault);
  }
  report_expected();
  // Once a kernel was stopped, no call frees anything. A program that gives up need not free anything either.
  if (!has_failed() && status == 0) {
    for (const auto& [begin, allocation] : memory_->allocations()) {
      if (allocation.kind != MemoryKind::registered) recorder_.add(never_freed(allocation));
    }
  }
  if (status != 0) return;
  if (pending_ != cudaSuccess && sticky_ == cudaSuccess)
    recorder_.add(never_waited_for(pending_, failed_launch_));
  for (const HostFault& fault : unseen_.faults()) recorder_.add(fault);
}

}  // namespace cudart
