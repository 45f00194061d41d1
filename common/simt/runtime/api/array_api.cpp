// CUDA Runtime API, "Memory Management": arrays, and copies to and from them.
#include "api/whole_runtime.h"
#include "state/arrays.h"
#include "state/graphs.h"

using cudart::api;
using cudart::Runtime;

namespace cudart {
namespace {

// Copies bytes in the order of rows: what follows the first one in the array.
cudaError_t copy_run(Runtime& runtime, cudaArray_const_t array, std::size_t x, std::size_t y, void* host,
                     const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  const cudaArray* const found = arrays().find(array);
  if (found == nullptr) return cudaErrorInvalidResourceHandle;
  const simt::TexelMemory& memory = found->memory;
  if (x >= memory.row_bytes || y >= memory.height) return cudaErrorInvalidValue;
  auto* const first = static_cast<char*>(const_cast<void*>(memory.begin)) + y * memory.row_bytes + x;
  return host != nullptr ? copy(runtime, host, first, bytes, kind) : copy(runtime, first, from, bytes, kind);
}

cudaError_t give_info(cudaChannelFormatDesc* element, cudaExtent* extent, unsigned* flags,
                      cudaArray_t array) {
  const cudaArray* const found = arrays().find(array);
  if (found == nullptr) return cudaErrorInvalidResourceHandle;
  if (element != nullptr) *element = found->element;
  if (extent != nullptr) *extent = found->extent;
  if (flags != nullptr) *flags = found->flags;
  return cudaSuccess;
}

cudaError_t refuse(Runtime&) { return cudaErrorNotSupported; }

}  // namespace
}  // namespace cudart

void cudart::link_array_api() {}

extern "C" {

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* element, size_t width,
                            size_t height, unsigned flags) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::create_array(runtime, array, element, {width, height, 0}, flags);
  });
}
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* element, cudaExtent extent,
                              unsigned flags) {
  return api(__func__,
             [&](Runtime& runtime) { return cudart::create_array(runtime, array, element, extent, flags); });
}
cudaError_t cudaFreeArray(cudaArray_t array) {
  return api(__func__, [&](Runtime& runtime) { return cudart::free_array(runtime, array); });
}
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* element, cudaExtent* extent, unsigned* flags,
                             cudaArray_t array) {
  return api(__func__, [&](Runtime&) { return cudart::give_info(element, extent, flags, array); });
}
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* element, cudaArray_const_t array) {
  return api(__func__, [&](Runtime&) {
    return cudart::give_info(element, nullptr, nullptr, const_cast<cudaArray_t>(array));
  });
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t from_pitch,
                                size_t width, size_t height, cudaMemcpyKind kind) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::copy_to_array(runtime, {to, x, y, 0}, {from, from_pitch, from_pitch * height},
                                 {width, height, 1}, kind);
  });
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t from_pitch,
                                     size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::do_or_note(runtime, stream, cudaGraphNodeTypeMemcpy, [=](Runtime& now) {
      return cudart::copy_to_array(now, {to, x, y, 0}, {from, from_pitch, from_pitch * height},
                                   {width, height, 1}, kind);
    });
  });
}
cudaError_t cudaMemcpy2DFromArray(void* to, size_t to_pitch, cudaArray_const_t from, size_t x, size_t y,
                                  size_t width, size_t height, cudaMemcpyKind kind) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::copy_from_array(runtime, {to, to_pitch, to_pitch * height}, {from, x, y, 0},
                                   {width, height, 1}, kind);
  });
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t to_pitch, cudaArray_const_t from, size_t x, size_t y,
                                       size_t width, size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::do_or_note(runtime, stream, cudaGraphNodeTypeMemcpy, [=](Runtime& now) {
      return cudart::copy_from_array(now, {to, to_pitch, to_pitch * height}, {from, x, y, 0},
                                     {width, height, 1}, kind);
    });
  });
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                     size_t from_x, size_t from_y, size_t width, size_t height,
                                     cudaMemcpyKind) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::copy_between_arrays(runtime, {to, to_x, to_y, 0}, {from, from_x, from_y, 0},
                                       {width, height, 1});
  });
}

// These are the copies that CUDA had before cudaMemcpy2DToArray. CUDA 13 still has them.
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                              cudaMemcpyKind kind) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::copy_run(runtime, to, x, y, nullptr, from, bytes, kind);
  });
}
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                cudaMemcpyKind kind) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::copy_run(runtime, from, x, y, to, nullptr, bytes, kind);
  });
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                                   cudaMemcpyKind kind, cudaStream_t stream) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::do_or_note(runtime, stream, cudaGraphNodeTypeMemcpy, [=](Runtime& now) {
      return cudart::copy_run(now, to, x, y, nullptr, from, bytes, kind);
    });
  });
}
cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  return api(__func__, [&](Runtime& runtime) {
    return cudart::do_or_note(runtime, stream, cudaGraphNodeTypeMemcpy, [=](Runtime& now) {
      return cudart::copy_run(now, from, x, y, to, nullptr, bytes, kind);
    });
  });
}

// Arrays of several levels are not there.
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* array, const cudaChannelFormatDesc*, cudaExtent,
                                     unsigned, unsigned) {
  if (array != nullptr) *array = nullptr;
  return api(__func__, cudart::refuse);
}
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* level, cudaMipmappedArray_const_t, unsigned) {
  if (level != nullptr) *level = nullptr;
  return api(__func__, cudart::refuse);
}
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array) {
  return api(__func__,
             [&](Runtime&) { return array == nullptr ? cudaSuccess : cudaErrorInvalidResourceHandle; });
}
}
