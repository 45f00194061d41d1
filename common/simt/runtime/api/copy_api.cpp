// CUDA Runtime API, "Memory Management": copies and fills. Asynchronous ones have happened when they return.
#include <algorithm>

#include "api/whole_runtime.h"
#include "host/simt_host_templates.h"
#include "state/arrays.h"
#include "state/graphs.h"

using cudart::api;
using cudart::Runtime;

namespace cudart {
namespace {

cudaError_t copy_2d(Runtime& runtime, const Rows& to, const Rows& from, std::size_t width, std::size_t height,
                    cudaMemcpyKind kind) {
  if (width > to.pitch || width > from.pitch) {
    runtime.report("pitch smaller than a row",
                   std::string(runtime.caller().function) + " copies rows of " + std::to_string(width) +
                       " bytes, but they begin only " + std::to_string(std::min(to.pitch, from.pitch)) +
                       " bytes apart.",
                   "width and pitch are both in bytes: multiply the width by the element's size once");
    return cudaErrorInvalidPitchValue;
  }
  return copy_rows(runtime, to, from, {width, height, 1}, kind);
}

cudaError_t copy_3d(Runtime& runtime, const cudaMemcpy3DParms* given) {
  if (given == nullptr) return cudaErrorInvalidValue;
  const bool has_arrays = given->srcArray != nullptr || given->dstArray != nullptr;
  return has_arrays ? copy_3d_with_arrays(runtime, *given) : copy_pointers_3d(runtime, *given);
}

// The bytes of a device variable; no address: that is no variable, or they reach past it.
struct SymbolBytes {
  void* address = nullptr;
  cudaError_t error = cudaErrorInvalidSymbol;
};

SymbolBytes bytes_of_symbol(Runtime& runtime, const void* symbol, std::size_t bytes, std::size_t offset) {
  const simt::Variable variable = runtime.modules().find_variable(symbol);
  if (variable.address == nullptr) return {};
  if (offset <= variable.bytes && bytes <= variable.bytes - offset)
    return {static_cast<char*>(variable.address) + offset, cudaSuccess};
  runtime.report("copy past the end",
                 std::string(runtime.caller().function) + " copies " + std::to_string(bytes) +
                     " bytes from byte " + std::to_string(offset) + " on; the variable has " +
                     std::to_string(variable.bytes) + ".",
                 "copy at most sizeof(variable) bytes");
  return {nullptr, cudaErrorInvalidValue};
}

cudaError_t copy_to_symbol(Runtime& runtime, const void* symbol, const void* from, std::size_t bytes,
                           std::size_t offset, cudaMemcpyKind kind) {
  if (kind == cudaMemcpyHostToHost || kind == cudaMemcpyDeviceToHost) return cudaErrorInvalidMemcpyDirection;
  const SymbolBytes to = bytes_of_symbol(runtime, symbol, bytes, offset);
  return to.error != cudaSuccess ? to.error : copy(runtime, to.address, from, bytes, kind);
}

cudaError_t copy_from_symbol(Runtime& runtime, void* to, const void* symbol, std::size_t bytes,
                             std::size_t offset, cudaMemcpyKind kind) {
  if (kind == cudaMemcpyHostToHost || kind == cudaMemcpyHostToDevice) return cudaErrorInvalidMemcpyDirection;
  const SymbolBytes from = bytes_of_symbol(runtime, symbol, bytes, offset);
  return from.error != cudaSuccess ? from.error : copy(runtime, to, from.address, bytes, kind);
}

cudaError_t set_2d(Runtime& runtime, void* memory, std::size_t pitch, int value, const Extent& extent) {
  if (extent.width > pitch) return cudaErrorInvalidValue;
  return fill_rows(runtime, {memory, pitch, pitch * extent.height}, value, extent);
}

// The one device copies to itself.
cudaError_t copy_3d_between_devices(Runtime& runtime, const cudaMemcpy3DPeerParms* copy,
                                    cudaStream_t stream) {
  if (copy == nullptr) return cudaErrorInvalidValue;
  if (copy->srcDevice != 0 || copy->dstDevice != 0) return cudaErrorInvalidDevice;
  const cudaMemcpy3DParms one{copy->srcArray, copy->srcPos, copy->srcPtr, copy->dstArray,
                              copy->dstPos,   copy->dstPtr, copy->extent, cudaMemcpyDeviceToDevice};
  return do_or_note(runtime, stream, cudaGraphNodeTypeMemcpy,
                    [one](Runtime& now) { return copy_3d(now, &one); });
}

cudaError_t set_3d(Runtime& runtime, const cudaPitchedPtr& memory, int value, const cudaExtent& extent) {
  if (extent.width > memory.pitch) return cudaErrorInvalidValue;
  return fill_rows(runtime, rows_from(memory, {}), value, {extent.width, extent.height, extent.depth});
}

}  // namespace
}  // namespace cudart

void cudart::link_copy_api() {}

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return api(__func__, [&](Runtime& runtime) { return cudart::copy(runtime, to, from, bytes, kind); });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::do_or_note(runtime, stream, cudaGraphNodeTypeMemcpy,
                              [=](Runtime& now) { return cudart::copy(now, to, from, bytes, kind); });
  });
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                         size_t height, cudaMemcpyKind kind) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::copy_2d(runtime, {to, to_pitch}, {from, from_pitch}, width, height, kind);
  });
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::do_or_note(runtime, stream, cudaGraphNodeTypeMemcpy, [=](Runtime& now) {
      return cudart::copy_2d(now, {to, to_pitch}, {from, from_pitch}, width, height, kind);
    });
  });
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* copy) {
  return api(__func__, [&](Runtime& runtime) { return cudart::copy_3d(runtime, copy); });
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* copy, cudaStream_t stream) {
  return api(__func__, [&](Runtime& runtime) {
    if (copy == nullptr) return cudaErrorInvalidValue;
    return cudart::do_or_note(runtime, stream, cudaGraphNodeTypeMemcpy,
                              [given = *copy](Runtime& now) { return cudart::copy_3d(now, &given); });
  });
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* copy) {
  return api(__func__,
             [&](Runtime& runtime) { return cudart::copy_3d_between_devices(runtime, copy, nullptr); });
}
cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* copy, cudaStream_t stream) {
  return api(__func__,
             [&](Runtime& runtime) { return cudart::copy_3d_between_devices(runtime, copy, stream); });
}

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes) {
  return api(__func__, [&](Runtime& runtime) {
    if (to_device != 0 || from_device != 0) return cudaErrorInvalidDevice;
    return cudart::copy(runtime, to, from, bytes, cudaMemcpyDeviceToDevice);
  });
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, size_t bytes,
                                cudaStream_t stream) {
  return api(__func__, [&](Runtime& runtime) {
    if (to_device != 0 || from_device != 0) return cudaErrorInvalidDevice;
    return cudart::do_or_note(runtime, stream, cudaGraphNodeTypeMemcpy, [=](Runtime& now) {
      return cudart::copy(now, to, from, bytes, cudaMemcpyDeviceToDevice);
    });
  });
}

cudaError_t cudaMemset(void* memory, int value, size_t bytes) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::fill_rows(runtime, {memory, bytes, bytes}, value, {bytes, 1, 1});
  });
}

cudaError_t cudaMemsetAsync(void* memory, int value, size_t bytes, cudaStream_t stream) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::do_or_note(runtime, stream, cudaGraphNodeTypeMemset, [=](Runtime& now) {
      return cudart::fill_rows(now, {memory, bytes, bytes}, value, {bytes, 1, 1});
    });
  });
}

cudaError_t cudaMemset2D(void* memory, size_t pitch, int value, size_t width, size_t height) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::set_2d(runtime, memory, pitch, value, {width, height, 1});
  });
}

cudaError_t cudaMemset2DAsync(void* memory, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::do_or_note(runtime, stream, cudaGraphNodeTypeMemset, [=](Runtime& now) {
      return cudart::set_2d(now, memory, pitch, value, {width, height, 1});
    });
  });
}

cudaError_t cudaMemset3D(cudaPitchedPtr memory, int value, cudaExtent extent) {
  return api(__func__, [&](Runtime& runtime) { return cudart::set_3d(runtime, memory, value, extent); });
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr memory, int value, cudaExtent extent, cudaStream_t stream) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::do_or_note(runtime, stream, cudaGraphNodeTypeMemset,
                              [=](Runtime& now) { return cudart::set_3d(now, memory, value, extent); });
  });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::copy_to_symbol(runtime, symbol, from, bytes, offset, kind);
  });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::copy_to_symbol(runtime, symbol, from, bytes, offset, kind);
  });
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::copy_from_symbol(runtime, to, symbol, bytes, offset, kind);
  });
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::copy_from_symbol(runtime, to, symbol, bytes, offset, kind);
  });
}

cudaError_t cudaGetSymbolAddress(void** memory, const void* symbol) {
  return api(__func__, [&](Runtime& runtime) {
    if (memory == nullptr) return cudaErrorInvalidValue;
    *memory = runtime.modules().find_variable(symbol).address;
    return *memory == nullptr ? cudaErrorInvalidSymbol : cudaSuccess;
  });
}

cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol) {
  return api(__func__, [&](Runtime& runtime) {
    if (bytes == nullptr) return cudaErrorInvalidValue;
    const simt::Variable variable = runtime.modules().find_variable(symbol);
    *bytes = variable.bytes;
    return variable.address == nullptr ? cudaErrorInvalidSymbol : cudaSuccess;
  });
}
}
