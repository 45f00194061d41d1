// kernel<<<grid, block, shared, stream>>>(…): clang makes of it a call of the kernel's stub between
// __cudaPushCallConfiguration and cudaLaunchKernel.
#include <algorithm>
#include <cstdio>

#include "runtime.h"

namespace cudart {
namespace {

struct Configuration {
  dim3 grid;
  dim3 block;
  std::size_t shared = 0;
  cudaStream_t stream = nullptr;
};
thread_local std::vector<Configuration> configurations;

cudaError_t error_of(simt::FaultKind kind) {
  switch (kind) {
    case simt::FaultKind::out_of_bounds:
    case simt::FaultKind::forbidden_write:
      return cudaErrorIllegalAddress;
    case simt::FaultKind::misaligned:
      return cudaErrorMisalignedAddress;
    case simt::FaultKind::launch_refused:
      return cudaErrorInvalidConfiguration;
    case simt::FaultKind::time_limit:
      return cudaErrorLaunchTimeout;
    case simt::FaultKind::stack_overflow:
      return cudaErrorHardwareStackError;
    default:
      return cudaErrorLaunchFailure;
  }
}

cudaError_t launch(Runtime& runtime, const void* stub, const Configuration& with, void** arguments) {
  RegisteredKernel* const kernel = runtime.modules().find_kernel(stub);
  if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
  if (with.shared > kernel->dynamic_shared_limit) return cudaErrorInvalidValue;
  LaunchRecord record;
  record.kernel = kernel->kernel->written;
  record.signature = record.kernel + simt::text_of(kernel->kernel->signature);
  record.definition = kernel->kernel->definition;
  record.shape = {
      {with.grid.x, with.grid.y, with.grid.z}, {with.block.x, with.block.y, with.block.z}, with.shared};
  runtime.recorder().starting(record.kernel, record.shape);
  DeviceMemory& memory = runtime.memory();
  {
    const DeviceMemory::Open open(memory);
    record.report = memory.machine().launch(*kernel->module, *kernel->kernel, record.shape, arguments);
  }
  std::fputs(record.report.printed.c_str(), stdout);
  cudaError_t error = cudaSuccess;
  if (!record.report.completed()) {
    error = error_of(record.report.faults.front().kind);
    if (error != cudaErrorInvalidConfiguration) {
      runtime.fail_later(error);
      error = cudaSuccess;
    }
  }
  runtime.recorder().add(std::move(record));
  return error;
}

}  // namespace
}  // namespace cudart

extern "C" {

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
  cudart::configurations.push_back({grid, block, shared, stream});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, cudaStream_t* stream) {
  const cudart::Configuration top = cudart::configurations.back();
  cudart::configurations.pop_back();
  *grid = top.grid;
  *block = top.block;
  *shared = top.shared;
  *stream = top.stream;
  return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared,
                             cudaStream_t stream) {
  return cudart::api(__func__, [&](cudart::Runtime& runtime) {
    return cudart::launch(runtime, kernel, {grid, block, shared, stream}, arguments);
  });
}
}
