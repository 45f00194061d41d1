// CUDA Driver API, by way of the runtime API: both have the same device, memory and errors.
#include <cstdint>
#include <cstring>
#include <vector>

#include "api/whole_runtime.h"
#include "cudaProfiler.h"
#include "host/simt_driver_functions.h"
#include "host/simt_host_templates.h"
#include "state/copies.h"
#include "state/devices.h"
#include "state/runtime.h"

using cudart::Runtime;

// The name is CUDA's.
struct CUctx_st {};

namespace {

// The one context there is, and those that a program pushed: what is current is the last.
CUctx_st the_context;
std::vector<CUcontext> pushed_contexts;
bool is_initialised = false;

CUresult result(cudaError_t error) { return static_cast<CUresult>(error); }

// A call of the driver API, on behalf of the program's line.
template <class Body>
[[gnu::always_inline]] inline CUresult driver(const char* name, const Body& body) {
  return result(cudart::api(name, [&](Runtime& runtime) -> cudaError_t {
    return is_initialised ? body(runtime) : cudaErrorInitializationError;
  }));
}

cudaError_t check(CUdevice device) { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; }

void* pointer(CUdeviceptr memory) { return reinterpret_cast<void*>(memory); }

cudaError_t load_nothing(Runtime& runtime) {
  runtime.report(
      "not supported",
      std::string(runtime.caller().function) +
          " is not supported: cubin and PTX are code for a GPU, which the SIMT machine cannot run.",
      "compile the kernel with the program, and launch it with <<<...>>> or cudaLaunchKernel");
  return cudaErrorNotSupported;
}

template <class T>
CUresult load_nothing(const char* name, T* handle) {
  if (handle != nullptr) *handle = {};
  return driver(name, [](Runtime& runtime) { return load_nothing(runtime); });
}

template <class T>
cudaError_t give(T* to, const T& value) {
  if (to == nullptr) return cudaErrorInvalidValue;
  *to = value;
  return cudaSuccess;
}

// Inlined, as driver() is: the runtime reports the line that called the function of the API.
[[gnu::always_inline]] inline CUresult create_context(CUcontext* context, CUdevice device) {
  return driver("cuCtxCreate", [&](Runtime&) {
    if (device != 0) return cudaErrorInvalidDevice;
    pushed_contexts.push_back(&the_context);
    return give<CUcontext>(context, &the_context);
  });
}

cudaError_t fill(Runtime& runtime, CUdeviceptr memory, unsigned value, std::size_t count) {
  const std::vector<unsigned> words(count, value);
  return cudart::copy(runtime, pointer(memory), words.data(), count * sizeof(unsigned),
                      cudaMemcpyHostToDevice);
}

}  // namespace

void cudart::link_driver_api() {}

extern "C" {

CUresult cuInit(unsigned flags) {
  is_initialised = flags == 0;
  return flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuDriverGetVersion(int* version) { return result(cudaDriverGetVersion(version)); }
CUresult cuGetErrorName(CUresult error, const char** name) {
  if (name == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *name = error == CUDA_SUCCESS               ? "CUDA_SUCCESS"
          : error == CUDA_ERROR_NOT_SUPPORTED ? "CUDA_ERROR_NOT_SUPPORTED"
                                              : cudaGetErrorName(static_cast<cudaError_t>(error));
  return CUDA_SUCCESS;
}
CUresult cuGetErrorString(CUresult error, const char** text) {
  if (text == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *text = cudaGetErrorString(static_cast<cudaError_t>(error));
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int* count) {
  return driver(__func__, [&](Runtime&) { return give(count, 1); });
}
CUresult cuDeviceGet(CUdevice* device, int number) {
  return driver(__func__, [&](Runtime&) { return number == 0 ? give(device, 0) : cudaErrorInvalidDevice; });
}
CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  return driver(__func__, [&](Runtime&) {
    if (name == nullptr || length <= 0) return cudaErrorInvalidValue;
    std::strncpy(name, cudart::device().name.c_str(), static_cast<std::size_t>(length));
    name[length - 1] = 0;
    return check(device);
  });
}
CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device) {
  return driver(__func__, [&](Runtime& runtime) {
    return device != 0 ? cudaErrorInvalidDevice : give(bytes, runtime.memory().total_bytes());
  });
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  return driver(__func__, [&](Runtime&) {
    if (value == nullptr) return cudaErrorInvalidValue;
    return device != 0 ? cudaErrorInvalidDevice
                       : cudart::find_attribute(value, static_cast<cudaDeviceAttr>(attribute));
  });
}
CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  return driver(__func__, [&](Runtime&) {
    if (major == nullptr || minor == nullptr) return cudaErrorInvalidValue;
    *major = cudart::device().major;
    *minor = cudart::device().minor;
    return check(device);
  });
}
CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
  return result(cudaDeviceCanAccessPeer(can, device, peer));
}

CUresult cuCtxGetCurrent(CUcontext* context) {
  return driver(__func__, [&](Runtime&) {
    return give(context, pushed_contexts.empty() ? nullptr : pushed_contexts.back());
  });
}
CUresult cuCtxSetCurrent(CUcontext context) {
  return driver(__func__, [&](Runtime&) {
    if (!pushed_contexts.empty()) pushed_contexts.pop_back();
    if (context != nullptr) pushed_contexts.push_back(context);
    return cudaSuccess;
  });
}
CUresult cuCtxPushCurrent(CUcontext context) {
  return driver(__func__, [&](Runtime&) {
    pushed_contexts.push_back(context);
    return cudaSuccess;
  });
}
CUresult cuCtxPopCurrent(CUcontext* context) {
  return driver(__func__, [&](Runtime&) {
    if (pushed_contexts.empty()) return cudaErrorDeviceUninitialized;
    if (context != nullptr) *context = pushed_contexts.back();
    pushed_contexts.pop_back();
    return cudaSuccess;
  });
}
CUresult cuCtxGetDevice(CUdevice* device) {
  return driver(__func__, [&](Runtime&) {
    return pushed_contexts.empty() ? cudaErrorDeviceUninitialized : give(device, 0);
  });
}
// Programs of the runtime API call these two as well, without cuInit().
CUresult cuProfilerStart() { return result(cudart::api(__func__, cudart::succeed)); }
CUresult cuProfilerStop() { return result(cudart::api(__func__, cudart::succeed)); }
CUresult cuCtxSynchronize() {
  return driver(__func__, [](Runtime& runtime) { return runtime.wait(); });
}
CUresult cuCtxDestroy(CUcontext context) {
  return driver(__func__, [&](Runtime&) {
    if (!pushed_contexts.empty() && pushed_contexts.back() == context) pushed_contexts.pop_back();
    return context == &the_context ? cudaSuccess : cudaErrorDeviceUninitialized;
  });
}
CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  return driver(__func__, [&](Runtime&) {
    return device != 0 ? cudaErrorInvalidDevice : give<CUcontext>(context, &the_context);
  });
}
CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  return driver(__func__, [&](Runtime&) { return check(device); });
}
CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  return device == 0 ? result(cudaDeviceReset()) : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuMemGetInfo(size_t* free, size_t* total) { return result(cudaMemGetInfo(free, total)); }
CUresult cuMemAlloc(CUdeviceptr* memory, size_t bytes) {
  return driver(__func__, [&](Runtime& runtime) {
    if (memory == nullptr || bytes == 0) return cudaErrorInvalidValue;
    const cudart::Allocation* const made =
        runtime.memory().allocate(bytes, cudart::MemoryKind::device, runtime.caller().where);
    return made == nullptr ? cudaErrorMemoryAllocation : give<CUdeviceptr>(memory, made->begin);
  });
}
// Of the allocation that the address is in. Either of the two may be null.
CUresult cuMemGetAddressRange(CUdeviceptr* begin, size_t* bytes, CUdeviceptr address) {
  return driver(__func__, [&](Runtime& runtime) {
    const cudart::Allocation* const found = runtime.memory().find(pointer(address));
    if (found == nullptr) return cudaErrorInvalidValue;
    if (begin != nullptr) *begin = found->begin;
    if (bytes != nullptr) *bytes = found->bytes;
    return cudaSuccess;
  });
}
CUresult cuMemAllocManaged(CUdeviceptr* memory, size_t bytes, unsigned flags) {
  void* made = nullptr;
  const cudaError_t error = cudaMallocManaged(&made, bytes, flags);
  if (memory != nullptr) *memory = reinterpret_cast<CUdeviceptr>(made);
  return result(error);
}
CUresult cuMemAllocHost(void** memory, size_t bytes) { return result(cudaMallocHost(memory, bytes)); }
CUresult cuMemFree(CUdeviceptr memory) { return result(cudaFree(pointer(memory))); }
CUresult cuMemFreeHost(void* memory) { return result(cudaFreeHost(memory)); }
CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return driver(__func__, [&](Runtime& runtime) {
    return cudart::copy(runtime, pointer(to), pointer(from), bytes, cudaMemcpyDefault);
  });
}
CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, size_t bytes) {
  return driver(__func__, [&](Runtime& runtime) {
    return cudart::copy(runtime, pointer(to), from, bytes, cudaMemcpyHostToDevice);
  });
}
CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, size_t bytes) {
  return driver(__func__, [&](Runtime& runtime) {
    return cudart::copy(runtime, to, pointer(from), bytes, cudaMemcpyDeviceToHost);
  });
}
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return driver(__func__, [&](Runtime& runtime) {
    return cudart::copy(runtime, pointer(to), pointer(from), bytes, cudaMemcpyDeviceToDevice);
  });
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, size_t bytes, CUstream) {
  return driver(__func__, [&](Runtime& runtime) {
    return cudart::copy(runtime, pointer(to), from, bytes, cudaMemcpyHostToDevice);
  });
}
CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, size_t bytes, CUstream) {
  return driver(__func__, [&](Runtime& runtime) {
    return cudart::copy(runtime, to, pointer(from), bytes, cudaMemcpyDeviceToHost);
  });
}
CUresult cuMemsetD8(CUdeviceptr memory, unsigned char value, size_t count) {
  return driver(__func__, [&](Runtime& runtime) {
    return cudart::fill_rows(runtime, {pointer(memory), count, count}, value, {count, 1, 1});
  });
}
CUresult cuMemsetD32(CUdeviceptr memory, unsigned value, size_t count) {
  return driver(__func__, [&](Runtime& runtime) { return fill(runtime, memory, value, count); });
}

CUresult cuStreamCreate(CUstream* stream, unsigned flags) {
  return result(cudaStreamCreateWithFlags(stream, flags));
}
CUresult cuStreamSynchronize(CUstream stream) { return result(cudaStreamSynchronize(stream)); }
CUresult cuStreamDestroy(CUstream stream) { return result(cudaStreamDestroy(stream)); }
CUresult cuEventCreate(CUevent* event, unsigned flags) {
  return result(cudaEventCreateWithFlags(event, flags));
}
CUresult cuEventRecord(CUevent event, CUstream stream) { return result(cudaEventRecord(event, stream)); }
CUresult cuEventSynchronize(CUevent event) { return result(cudaEventSynchronize(event)); }
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  return result(cudaEventElapsedTime(milliseconds, start, end));
}
CUresult cuEventDestroy(CUevent event) { return result(cudaEventDestroy(event)); }

CUresult cuModuleLoad(CUmodule* module, const char*) { return load_nothing(__func__, module); }
CUresult cuModuleLoadData(CUmodule* module, const void*) { return load_nothing(__func__, module); }
CUresult cuModuleLoadDataEx(CUmodule* module, const void*, unsigned, CUjit_option*, void**) {
  return load_nothing(__func__, module);
}
CUresult cuModuleLoadFatBinary(CUmodule* module, const void*) { return load_nothing(__func__, module); }
CUresult cuModuleUnload(CUmodule) { return CUDA_ERROR_INVALID_HANDLE; }
CUresult cuModuleGetFunction(CUfunction* function, CUmodule, const char*) {
  return load_nothing(__func__, function);
}
CUresult cuModuleGetGlobal(CUdeviceptr* memory, size_t*, CUmodule, const char*) {
  return load_nothing(__func__, memory);
}
CUresult cuLaunchKernel(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                        CUstream, void**, void**) {
  return CUDA_ERROR_INVALID_HANDLE;
}
CUresult cuCtxCreate_v2(CUcontext* context, unsigned, CUdevice device) {
  return create_context(context, device);
}
CUresult cuCtxCreate_v4(CUcontext* context, CUctxCreateParams*, unsigned, CUdevice device) {
  return create_context(context, device);
}
}

CUresult cuCtxCreate(CUcontext* context, unsigned, CUdevice device) {
  return create_context(context, device);
}
CUresult cuCtxCreate(CUcontext* context, CUctxCreateParams*, unsigned, CUdevice device) {
  return create_context(context, device);
}
