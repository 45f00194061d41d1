// CUDA Runtime API, "Stream Management" and "Event Management". Each call has happened when it returns, so
// that streams have nothing to wait for, and an event knows the device's clock of its record
// (device_clock.h).
#include <algorithm>
#include <map>

#include "api/whole_runtime.h"
#include "host/simt_host_templates.h"
#include "state/graphs.h"
#include "state/handles.h"
#include "state/runtime.h"

// The names are CUDA's.
struct CUstream_st {
  unsigned flags = 0;
  int priority = 0;
  std::map<cudaStreamAttrID, cudaStreamAttrValue> attributes;
};
struct CUevent_st {
  bool is_timed = true;
  bool is_recorded = false;
  double at_us = 0;
};

using cudart::api;
using cudart::Runtime;

namespace cudart {
namespace {

constexpr int kLeastPriority = 0;
constexpr int kGreatestPriority = -5;

// Whether the stream exists. Nobody needs to create null, cudaStreamLegacy and cudaStreamPerThread.
bool is_stream(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread ||
         handles<CUstream_st>().find(stream) != nullptr;
}

cudaError_t create_stream(cudaStream_t* stream, unsigned flags, int priority) {
  if (stream == nullptr || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
  const int clamped = std::min(kLeastPriority, std::max(kGreatestPriority, priority));
  *stream = handles<CUstream_st>().make({flags, clamped, {}});
  return cudaSuccess;
}

// Wishes about caches and waiting, which change nothing: they are kept and given back.
std::map<cudaStreamAttrID, cudaStreamAttrValue>* attributes_of(cudaStream_t stream) {
  static std::map<cudaStreamAttrID, cudaStreamAttrValue> of_default;
  CUstream_st* const found = handles<CUstream_st>().find(stream);
  return found != nullptr ? &found->attributes : is_stream(stream) ? &of_default : nullptr;
}

cudaError_t wait_for(Runtime& runtime, cudaStream_t stream) {
  return is_stream(stream) ? runtime.wait() : cudaErrorInvalidResourceHandle;
}

cudaError_t create_event(cudaEvent_t* event, unsigned flags) {
  constexpr unsigned kKnown = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
  if (event == nullptr || (flags & ~kKnown) != 0) return cudaErrorInvalidValue;
  *event = handles<CUevent_st>().make({(flags & cudaEventDisableTiming) == 0, false, 0});
  return cudaSuccess;
}

cudaError_t record(Runtime& runtime, cudaEvent_t event, cudaStream_t stream) {
  CUevent_st* const found = handles<CUevent_st>().find(event);
  if (found == nullptr || !is_stream(stream)) return cudaErrorInvalidResourceHandle;
  if (note_event(event, stream)) return cudaSuccess;
  found->is_recorded = true;
  found->at_us = runtime.clock().now_us();
  return cudaSuccess;
}

cudaError_t elapsed_time(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  if (milliseconds == nullptr) return cudaErrorInvalidValue;
  const CUevent_st* const first = handles<CUevent_st>().find(start);
  const CUevent_st* const last = handles<CUevent_st>().find(end);
  for (const CUevent_st* event : {first, last}) {
    if (event == nullptr || !event->is_timed || !event->is_recorded) return cudaErrorInvalidResourceHandle;
  }
  *milliseconds = static_cast<float>((last->at_us - first->at_us) / 1e3);
  return cudaSuccess;
}

}  // namespace
}  // namespace cudart

void cudart::link_stream_api() {}

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return api(__func__, [&](Runtime&) { return cudart::create_stream(stream, cudaStreamDefault, 0); });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return api(__func__, [&](Runtime&) { return cudart::create_stream(stream, flags, 0); });
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  return api(__func__, [&](Runtime&) { return cudart::create_stream(stream, flags, priority); });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return api(__func__, [&](Runtime&) {
    return cudart::handles<CUstream_st>().destroy(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return api(__func__, [&](Runtime& runtime) { return cudart::wait_for(runtime, stream); });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return api(__func__, [&](Runtime& runtime) { return cudart::wait_for(runtime, stream); });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return api(__func__, [&](Runtime&) {
    if (priority == nullptr) return cudaErrorInvalidValue;
    if (!cudart::is_stream(stream)) return cudaErrorInvalidResourceHandle;
    const CUstream_st* const found = cudart::handles<CUstream_st>().find(stream);
    *priority = found == nullptr ? 0 : found->priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return api(__func__, [&](Runtime&) {
    if (flags == nullptr) return cudaErrorInvalidValue;
    if (!cudart::is_stream(stream)) return cudaErrorInvalidResourceHandle;
    const CUstream_st* const found = cudart::handles<CUstream_st>().find(stream);
    *flags = found == nullptr ? cudaStreamDefault : found->flags;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  return api(__func__, [&](Runtime&) {
    if (device == nullptr) return cudaErrorInvalidValue;
    if (!cudart::is_stream(stream)) return cudaErrorInvalidResourceHandle;
    *device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue* value) {
  return api(__func__, [&](Runtime&) {
    auto* const attributes = cudart::attributes_of(stream);
    if (attributes == nullptr) return cudaErrorInvalidResourceHandle;
    if (value == nullptr) return cudaErrorInvalidValue;
    (*attributes)[attribute] = *value;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue* value) {
  return api(__func__, [&](Runtime&) {
    auto* const attributes = cudart::attributes_of(stream);
    if (attributes == nullptr) return cudaErrorInvalidResourceHandle;
    if (value == nullptr) return cudaErrorInvalidValue;
    *value = (*attributes)[attribute];
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  return api(__func__, [&](Runtime&) {
    auto* const target = cudart::attributes_of(to);
    auto* const source = cudart::attributes_of(from);
    if (target == nullptr || source == nullptr) return cudaErrorInvalidResourceHandle;
    *target = *source;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void*, size_t, unsigned) {
  return api(__func__, cudart::succeed);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  return api(__func__, [&](Runtime&) {
    const bool are_known = cudart::is_stream(stream) && cudart::handles<CUevent_st>().find(event) != nullptr;
    if (are_known) cudart::join_capture(stream, event);
    return are_known ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned) {
  return api(__func__, [&](Runtime& runtime) {
    if (callback == nullptr) return cudaErrorInvalidValue;
    if (!cudart::is_stream(stream)) return cudaErrorInvalidResourceHandle;
    const cudaError_t error = runtime.wait();
    const cudart::CallUnderWay none(nullptr);
    callback(stream, error, data);
    return cudaSuccess;
  });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return api(__func__, [&](Runtime&) { return cudart::create_event(event, cudaEventDefault); });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return api(__func__, [&](Runtime&) { return cudart::create_event(event, flags); });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return api(__func__, [&](Runtime& runtime) { return cudart::record(runtime, event, stream); });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) {
  return api(__func__, [&](Runtime& runtime) { return cudart::record(runtime, event, stream); });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::handles<CUevent_st>().find(event) == nullptr ? cudaErrorInvalidResourceHandle
                                                                : runtime.wait();
  });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::handles<CUevent_st>().find(event) == nullptr ? cudaErrorInvalidResourceHandle
                                                                : runtime.wait();
  });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return api(__func__, [&](Runtime&) { return cudart::elapsed_time(milliseconds, start, end); });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return api(__func__, [&](Runtime&) {
    return cudart::handles<CUevent_st>().destroy(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}
}

cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) {
  return api(__func__, [&](Runtime&) { return cudart::create_event(event, flags); });
}
