#include "state/launches.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "contract/module_abi.h"
#include "report/code_places.h"
#include "simt/devices.h"
#include "simt/report.h"
#include "simt/words.h"
#include "state/copy_faults.h"
#include "state/device_clock.h"
#include "state/device_memory.h"
#include "state/devices.h"
#include "state/runtime.h"

namespace cudart {
namespace {

// Names for allocations: what a launch passes as `out` is called `out` in its report and in messages, and
// holds elements of the type that `out` points to.

// What one launch's parameters say about an allocation.
struct Description {
  std::string name;
  std::string element;
  std::size_t element_bytes = 0;
};
using Descriptions = std::map<Allocation*, Description>;

// "const float*" points to "float".
std::string pointee_of(std::string type) {
  const auto drop = [&](const std::string& word) {
    if (const std::size_t at = type.find(word); at != std::string::npos) type.erase(at, word.size());
  };
  drop("const ");
  drop("volatile ");
  if (!type.empty() && type.back() == '*') type.pop_back();
  return type.empty() || type.find('*') != std::string::npos ? "" : type;
}

// If two parameters view one allocation, the smaller elements count, so that neighbours among them are not
// taken for one element.
void describe(Description& known, const std::string& name, const simt::Parameter& parameter) {
  const std::size_t bytes = std::max<std::size_t>(1, parameter.pointee_bytes);
  if (known.name.empty()) {
    known = {name, pointee_of(parameter.type), bytes};
    return;
  }
  known.name += ", " + name;
  if (bytes < known.element_bytes) {
    known.element = pointee_of(parameter.type);
    known.element_bytes = bytes;
  }
}

// A pointer, or the pointers in a struct that is passed by value.
void describe_argument(DeviceMemory& memory, const simt::Parameter& parameter, const std::string& name,
                       const unsigned char* bytes, Descriptions& found) {
  for (const simt::Parameter& member : parameter.members)
    describe_argument(memory, member, name + "." + member.name, bytes + member.offset, found);
  if (!parameter.is_pointer()) return;
  void* pointer = nullptr;
  std::memcpy(&pointer, bytes, sizeof pointer);
  if (Allocation* const allocation = memory.find(pointer)) describe(found[allocation], name, parameter);
}

// Called before the launch. `arguments`: the addresses of its arguments, one for each parameter.
ArraySizes name_arguments(Runtime& runtime, const simt::Signature& signature, const void* const* arguments) {
  DeviceMemory& memory = runtime.memory();
  Descriptions found;
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    const simt::Parameter& parameter = signature.parameters[i];
    describe_argument(memory, parameter, parameter.name, static_cast<const unsigned char*>(arguments[i]),
                      found);
  }
  ArraySizes sizes;
  for (const auto& [allocation, description] : found) {
    memory.describe(*allocation, description.name, description.element, description.element_bytes);
    if (!runtime.expected().is_empty()) runtime.expected().note_name(*allocation);
    sizes[description.name] = allocation->bytes;
  }
  for (const auto& [begin, allocation] : memory.allocations())
    sizes.emplace(allocation.name, allocation.bytes);
  return sizes;
}

// A launch's arguments as kernels take them: an address of host memory that kernels use as well
// (host_mirrors.h) becomes the device's. Only arguments are looked through: an address that lies in memory
// stays the host's.
class KernelArguments {
 public:
  // `given`: the address of each argument, as cudaLaunchKernel takes them. The arguments themselves stay as
  // they are.
  KernelArguments(Runtime& runtime, const simt::Kernel& kernel, void** given);
  void** addresses() { return addresses_; }

 private:
  std::vector<std::vector<unsigned char>> copies_;
  std::vector<void*> own_addresses_;
  void** addresses_;
};

// A pointer, or the pointers in a struct that is passed by value.
void replace_host_addresses(Runtime& runtime, const simt::Parameter& parameter, unsigned char* bytes) {
  for (const simt::Parameter& member : parameter.members)
    replace_host_addresses(runtime, member, bytes + member.offset);
  if (!parameter.is_pointer()) return;
  void* pointer = nullptr;
  std::memcpy(&pointer, bytes, sizeof pointer);
  if (void* const device = runtime.device_address(pointer)) std::memcpy(bytes, &device, sizeof device);
}

KernelArguments::KernelArguments(Runtime& runtime, const simt::Kernel& kernel, void** given)
    : addresses_(given) {
  if (runtime.mirrors().is_empty()) return;
  const std::vector<simt::Parameter>& parameters = kernel.signature.parameters;
  for (std::size_t i = 0; i < kernel.code->parameter_count; ++i) {
    const auto* const begin = static_cast<const unsigned char*>(given[i]);
    std::vector<unsigned char>& copy = copies_.emplace_back(begin, begin + kernel.code->parameters[i].bytes);
    if (i < parameters.size()) replace_host_addresses(runtime, parameters[i], copy.data());
  }
  for (std::vector<unsigned char>& copy : copies_) own_addresses_.push_back(copy.data());
  addresses_ = own_addresses_.data();
}

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

// A shape that no GPU takes has run nothing: the launch itself gives the error, and its line is the fault's.
cudaError_t result_of(Runtime& runtime, simt::LaunchReport& report) {
  if (report.completed()) return cudaSuccess;
  simt::Fault& fault = report.faults.front();
  if (fault.kind == simt::FaultKind::launch_refused) {
    runtime.tells_first(simt::name_of(fault.kind));
    fault.where = places_of({runtime.caller().where}).at(runtime.caller().where).source;
    return cudaErrorInvalidConfiguration;
  }
  runtime.fail_later(error_of(fault));
  return cudaSuccess;
}

void run_now(Runtime& runtime, const RegisteredKernel& kernel, LaunchRecord& record, void** arguments) {
  const DeviceMemory::Open open(runtime.memory());
  runtime.mirrors().copy_to_device();
  record.report = runtime.memory().machine().launch(*kernel.module, *kernel.kernel, record.shape, arguments);
  runtime.mirrors().copy_to_host();
  record.report.predicted = simt::predict_time(record.report, device());
  record.report.traffic = nullptr;  // as large as the launch was
}

// Runs a launch, unless an earlier one has done the same. What the host shares with kernels may have changed,
// so launches that use it always run.
void run(Runtime& runtime, const RegisteredKernel& kernel, LaunchRecord& record, void** arguments) {
  RepeatedLaunches& repeats = runtime.repeats();
  DeviceMemory& memory = runtime.memory();
  if (runtime.mirrors().are_in_use()) {
    run_now(runtime, kernel, record, arguments);
    return repeats.note_stores(record.report, memory, runtime.modules());
  }
  const std::string key = RepeatedLaunches::key_of(*kernel.kernel, record.shape, arguments);
  if (const simt::LaunchReport* const known = repeats.repeat(key, memory, runtime.modules())) {
    record.report = *known;
    record.is_repeated = true;
    return;
  }
  repeats.begin(key, memory, runtime.modules());
  run_now(runtime, kernel, record, arguments);
  repeats.end(key, record.report, memory, runtime.modules());
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
  const ArraySizes sizes = name_arguments(runtime, kernel->kernel->signature, arguments.addresses());
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
  record.predicted = record.report.predicted;
  const cudaError_t error = result_of(runtime, record.report);
  runtime.recorder().add(std::move(record));
  return error;
}

}  // namespace cudart
