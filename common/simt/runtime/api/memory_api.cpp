// CUDA Runtime API, "Memory Management": what is allocated and freed.
#include "api/whole_runtime.h"
#include "host/simt_host_templates.h"
#include "state/devices.h"
#include "state/runtime.h"

using cudart::Allocation;
using cudart::api;
using cudart::MemoryKind;
using cudart::Runtime;

namespace cudart {
namespace {

cudaError_t allocate(Runtime& runtime, void** memory, std::size_t bytes, MemoryKind kind) {
  if (memory == nullptr) return cudaErrorInvalidValue;
  *memory = nullptr;
  if (bytes == 0) return cudaSuccess;
  const Allocation* const made = runtime.memory().allocate(bytes, kind, runtime.caller().where);
  if (made == nullptr) return cudaErrorMemoryAllocation;
  *memory = reinterpret_cast<void*>(made->begin);
  return cudaSuccess;
}

cudaError_t refuse_free(Runtime& runtime, const void* memory, const std::string& what,
                        const std::string& advice) {
  const std::string* const freed = runtime.memory().find_freed(memory);
  if (freed != nullptr) {
    runtime.report("memory freed twice",
                   std::string(runtime.caller().function) + " frees `" + *freed + "` a second time.",
                   "free each allocation once, and set the pointer to nullptr after that");
  } else {
    runtime.report("free of what was not allocated",
                   std::string(runtime.caller().function) + " was given " + what + ".", advice);
  }
  return cudaErrorInvalidValue;
}

// `is_pinned`: by cudaFreeHost.
cudaError_t release(Runtime& runtime, void* memory, bool is_pinned) {
  if (const cudaError_t error = runtime.wait(); error != cudaSuccess) return error;
  if (memory == nullptr) return cudaSuccess;
  const Allocation* const found = runtime.memory().find(memory);
  if (found == nullptr) {
    const bool is_device = runtime.memory().is_device_address(memory);
    return refuse_free(runtime, memory,
                       is_device ? "a device address that belongs to no allocation"
                                 : "a pointer to host memory that CUDA did not allocate",
                       is_device ? "pass the pointer that cudaMalloc gave" : "use free() or delete for it");
  }
  if (found->begin != reinterpret_cast<std::uintptr_t>(memory)) {
    return refuse_free(runtime, memory, "a pointer into the middle of `" + found->name + "`",
                       "pass the pointer that the allocation gave");
  }
  if ((found->kind == MemoryKind::pinned) != is_pinned) {
    return refuse_free(runtime, memory, is_pinned ? "device memory" : "pinned host memory",
                       is_pinned ? "use cudaFree for it" : "use cudaFreeHost for it");
  }
  runtime.expected().look_at(runtime.memory(), *found);
  runtime.memory().release(memory);
  return cudaSuccess;
}

// Rows begin at multiples of the pitch, which a texture wants.
cudaError_t allocate_pitched(Runtime& runtime, void** memory, std::size_t* pitch, std::size_t width,
                             std::size_t rows) {
  if (memory == nullptr || pitch == nullptr) return cudaErrorInvalidValue;
  const std::size_t multiple = device().pitch_bytes;
  *pitch = (width + multiple - 1) / multiple * multiple;
  const cudaError_t error = allocate(runtime, memory, *pitch * rows, MemoryKind::device);
  if (Allocation* const made = error == cudaSuccess ? runtime.memory().find(*memory) : nullptr) {
    made->pitch = *pitch;
    made->row_bytes = width;
  }
  return error;
}

cudaPointerAttributes attributes_of(Runtime& runtime, const void* memory) {
  auto* const pointer = const_cast<void*>(memory);
  const Allocation* const found = runtime.memory().find(memory);
  if (runtime.mirrors().is_variable(memory)) return {cudaMemoryTypeManaged, 0, pointer, pointer};
  if (runtime.modules().is_variable(memory, 1)) return {cudaMemoryTypeDevice, 0, pointer, nullptr};
  if (void* const device = runtime.device_address(memory)) return {cudaMemoryTypeHost, 0, device, pointer};
  if (found == nullptr) return {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, pointer};
  switch (found->kind) {
    case MemoryKind::managed:
      return {cudaMemoryTypeManaged, 0, pointer, pointer};
    case MemoryKind::pinned:
      return {cudaMemoryTypeHost, 0, pointer, pointer};
    case MemoryKind::registered:
      return {cudaMemoryTypeHost, 0, pointer, runtime.mirrors().host_bytes(memory)};
    case MemoryKind::device:
    case MemoryKind::array:
      break;
  }
  return {cudaMemoryTypeDevice, 0, pointer, nullptr};
}

}  // namespace
}  // namespace cudart

void cudart::link_memory_api() {}

extern "C" {

cudaError_t cudaMalloc(void** memory, size_t bytes) {
  return api(__func__,
             [&](Runtime& runtime) { return cudart::allocate(runtime, memory, bytes, MemoryKind::device); });
}

cudaError_t cudaMallocManaged(void** memory, size_t bytes, unsigned flags) {
  return api(__func__, [&](Runtime& runtime) {
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) return cudaErrorInvalidValue;
    return cudart::allocate(runtime, memory, bytes, MemoryKind::managed);
  });
}

cudaError_t cudaMallocHost(void** memory, size_t bytes) {
  return api(__func__,
             [&](Runtime& runtime) { return cudart::allocate(runtime, memory, bytes, MemoryKind::pinned); });
}

cudaError_t cudaHostAlloc(void** memory, size_t bytes, unsigned) {
  return api(__func__,
             [&](Runtime& runtime) { return cudart::allocate(runtime, memory, bytes, MemoryKind::pinned); });
}

cudaError_t cudaMallocPitch(void** memory, size_t* pitch, size_t width, size_t height) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::allocate_pitched(runtime, memory, pitch, width, height);
  });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* memory, cudaExtent extent) {
  return api(__func__, [&](Runtime& runtime) {
    if (memory == nullptr) return cudaErrorInvalidValue;
    memory->xsize = extent.width;
    memory->ysize = extent.height;
    return cudart::allocate_pitched(runtime, &memory->ptr, &memory->pitch, extent.width,
                                    extent.height * extent.depth);
  });
}

cudaError_t cudaFree(void* memory) {
  return api(__func__, [&](Runtime& runtime) { return cudart::release(runtime, memory, false); });
}

cudaError_t cudaFreeAsync(void* memory, cudaStream_t) {
  return api(__func__, [&](Runtime& runtime) { return cudart::release(runtime, memory, false); });
}

cudaError_t cudaFreeHost(void* memory) {
  return api(__func__, [&](Runtime& runtime) { return cudart::release(runtime, memory, true); });
}

cudaError_t cudaHostRegister(void* memory, size_t bytes, unsigned) {
  return api(__func__, [&](Runtime& runtime) {
    if (memory == nullptr || bytes == 0 || runtime.memory().is_device_address(memory))
      return cudaErrorInvalidValue;
    return runtime.mirrors().add_pages(memory, bytes) ? cudaSuccess : cudaErrorHostMemoryAlreadyRegistered;
  });
}

cudaError_t cudaHostUnregister(void* memory) {
  return api(__func__, [&](Runtime& runtime) {
    return runtime.mirrors().remove_pages(runtime.memory(), memory) ? cudaSuccess
                                                                    : cudaErrorHostMemoryNotRegistered;
  });
}

cudaError_t cudaHostGetDevicePointer(void** device_memory, void* host_memory, unsigned) {
  return api(__func__, [&](Runtime& runtime) {
    if (device_memory == nullptr) return cudaErrorInvalidValue;
    *device_memory = runtime.device_address(host_memory);
    if (*device_memory == nullptr && runtime.memory().find(host_memory) != nullptr)
      *device_memory = host_memory;
    return *device_memory == nullptr ? cudaErrorInvalidValue : cudaSuccess;
  });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* host_memory) {
  return api(__func__, [&](Runtime& runtime) {
    const Allocation* const found = runtime.memory().find(host_memory);
    if (flags == nullptr || found == nullptr || found->kind != MemoryKind::pinned)
      return cudaErrorInvalidValue;
    *flags = cudaHostAllocMapped;
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  return api(__func__, [&](Runtime& runtime) {
    if (free == nullptr || total == nullptr) return cudaErrorInvalidValue;
    *free = runtime.memory().free_bytes();
    *total = runtime.memory().total_bytes();
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* memory) {
  return api(__func__, [&](Runtime& runtime) {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    *attributes = cudart::attributes_of(runtime, memory);
    return cudaSuccess;
  });
}

// Managed memory is everywhere at once: there is nothing to move, and advice changes nothing.
cudaError_t cudaMemPrefetchAsync(const void*, size_t, cudaMemLocation, unsigned, cudaStream_t) {
  return api(__func__, cudart::succeed);
}

cudaError_t cudaMemAdvise(const void*, size_t, cudaMemoryAdvise, cudaMemLocation) {
  return api(__func__, cudart::succeed);
}
}

cudaError_t cudaMemPrefetchAsync(const void*, size_t, int, cudaStream_t) {
  return api(__func__, cudart::succeed);
}

cudaError_t cudaMemAdvise(const void*, size_t, cudaMemoryAdvise, int) {
  return api(__func__, cudart::succeed);
}
