// kernel<<<grid, block, shared, stream>>>(…): clang makes of it a call of the kernel's stub between
// __cudaPushCallConfiguration and cudaLaunchKernel. And CUDA Runtime API, "Execution Control", where it
// launches.
#include <string>
#include <utility>
#include <vector>

#include "api/occupancy.h"
#include "api/whole_runtime.h"
#include "state/graphs.h"
#include "state/launches.h"

using cudart::Answered;
using cudart::Configuration;
using cudart::Runtime;

namespace {

// What a launch has between <<< and >>>, and where it is in the host's code.
struct Pushed {
  Configuration configuration;
  const void* where = nullptr;
};
thread_local std::vector<Pushed> pushed;
// Where the launch is whose stub runs: the stub calls cudaLaunchKernel, but the host's line is that of the
// <<<.
thread_local const void* launched_at = nullptr;
// Whether a stub runs that no <<<…>>> called: its launch has no shape.
thread_local bool lacks_configuration = false;

// All blocks of a cooperative launch must be resident at once.
bool fits_at_once(const cudart::RegisteredKernel& kernel, const Configuration& with) {
  const std::uint64_t blocks = std::uint64_t{with.grid.x} * with.grid.y * with.grid.z;
  const std::uint64_t threads = std::uint64_t{with.block.x} * with.block.y * with.block.z;
  if (threads == 0 || threads > 1024) return true;  // the launch itself refuses that
  return blocks <= cudart::resident_blocks(kernel, static_cast<int>(threads), with.shared);
}

cudaError_t launch_cooperatively(Runtime& runtime, const void* stub, const Configuration& with,
                                 void** arguments) {
  const cudart::RegisteredKernel* const kernel = runtime.modules().find_kernel(stub);
  if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
  if (!fits_at_once(*kernel, with)) return cudaErrorCooperativeLaunchTooLarge;
  Configuration cooperative = with;
  cooperative.is_cooperative = true;
  return cudart::launch(runtime, stub, cooperative, arguments);
}

cudaError_t launch_or_note(Runtime& runtime, const void* stub, const Configuration& with, void** arguments) {
  if (!cudart::is_captured(with.stream)) return cudart::launch(runtime, stub, with, arguments);
  const auto work = cudart::launch_later(runtime, stub, with, arguments);
  if (!work) return cudaErrorInvalidDeviceFunction;
  return cudart::do_or_note(runtime, with.stream, cudaGraphNodeTypeKernel, *work);
}

// nvcc's stub returns at once, and its program goes on as if there were no call.
cudaError_t refuse_call(Runtime& runtime, const void* stub) {
  const cudart::RegisteredKernel* const kernel = runtime.modules().find_kernel(stub);
  if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
  const std::string& name = kernel->kernel->written;
  runtime.report("launch refused", name + " was called like a function, so it did not run.",
                 "launch it: " + name + "<<<grid, block>>>(…), also through a pointer to it");
  return cudaErrorMissingConfiguration;
}

bool asks_for(const cudaLaunchConfig_t& config, cudaLaunchAttributeID what, int& value) {
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    if (config.attrs[i].id != what) continue;
    value = config.attrs[i].val.cooperative;
    return true;
  }
  return false;
}

}  // namespace

void cudart::link_launch_api() {}

extern "C" {
// Of a program and its shared libraries that have kernels both must be the same copy's: what one pushes, the other pops.
#pragma GCC visibility push(default)

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
  pushed.push_back({{grid, block, shared, stream}, __builtin_return_address(0)});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, cudaStream_t* stream) {
  lacks_configuration = pushed.empty();
  if (lacks_configuration) return cudaErrorMissingConfiguration;  // clang's stub launches all the same
  const Pushed top = pushed.back();
  pushed.pop_back();
  launched_at = top.where;
  *grid = top.configuration.grid;
  *block = top.configuration.block;
  *shared = top.configuration.shared;
  *stream = top.configuration.stream;
  return cudaSuccess;
}
#pragma GCC visibility pop

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared,
                             cudaStream_t stream) {
  const void* const where = launched_at != nullptr ? launched_at : __builtin_return_address(0);
  launched_at = nullptr;
  const bool is_called = std::exchange(lacks_configuration, false);
  return Runtime::get().call({__func__, where}, Answered::unless_failed, [&](Runtime& runtime) {
    if (is_called) return refuse_call(runtime, kernel);
    return launch_or_note(runtime, kernel, {grid, block, shared, stream}, arguments);
  });
}

cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        size_t shared, cudaStream_t stream) {
  return cudart::api(__func__, [&](Runtime& runtime) {
    return launch_cooperatively(runtime, kernel, {grid, block, shared, stream}, arguments);
  });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel, void** arguments) {
  return cudart::api(__func__, [&](Runtime& runtime) {
    if (config == nullptr) return cudaErrorInvalidValue;
    int value = 0;
    if (asks_for(*config, cudaLaunchAttributeClusterDimension, value)) return cudaErrorNotSupported;
    const Configuration with{config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream};
    const bool is_cooperative = asks_for(*config, cudaLaunchAttributeCooperative, value) && value != 0;
    return is_cooperative ? launch_cooperatively(runtime, kernel, with, arguments)
                          : launch_or_note(runtime, kernel, with, arguments);
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return cudart::api(__func__, [&](Runtime& runtime) {
    if (function == nullptr) return cudaErrorInvalidValue;
    return cudart::do_or_note(runtime, stream, cudaGraphNodeTypeHost, [=](Runtime& now) {
      if (const cudaError_t error = now.wait(); error != cudaSuccess) return error;
      const cudart::CallUnderWay none(nullptr);
      function(data);
      return cudaSuccess;
    });
  });
}
}
