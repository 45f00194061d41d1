#include "copies.h"

#include <cstring>

namespace cudart {
namespace {

enum class Side { host, device };

// Where so many bytes of an address lie, as this process reads them.
struct Place {
  Side side = Side::host;
  bool is_inside = true;  // of one allocation, as far as that is known
  unsigned char* bytes = nullptr;
};

Place place_of(Runtime& runtime, const void* address, std::size_t bytes) {
  DeviceMemory& memory = runtime.memory();
  auto* const plain = static_cast<unsigned char*>(const_cast<void*>(address));
  if (!memory.is_device_address(address))
    return {runtime.modules().is_variable(address, bytes) ? Side::device : Side::host, true, plain};
  const Allocation* const allocation = memory.find(address);
  const bool is_inside =
      allocation != nullptr &&
      bytes <= allocation->bytes - (reinterpret_cast<std::uintptr_t>(address) - allocation->begin);
  return {Side::device, is_inside, memory.host_view(address)};
}

bool fits(cudaMemcpyKind kind, Side to, Side from) {
  switch (kind) {
    case cudaMemcpyHostToHost:
      return to == Side::host && from == Side::host;
    case cudaMemcpyHostToDevice:
      return to == Side::device && from == Side::host;
    case cudaMemcpyDeviceToHost:
      return to == Side::host && from == Side::device;
    case cudaMemcpyDeviceToDevice:
      return to == Side::device && from == Side::device;
    case cudaMemcpyDefault:
      return true;
  }
  return false;
}

}  // namespace

cudaError_t copy(Runtime& runtime, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (const cudaError_t error = runtime.wait(); error != cudaSuccess) return error;
  if (bytes == 0) return cudaSuccess;
  if (to == nullptr || from == nullptr) return cudaErrorInvalidValue;
  const Place target = place_of(runtime, to, bytes);
  const Place source = place_of(runtime, from, bytes);
  if (!fits(kind, target.side, source.side) || !target.is_inside || !source.is_inside)
    return cudaErrorInvalidValue;
  std::memmove(target.bytes, source.bytes, bytes);
  if (runtime.memory().is_device_address(to)) runtime.memory().machine().mark_written(to, bytes);
  return cudaSuccess;
}

cudaError_t fill(Runtime& runtime, void* to, int value, std::size_t bytes) {
  if (const cudaError_t error = runtime.wait(); error != cudaSuccess) return error;
  if (bytes == 0) return cudaSuccess;
  const Place target = place_of(runtime, to, bytes);
  if (target.side != Side::device || !target.is_inside) return cudaErrorInvalidValue;
  std::memset(target.bytes, value, bytes);
  if (runtime.memory().is_device_address(to)) runtime.memory().machine().mark_written(to, bytes);
  return cudaSuccess;
}

}  // namespace cudart
