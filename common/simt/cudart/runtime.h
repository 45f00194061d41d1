// What a whole CUDA program runs on: one device, which is the SIMT machine, one thread of host code at a
// time.
//
// Streams are in order and synchronous: each call has happened when it returns. What a kernel did wrong is
// reported as CUDA does, by the calls that wait for it, and stays (CUDA Runtime API, "Error Handling").
#pragma once

#include <memory>
#include <mutex>
#include <new>

#include "device_memory.h"
#include "modules.h"
#include "recorder.h"
#include "simt_host_functions.h"

namespace cudart {

class Runtime {
 public:
  // Lives until the process ends, so that destructors of the program's own may still call CUDA.
  static Runtime& get();

  // A call of the API: `body` gives its cudaError_t. Whatever is thrown becomes an error of CUDA's. `from`:
  // where the host called.
  template <class Body>
  cudaError_t call(const char* name, const void* from, const Body& body) {
    const std::lock_guard<std::recursive_mutex> lock(mutex_);
    cudaError_t error = why_not();
    try {
      if (error == cudaSuccess) error = body(*this);
    } catch (const std::bad_alloc&) {
      error = cudaErrorMemoryAllocation;
    } catch (const std::exception& trouble) {
      error = trouble_with(trouble);
    }
    return finish(name, from, error);
  }

  // Began at the first call that needs it. Throws simt::Error.
  DeviceMemory& memory();
  Modules& modules() { return modules_; }
  Recorder& recorder() { return recorder_; }

  // A kernel was stopped: calls that wait give this from now on.
  void fail_later(cudaError_t error) { pending_ = error; }
  // For calls that wait for what was launched.
  cudaError_t wait() {
    if (pending_ != cudaSuccess) sticky_ = pending_;
    return sticky_;
  }
  cudaError_t last_error(bool forget);

  // What the device's clock has counted, in microseconds: the least that all launches so far need.
  double device_time_us = 0;

 private:
  Runtime();

  // What each call gives whatever it asks for: after a kernel that was stopped, in a forked child.
  cudaError_t why_not() const;
  cudaError_t trouble_with(const std::exception& trouble);
  cudaError_t finish(const char* name, const void* from, cudaError_t error);

  std::recursive_mutex mutex_;
  std::unique_ptr<DeviceMemory> memory_;
  Modules modules_;
  Recorder recorder_;
  int process_;
  cudaError_t pending_ = cudaSuccess;
  cudaError_t sticky_ = cudaSuccess;  // of a launch that was stopped: every call gives it
  cudaError_t last_ = cudaSuccess;
};

// A function of the API: `return api(__func__, [&](Runtime& runtime) { … });`
template <class Body>
[[gnu::always_inline]] inline cudaError_t api(const char* name, const Body& body) {
  return Runtime::get().call(name, __builtin_return_address(0), body);
}

}  // namespace cudart
