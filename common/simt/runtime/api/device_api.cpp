// CUDA Runtime API, "Device Management", "Error Handling", "Version Management", "Peer Device Memory Access":
// there is one device.
#include <cstdio>
#include <cstring>
#include <map>

#include "api/whole_runtime.h"
#include "state/devices.h"
#include "state/runtime.h"

using cudart::api;
using cudart::api_always;
using cudart::Runtime;

namespace cudart {
namespace {

constexpr int kVersion = 13000;  // CUDART_VERSION
constexpr const char* kBusId = "0000:01:00.0";

// Limits that a program may set; of them only the size of the heap changes anything here. The values are an H200's.
std::map<cudaLimit, std::size_t>& limits() {
  static std::map<cudaLimit, std::size_t> values{{cudaLimitStackSize, 1024},
                                                 {cudaLimitPrintfFifoSize, 8650752},
                                                 {cudaLimitMallocHeapSize, 8388608},
                                                 {cudaLimitDevRuntimeSyncDepth, 2},
                                                 {cudaLimitDevRuntimePendingLaunchCount, 2048},
                                                 {cudaLimitMaxL2FetchGranularity, 64},
                                                 {cudaLimitPersistingL2CacheSize, 0}};
  return values;
}

unsigned device_flags = cudaDeviceScheduleAuto;

cudaError_t check_device(int number) { return number == 0 ? cudaSuccess : cudaErrorInvalidDevice; }

template <class T>
cudaError_t give(T* to, T value) {
  if (to == nullptr) return cudaErrorInvalidValue;
  *to = value;
  return cudaSuccess;
}

}  // namespace
}  // namespace cudart

void cudart::link_device_api() {}

extern "C" {

cudaError_t cudaGetLastError() { return Runtime::get().last_error(true); }
cudaError_t cudaPeekAtLastError() { return Runtime::get().last_error(false); }

cudaError_t cudaGetDeviceCount(int* count) {
  return api_always(__func__, [&](Runtime&) { return cudart::give(count, 1); });
}

cudaError_t cudaGetDevice(int* device) {
  return api_always(__func__, [&](Runtime&) { return cudart::give(device, 0); });
}

cudaError_t cudaSetDevice(int device) {
  return api(__func__, [&](Runtime&) { return cudart::check_device(device); });
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
  return api(__func__, [&](Runtime&) {
    if (devices == nullptr || count != 1) return cudaErrorInvalidValue;
    return cudart::check_device(devices[0]);
  });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return api(__func__, [&](Runtime&) {
    if (device != 0) return cudaErrorInvalidDevice;
    return cudart::give(properties, cudart::properties_of(cudart::device()));
  });
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) {
  return api(__func__, [&](Runtime&) { return cudart::give(device, 0); });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return api(__func__, [&](Runtime&) {
    if (device != 0) return cudaErrorInvalidDevice;
    return value == nullptr ? cudaErrorInvalidValue : cudart::find_attribute(value, attribute);
  });
}

cudaError_t cudaDeviceSynchronize() {
  return api(__func__, [](Runtime& runtime) { return runtime.wait(); });
}

cudaError_t cudaDeviceReset() {
  return api_always(__func__, [](Runtime& runtime) {
    runtime.reset();
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  return api(__func__, [&](Runtime& runtime) {
    const auto found = cudart::limits().find(limit);
    if (found == cudart::limits().end()) return cudaErrorUnsupportedLimit;
    const bool is_fixed =
        limit == cudaLimitMallocHeapSize && !runtime.memory().machine().set_heap_bytes(value);
    if (is_fixed) return cudaErrorInvalidValue;
    found->second = value;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  return api(__func__, [&](Runtime&) {
    const auto found = cudart::limits().find(limit);
    return found == cudart::limits().end() ? cudaErrorUnsupportedLimit : cudart::give(value, found->second);
  });
}

// Wishes about caches and banks change nothing: the counts are of requests, and banks are 4 bytes wide.
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return api(__func__, cudart::succeed); }
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* preference) {
  return api(__func__, [&](Runtime&) { return cudart::give(preference, cudaFuncCachePreferNone); });
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return api(__func__, cudart::succeed); }
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return api(__func__, [&](Runtime&) { return cudart::give(config, cudaSharedMemBankSizeFourByte); });
}
cudaError_t cudaCtxResetPersistingL2Cache() { return api(__func__, cudart::succeed); }

cudaError_t cudaSetDeviceFlags(unsigned flags) {
  return api(__func__, [&](Runtime&) {
    cudart::device_flags = flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  return api(__func__, [&](Runtime&) { return cudart::give(flags, cudart::device_flags); });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return api(__func__, [&](Runtime&) {
    if (least != nullptr) *least = 0;
    if (greatest != nullptr) *greatest = -5;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
  return api(__func__, [&](Runtime&) {
    if (device != 0) return cudaErrorInvalidDevice;
    if (text == nullptr || length <= 0) return cudaErrorInvalidValue;
    std::snprintf(text, static_cast<std::size_t>(length), "%s", cudart::kBusId);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
  return api(__func__, [&](Runtime&) {
    const bool is_ours = text != nullptr && std::strcmp(text, cudart::kBusId) == 0;
    return is_ours ? cudart::give(device, 0) : cudaErrorInvalidDevice;
  });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  return api(__func__, [&](Runtime&) {
    if (device != 0 || peer != 0) return cudaErrorInvalidDevice;
    return cudart::give(can, 0);
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
  return api(__func__,
             [&](Runtime&) { return peer == 0 ? cudaErrorPeerAccessUnsupported : cudaErrorInvalidDevice; });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return api(__func__,
             [&](Runtime&) { return peer == 0 ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice; });
}

cudaError_t cudaDeviceGetP2PAttribute(int*, cudaDeviceP2PAttr, int, int) {
  return api(__func__, [](Runtime&) { return cudaErrorInvalidDevice; });  // no device is a peer of itself
}

cudaError_t cudaDriverGetVersion(int* version) {
  return api_always(__func__, [&](Runtime&) { return cudart::give(version, cudart::kVersion); });
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  return api_always(__func__, [&](Runtime&) { return cudart::give(version, cudart::kVersion); });
}

cudaError_t cudaProfilerStart() { return api(__func__, cudart::succeed); }
cudaError_t cudaProfilerStop() { return api(__func__, cudart::succeed); }
}
