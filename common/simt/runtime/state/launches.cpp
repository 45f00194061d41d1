#include "state/launches.h"

#include "simt/words.h"
#include "state/argument_names.h"
#include "state/devices.h"
#include "state/kernel_arguments.h"

namespace cudart {
namespace {

// The error that a stopped launch gives. An assertion has its own error.
cudaError_t error_of(const simt::Fault& fault) {
  switch (fault.kind) {
    case simt::FaultKind::out_of_bounds:
    case simt::FaultKind::forbidden_write:
      return cudaErrorIllegalAddress;
    case simt::FaultKind::misaligned:
      return cudaErrorMisalignedAddress;
    case simt::FaultKind::time_limit:
      return cudaErrorLaunchTimeout;
    case simt::FaultKind::stack_overflow:
      return cudaErrorHardwareStackError;
    default:
      return fault.message.rfind("assertion `", 0) == 0 ? cudaErrorAssert : cudaErrorLaunchFailure;
  }
}

// Refuses a launch with more dynamic shared memory than the kernel was allowed.
cudaError_t refuse_shared(Runtime& runtime, const RegisteredKernel& kernel, std::size_t asked) {
  const std::size_t limit = kernel.dynamic_shared_limit();
  const auto most = static_cast<std::size_t>(device().shared_opt_in) - kernel.static_shared();
  const std::string message =
      "The launch of " + kernel.kernel->written + " asks for " + simt::plural(asked, "byte") +
      " of dynamic shared memory; the kernel may have " + simt::plural(limit, "byte") + ".";
  const std::string advice =
      asked > most ? "the device has at most " + simt::plural(most, "byte") + " for a block of this kernel"
                   : "call cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, " +
                         std::to_string(asked) + ") before the launch";
  runtime.report("launch refused", message, advice);
  return cudaErrorInvalidValue;
}

// A shape that no GPU takes has run nothing: the launch itself gives the error.
cudaError_t result_of(Runtime& runtime, const simt::LaunchReport& report) {
  if (report.completed()) return cudaSuccess;
  const simt::Fault& fault = report.faults.front();
  if (fault.kind == simt::FaultKind::launch_refused) return cudaErrorInvalidConfiguration;
  runtime.fail_later(error_of(fault));
  return cudaSuccess;
}

void run_now(Runtime& runtime, const RegisteredKernel& kernel, LaunchRecord& record, void** arguments) {
  const DeviceMemory::Open open(runtime.memory());
  runtime.mirrors().copy_to_device();
  record.report = runtime.memory().machine().launch(*kernel.module, *kernel.kernel, record.shape, arguments);
  runtime.mirrors().copy_to_host();
}

// Runs a launch, unless an earlier one has done the same. What the host shares with kernels may have changed,
// so launches that use it always run.
void run(Runtime& runtime, const RegisteredKernel& kernel, LaunchRecord& record, void** arguments) {
  if (runtime.mirrors().are_in_use()) return run_now(runtime, kernel, record, arguments);
  const std::string key = RepeatedLaunches::key_of(*kernel.kernel, record.shape, arguments);
  if (const simt::LaunchReport* const known = runtime.repeats().find(key)) {
    record.report = *known;
    record.is_repeated = true;
    return;
  }
  run_now(runtime, kernel, record, arguments);
  runtime.repeats().note(key, record.report, runtime.memory());
}

}  // namespace

cudaError_t launch(Runtime& runtime, const void* stub, const Configuration& with, void** given) {
  runtime.show_printed();
  // Calls that wait report the failure; no kernel runs any more
  if (runtime.has_failed()) return cudaSuccess;
  RegisteredKernel* const kernel = runtime.modules().find_kernel(stub);
  if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
  if (with.shared > kernel->dynamic_shared_limit()) return refuse_shared(runtime, *kernel, with.shared);
  LaunchRecord record;
  record.kernel = kernel->kernel->written;
  record.signature = record.kernel + simt::text_of(kernel->kernel->signature);
  record.definition = kernel->kernel->definition;
  record.shape = {
      {with.grid.x, with.grid.y, with.grid.z}, {with.block.x, with.block.y, with.block.z}, with.shared};
  record.shape.is_cooperative = with.is_cooperative;
  runtime.recorder().starting(record.kernel, record.shape);
  KernelArguments arguments(runtime, *kernel->kernel, given);
  const ArraySizes sizes = name_arguments(runtime.memory(), kernel->kernel->signature, arguments.addresses());
  try {
    run(runtime, *kernel, record, arguments.addresses());
  } catch (const simt::Error& error) {
    // A GPU keeps all of these blocks at once, this computer cannot.
    if (!with.is_cooperative) throw;
    runtime.report("launch refused", "The launch of " + record.kernel + " was given up: " + error.what(), "");
    return cudaErrorCooperativeLaunchTooLarge;
  }
  if (!record.report.printed.empty()) runtime.print_later(record.report.printed);
  record.least_us = runtime.clock().add_launch(record.report, sizes);
  const cudaError_t error = result_of(runtime, record.report);
  runtime.recorder().add(std::move(record));
  return error;
}

}  // namespace cudart
