#include "state/kernel_arguments.h"

#include <cstring>

#include "contract/module_abi.h"

namespace cudart {
namespace {

// A pointer, or the pointers in a struct that is passed by value.
void replace_host_addresses(Runtime& runtime, const simt::Parameter& parameter, unsigned char* bytes) {
  for (const simt::Parameter& member : parameter.members)
    replace_host_addresses(runtime, member, bytes + member.offset);
  if (!parameter.is_pointer()) return;
  void* pointer = nullptr;
  std::memcpy(&pointer, bytes, sizeof pointer);
  if (void* const device = runtime.device_address(pointer)) std::memcpy(bytes, &device, sizeof device);
}

}  // namespace

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

}  // namespace cudart
