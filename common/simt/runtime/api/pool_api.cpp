// CUDA Runtime API, "Stream Ordered Memory Allocator": pools. They hold nothing back: what is freed is the
// device's again at once.
#include <algorithm>
#include <map>

#include "api/whole_runtime.h"
#include "state/handles.h"
#include "state/runtime.h"

// The name is CUDA's.
struct CUmemPoolHandle_st {
  std::map<cudaMemPoolAttr, unsigned long long> settings{{cudaMemPoolReuseFollowEventDependencies, 1},
                                                         {cudaMemPoolReuseAllowOpportunistic, 1},
                                                         {cudaMemPoolReuseAllowInternalDependencies, 1},
                                                         {cudaMemPoolAttrReleaseThreshold, 0}};
  unsigned long long most_used = 0;
  std::map<const void*, std::size_t> taken;  // all allocations from the pool, also those freed since
};

using cudart::api;
using cudart::Runtime;

namespace cudart {
namespace {

Handles<CUmemPoolHandle_st>& pools() { return handles<CUmemPoolHandle_st>(); }

cudaMemPool_t default_pool() {
  static const cudaMemPool_t pool = pools().make({});
  return pool;
}
cudaMemPool_t current_pool = nullptr;

cudaError_t give_pool(cudaMemPool_t* to, int device, cudaMemPool_t pool) {
  if (device != 0) return cudaErrorInvalidDevice;
  if (to == nullptr) return cudaErrorInvalidValue;
  *to = pool;
  return cudaSuccess;
}

// Returns the bytes of the pool's allocations that are still allocated.
unsigned long long used_bytes(Runtime& runtime, CUmemPoolHandle_st& pool) {
  unsigned long long sum = 0;
  for (auto at = pool.taken.begin(); at != pool.taken.end();) {
    const Allocation* const allocation = runtime.memory().find(at->first);
    const bool is_there = allocation != nullptr && allocation->bytes == at->second;
    sum += is_there ? at->second : 0;
    at = is_there ? std::next(at) : pool.taken.erase(at);
  }
  return sum;
}

cudaError_t allocate(Runtime& runtime, void** memory, std::size_t bytes, cudaMemPool_t pool) {
  CUmemPoolHandle_st* const found = pools().find(pool);
  if (memory == nullptr || found == nullptr) return cudaErrorInvalidValue;
  *memory = nullptr;
  if (bytes == 0) return cudaSuccess;
  const Allocation* const made = runtime.memory().allocate(bytes, MemoryKind::device, runtime.caller().where);
  if (made == nullptr) return cudaErrorMemoryAllocation;
  *memory = reinterpret_cast<void*>(made->begin);
  found->taken[*memory] = bytes;
  found->most_used = std::max(found->most_used, used_bytes(runtime, *found));
  return cudaSuccess;
}

bool is_switch(cudaMemPoolAttr attribute) { return attribute < cudaMemPoolAttrReleaseThreshold; }

cudaError_t set(Runtime& runtime, cudaMemPool_t pool, cudaMemPoolAttr attribute, const void* value) {
  CUmemPoolHandle_st* const found = pools().find(pool);
  if (found == nullptr || value == nullptr) return cudaErrorInvalidValue;
  const unsigned long long given = is_switch(attribute)
                                       ? static_cast<unsigned long long>(*static_cast<const int*>(value))
                                       : *static_cast<const unsigned long long*>(value);
  if (attribute == cudaMemPoolAttrUsedMemHigh || attribute == cudaMemPoolAttrReservedMemHigh) {
    if (given != 0) return cudaErrorInvalidValue;  // they can be begun anew only
    found->most_used = used_bytes(runtime, *found);
    return cudaSuccess;
  }
  const auto setting = found->settings.find(attribute);
  if (setting == found->settings.end()) return cudaErrorInvalidValue;
  setting->second = given;
  return cudaSuccess;
}

cudaError_t get(Runtime& runtime, cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  CUmemPoolHandle_st* const found = pools().find(pool);
  if (found == nullptr || value == nullptr) return cudaErrorInvalidValue;
  const auto setting = found->settings.find(attribute);
  if (setting != found->settings.end() && is_switch(attribute)) {
    *static_cast<int*>(value) = static_cast<int>(setting->second);
    return cudaSuccess;
  }
  const bool is_high = attribute == cudaMemPoolAttrUsedMemHigh || attribute == cudaMemPoolAttrReservedMemHigh;
  if (setting == found->settings.end() &&
      (attribute < cudaMemPoolAttrReservedMemCurrent || attribute > cudaMemPoolAttrUsedMemHigh))
    return cudaErrorInvalidValue;
  *static_cast<unsigned long long*>(value) = setting != found->settings.end() ? setting->second
                                             : is_high                        ? found->most_used
                                                                              : used_bytes(runtime, *found);
  return cudaSuccess;
}

cudaError_t refuse(Runtime&) { return cudaErrorNotSupported; }

}  // namespace
}  // namespace cudart

void cudart::link_pool_api() {}

extern "C" {

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return api(__func__, [&](Runtime&) { return cudart::give_pool(pool, device, cudart::default_pool()); });
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return api(__func__, [&](Runtime&) {
    const bool is_default = cudart::current_pool == nullptr;
    return cudart::give_pool(pool, device, is_default ? cudart::default_pool() : cudart::current_pool);
  });
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  return api(__func__, [&](Runtime&) {
    if (device != 0) return cudaErrorInvalidDevice;
    if (cudart::pools().find(pool) == nullptr) return cudaErrorInvalidValue;
    cudart::current_pool = pool;
    return cudaSuccess;
  });
}
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  return api(__func__, [&](Runtime&) {
    if (pool == nullptr || properties == nullptr) return cudaErrorInvalidValue;
    if (properties->handleTypes != cudaMemHandleTypeNone) return cudaErrorNotSupported;
    *pool = cudart::pools().make({});
    return cudaSuccess;
  });
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  return api(__func__, [&](Runtime&) {
    if (pool == cudart::default_pool()) return cudaErrorInvalidValue;
    if (pool == cudart::current_pool) cudart::current_pool = nullptr;
    return cudart::pools().destroy(pool) ? cudaSuccess : cudaErrorInvalidValue;
  });
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
  return api(__func__, [&](Runtime&) {
    return cudart::pools().find(pool) == nullptr ? cudaErrorInvalidValue : cudaSuccess;
  });
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return api(__func__, [&](Runtime& runtime) { return cudart::set(runtime, pool, attribute, value); });
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return api(__func__, [&](Runtime& runtime) { return cudart::get(runtime, pool, attribute, value); });
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc*, size_t) {
  return api(__func__, [&](Runtime&) {
    return cudart::pools().find(pool) == nullptr ? cudaErrorInvalidValue : cudaSuccess;
  });
}
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation*) {
  return api(__func__, [&](Runtime&) {
    if (flags == nullptr || cudart::pools().find(pool) == nullptr) return cudaErrorInvalidValue;
    *flags = cudaMemAccessFlagsProtReadWrite;
    return cudaSuccess;
  });
}
cudaError_t cudaMallocFromPoolAsync(void** memory, size_t bytes, cudaMemPool_t pool, cudaStream_t) {
  return api(__func__, [&](Runtime& runtime) { return cudart::allocate(runtime, memory, bytes, pool); });
}
cudaError_t cudaMallocAsync(void** memory, size_t bytes, cudaStream_t) {
  return api(__func__, [&](Runtime& runtime) {
    const bool is_default = cudart::current_pool == nullptr;
    return cudart::allocate(runtime, memory, bytes,
                            is_default ? cudart::default_pool() : cudart::current_pool);
  });
}

cudaError_t cudaMemPoolExportToShareableHandle(void*, cudaMemPool_t, cudaMemAllocationHandleType, unsigned) {
  return api(__func__, cudart::refuse);
}
cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t*, void*, cudaMemAllocationHandleType,
                                                 unsigned) {
  return api(__func__, cudart::refuse);
}
cudaError_t cudaMemPoolExportPointer(cudaMemPoolPtrExportData*, void*) {
  return api(__func__, cudart::refuse);
}
cudaError_t cudaMemPoolImportPointer(void**, cudaMemPool_t, cudaMemPoolPtrExportData*) {
  return api(__func__, cudart::refuse);
}
}
