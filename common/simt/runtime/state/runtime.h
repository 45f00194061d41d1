// What a whole CUDA program runs on: one device, which is the SIMT machine, one thread of host code at a
// time.
//
// Streams are in order and synchronous: each call has happened when it returns. What a kernel did wrong is
// reported as CUDA does, by the calls that wait for it, and stays (CUDA Runtime API, "Error Handling").
#pragma once

#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "host/simt_host_functions.h"
#include "report/program_instruction.h"
#include "report/recorder.h"
#include "state/device_clock.h"
#include "state/device_memory.h"
#include "state/expected_outputs.h"
#include "state/host_mirrors.h"
#include "state/modules.h"
#include "state/repeated_launches.h"
#include "state/unseen_errors.h"

namespace cudart {

// The caller of the API: the function, and the host's code address after the call.
struct Caller {
  const char* function = "";
  const void* where = nullptr;
};

// Whether a call is answered even after a kernel was stopped.
enum class Answered { unless_failed, always };

class Runtime {
 public:
  // The runtime lives until the process ends, so that destructors of the program's own may still call CUDA. A shared library that
  // carries the runtime as well, and calls what the program does not, uses the program's.
  [[gnu::visibility("default")]] static Runtime& get();

  // A call of the API: `body` gives its cudaError_t. Whatever is thrown becomes an error of CUDA's.
  template <class Body>
  cudaError_t call(const Caller& caller, Answered answered, const Body& body) {
    const std::scoped_lock lock(mutex_);
    const Caller outer = caller_;  // the caller of the call that is running the host function
    const std::vector<std::string> outer_told = std::exchange(told_, {});
    const CallUnderWay under_way(caller.where);
    caller_ = caller;
    repeats_.called(caller.function);
    cudaError_t error = why_not(answered);
    try {
      if (error == cudaSuccess) error = body(*this);
    } catch (const std::bad_alloc&) {
      error = cudaErrorMemoryAllocation;
    } catch (const std::exception& trouble) {
      error = trouble_with(trouble);
    }
    finish(error);
    caller_ = outer;
    told_ = outer_told;
    return error;
  }

  // The device memory begins at the first call that needs it. Throws simt::Error.
  DeviceMemory& memory();
  bool has_memory() const { return memory_ != nullptr; }
  Modules& modules() { return modules_; }
  HostMirrors& mirrors() { return mirrors_; }
  // Returns the address by which kernels access host memory that they share, or null if they do not share it.
  void* device_address(const void* host) { return mirrors_.device_address(memory(), host, caller_.where); }
  Recorder& recorder() { return recorder_; }
  DeviceClock& clock() { return clock_; }
  RepeatedLaunches& repeats() { return repeats_; }
  ExpectedOutputs& expected() { return expected_; }

  // A mistake of the host code that made the call under way. A call has one text of each kind.
  void report(const std::string& kind, const std::string& message, const std::string& advice);
  // Returns whether the call under way has not told of such a mistake yet. An error that it gives needs no text besides.
  bool tells_first(const std::string& kind);
  const Caller& caller() const { return caller_; }

  // A kernel was stopped: calls that wait give this from now on.
  void fail_later(cudaError_t error) {
    pending_ = error;
    failed_launch_ = caller_.where;
  }
  // Called by functions that wait for what was launched.
  cudaError_t wait();
  bool has_failed() const { return pending_ != cudaSuccess || sticky_ != cudaSuccess; }

  // Keeps what a kernel printed. It is shown at the next launch or call that waits, as CUDA does.
  void print_later(const std::string& text) {
    printed_ += text;
    last_printing_ = caller_.where;
  }
  void show_printed();

  // cudaGetLastError, and cudaPeekAtLastError, which does not forget it.
  cudaError_t last_error(bool forget);
  void see(cudaError_t error);

  // All that is the device's: cudaDeviceReset.
  void reset();
  // Reports what only the program's end shows: memory that was not freed, and errors that nobody looked at.
  // Only the process that used the device reports.
  void report_at_end(int status);

 private:
  Runtime();

  // The error that each call gives, whatever it asks for: after a kernel was stopped, or in a forked child.
  cudaError_t why_not(Answered answered) const;
  static cudaError_t trouble_with(const std::exception& trouble);
  void finish(cudaError_t error);
  // What SIMT_EXPECT_WRITTEN has found.
  void report_expected();

  std::recursive_mutex mutex_;
  std::unique_ptr<DeviceMemory> memory_;
  Modules modules_;
  HostMirrors mirrors_;
  Recorder recorder_;
  UnseenErrors unseen_;
  DeviceClock clock_;
  RepeatedLaunches repeats_;
  ExpectedOutputs expected_;
  Caller caller_;
  std::vector<std::string> told_;  // kinds of mistakes that the call under way has told of
  std::string printed_;
  const void* last_printing_ = nullptr;  // the launch that printed last
  int process_ = 0;                      // the process in which the device began; 0: it has not begun
  cudaError_t pending_ = cudaSuccess;
  cudaError_t sticky_ = cudaSuccess;  // the error of a stopped launch, which every call gives
  bool is_sticky_noted_ = false;      // a call has returned it
  const void* failed_launch_ = nullptr;
  cudaError_t last_ = cudaSuccess;
};

// A function of the API: `return api(__func__, [&](Runtime& runtime) { … });`
template <class Body>
[[gnu::always_inline]] inline cudaError_t api(const char* name, const Body& body) {
  return Runtime::get().call({name, __builtin_return_address(0)}, Answered::unless_failed, body);
}
template <class Body>
[[gnu::always_inline]] inline cudaError_t api_always(const char* name, const Body& body) {
  return Runtime::get().call({name, __builtin_return_address(0)}, Answered::always, body);
}

// The body of functions that do nothing here, or wait for something that is done already.
inline cudaError_t succeed(Runtime&) { return cudaSuccess; }

}  // namespace cudart
